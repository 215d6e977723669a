// The result of checking a native program, told to a person or as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/channel.hpp"
#include "report/coverage/hunt.hpp"
#include "report/native_bug.hpp"
#include "report/problems.hpp"
#include "report/text/style.hpp"
#include "report/verdict.hpp"

namespace mazurka::report {

// How the process that explored came to its end.
enum class Ending : uint8_t {
  kByItself,
  kInterrupted,  // by the user
  kOutOfTime,    // it did not stop at the time limit and was killed
  kDied,         // by a signal, or it exited in the middle
  kNotStarted,   // it ended before the runtime took over
};

struct CheckReport {
  std::string program;
  std::string algorithm;
  std::string scheduler;
  bool optimal = false;         // the algorithm explores each trace once
  uint64_t runs_by_traces = 0;  // ... of another algorithm, which did not come to its end before this one did
  bool merges_states = false;   // ... explores what follows a state once, and knows nothing of traces
  protocol::Settings settings;
  protocol::Progress progress;
  Ending ending = Ending::kByItself;
  std::string ending_sentence;  // kDied, kNotStarted: what happened
  HuntReport hunt;              // beside an exploration that did not come to its end
  double seconds = 0;
  uint64_t peak_rss_bytes = 0;
  uint64_t log_dropped = 0;
  std::vector<NativeBug> bugs;  // one of each
  uint64_t bugs_not_shown = 0;  // other ones
  uint64_t suppressed = 0;      // data races that the user does not want to hear of
  std::string suppressions;     // the file that says so
  // What was not built with mazurka and is not known, which makes the verdict incomplete: functions that were called,
  // and objects that the program was linked with. And the names of what the user trusts.
  std::vector<Unseen> unseen;
  std::vector<std::string> unseen_objects;
  std::vector<std::string> trusted;
  std::vector<std::string> levels;  // of optimisation, other than none, that parts of the program were compiled with
  // What the verdict rests on, a sentence each, without a full stop: "no wait times out".
  std::vector<std::string> assumptions;
  std::vector<std::string> advice;  // of a program that is too big: what would help, a sentence each

  std::vector<std::string> outcomes;  // different ones that executions came to, as the program has observed them

  size_t tests = 0;  // with --cover: so many classes of inputs have one, in tests_folder
  std::string tests_folder;
  bool has_more_values = false;          // than were explored, of some of these: --symbolic-addresses would help
  std::vector<std::string> lost_values;  // where values that depend on inputs were made concrete
  std::vector<Remark> unsupported;
  std::vector<Remark> divergences;
  std::vector<Remark> endless;  // loops that got a bound
  std::vector<Remark> troubles;
  std::vector<std::string> words;   // of the command
  std::string command = "mazurka";  // how the user calls mazurka, for the line "replay:"
};

Verdict verdict_of(const CheckReport& report);

// 0, 1, 2, 3 or 130.
int exit_code_of(const CheckReport& report);

// The first line says what came out.
std::string text_of(const CheckReport& report, const TextStyle& style = {});

// One JSON document with the end of its line.
std::string json_of(const CheckReport& report);

}  // namespace mazurka::report
