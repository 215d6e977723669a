// Runs a checked program in a process of its own and watches it through the channel.
//
// The process may crash, hang or be killed: whatever it wrote into the channel until then is in the result. Used by one
// thread, for one process at a time; while it runs, SIGINT and SIGTERM ask it to stop.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "protocol/channel.hpp"
#include "report/check_report.hpp"
#include "report/run_log.hpp"
#include "supervise/input.hpp"

namespace mazurka {

enum class OutputTo : uint8_t {
  kNowhere,
  kInherited,  // ours
  kStderr,     // both to our stderr: stdout is for a document
};

struct WorkerRequest {
  std::string program;
  std::vector<std::string> arguments;
  std::string directory;                                // the program's working directory; empty: ours
  std::optional<std::vector<std::string>> environment;  // NAME=VALUE; none: ours
  const StandardInput* input = nullptr;                 // none: it is empty
  protocol::Settings settings;
  std::vector<protocol::ScheduleStep> schedule;  // Task::kReplay
  std::vector<protocol::LearnedFact> facts;      // Task::kReplay: what had been learned
  std::vector<protocol::SharedMemory> shared;    // Task::kReplay: what had been found to be shared
  OutputTo output = OutputTo::kNowhere;
  // Called about five times a second, and once at the end. May be empty.
  std::function<void(const protocol::Progress&, double seconds)> on_progress;
};

struct WorkerResult {
  protocol::Progress progress;
  report::RunLog log;
  uint64_t log_dropped = 0;
  report::Ending ending = report::Ending::kByItself;
  std::string sentence;          // Ending::kDied, kNotStarted: what happened, without a full stop
  uint32_t runtime_version = 0;  // 0: the runtime did not get as far as telling
  int exit_status = 0;           // if it exited
  int signal = 0;                // if it was killed by one
  double seconds = 0;
  uint64_t peak_rss_bytes = 0;
};

// The variables that a program gets from us: all but those of mazurka itself.
std::vector<std::string> own_environment();

// The error is a sentence without a full stop: the process could not be started.
Result<WorkerResult, std::string> run_worker(const WorkerRequest& request);

}  // namespace mazurka
