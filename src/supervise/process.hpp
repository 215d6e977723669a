// One process of a checked program, and the channel to it.
//
// The process may crash, hang or be killed: whatever it wrote into the channel until then is there.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "protocol/channel.hpp"
#include "protocol/memory_stop.hpp"
#include "report/check_report.hpp"
#include "report/coverage/hunt.hpp"
#include "report/run_log.hpp"
#include "supervise/input.hpp"
#include "supervise/solver_process.hpp"

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
  std::vector<protocol::ScheduleStep> schedule;      // Task::kReplay
  std::vector<protocol::LearnedFact> facts;          // Task::kReplay: what had been learned
  std::vector<protocol::SharedMemory> shared;        // Task::kReplay: what had been found to be shared
  std::vector<protocol::InputValue> inputs;          // Task::kReplay: of symbolic inputs, those that are not 0
  std::vector<protocol::MemoryStop::Range> watched;  // Task::kReplay: accesses to it are stopped at
  OutputTo output = OutputTo::kNowhere;
  std::vector<std::string> wrapper;  // a command that starts another one, whose words follow (start_command)
  std::string name;                  // what the program is told of its name; empty: its path
  uint32_t hunt = 0;                 // percent of the time of a long exploration (hunt.hpp)
  // What a long exploration may also be explored by, by states (rival.hpp): a program that is there when it was built;
  // empty: none.
  std::string program_by_states;
  std::function<bool()> build_by_states;  // empty: it is there
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
  double begin = 0;  // monotonic_now(), of its check; 0: it was run elsewhere
  uint64_t peak_rss_bytes = 0;
  report::HuntReport hunt;
  std::string program_by_states;  // it was explored by states, and this is the program; else empty
  uint64_t runs_by_traces = 0;    // that had been made by then
  report::RunLog scouted;         // what is ahead: reversals, the longest execution
  // It was begun by several processes, and only one can explore this program (protocol::Work::has_late_threads):
  // nothing else of the result counts.
  bool must_be_undivided = false;
};

// The variables that a program gets from us: all but those of mazurka itself.
std::vector<std::string> own_environment();

// How a program is started: a file, its words and its variables. A wrapper gets none of the variables, which may be
// meant for its own libraries, too; what it starts is mazurka, which gives them to the program (start_as).
struct StartCommand {
  std::string file;
  std::vector<std::string> words;
  std::vector<std::string> variables;
};
StartCommand start_command(const std::vector<std::string>& wrapper, const std::string& program, const std::string& name,
                           const std::vector<std::string>& arguments, const std::vector<std::string>& variables);
// If these are the words of a wrapped program, becomes it. Returns if they are not.
void start_as(int argc, char** argv);

// Starts a command in the place of this process, whose last words are the program's, with the channel that the program
// will look for. Returns only if that cannot be done: a sentence without a full stop.
std::string become(const WorkerRequest& request, std::vector<std::string> command);

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  void take(int number);
  void reset();

 private:
  int number_;
};

class Process {
 public:
  // The request's lists for a replay are put into the log first. The error is a sentence without a full stop.
  static Result<std::unique_ptr<Process>, std::string> start(const WorkerRequest& request);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  protocol::Channel& channel() { return *channel_; }
  // To be polled: readable when the process has ended; -1 if the kernel has no such thing.
  int handle() const { return handle_.number(); }
  pid_t id() const { return process_; }

  // It runs no more. (Of one that was killed the kernel may still free the memory, which nobody waits for.)
  bool has_ended() const;
  void ask_to_stop();
  void kill();
  // Does not run, and runs on.
  void pause();
  void go_on();
  // Processor time that it has taken; as of the last call if it has ended.
  double processor_seconds();

  // A copy, at any time.
  protocol::Progress progress() const;

  // Ends the process, and tells what it left.
  WorkerResult collect();

 private:
  friend std::string become(const WorkerRequest& request, std::vector<std::string> command);
  Process();
  // Puts the request into the channel. Empty, or what is wrong.
  std::string fill(const WorkerRequest& request);

  Descriptor file_;
  void* memory_;
  protocol::Channel* channel_ = nullptr;
  pid_t process_ = -1;
  Descriptor handle_{-1};
  bool collected_ = false;
  bool killed_ = false;
  uint64_t peak_when_killed_ = 0;  // bytes
  SolverProcess solver_;
  bool wrapped_ = false;
  double processor_seconds_ = 0;
};

// While it lives, SIGINT and SIGTERM are counted.
class InterruptCounter {
 public:
  InterruptCounter();
  ~InterruptCounter();
  InterruptCounter(const InterruptCounter&) = delete;
  InterruptCounter& operator=(const InterruptCounter&) = delete;

  int count() const;

 private:
  struct sigaction old_int_ {};
  struct sigaction old_term_ {};
};

// Says in the result how a process ended that was not asked to.
void explain_ending(const std::string& program, WorkerResult& result);

// Seconds.
double monotonic_now();

}  // namespace mazurka
