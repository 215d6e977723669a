// Trace files: a schedule that leads a program into a bug, kept for `mazurka replay`.
//
// A trace file is a JSON document {"format": "mazurka-trace", "version": 2, "checksum": ..., "content": {...}}, with a
// checksum of its content and the build-id of the program, for a schedule means nothing to a program built otherwise.
// What the program has read as standard input is in a file beside it: bug-1.input. Only the owner may read them, for
// they hold the environment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "protocol/channel.hpp"

namespace mazurka::report {

inline constexpr uint32_t kTraceVersion = 2;

struct TraceFile {
  std::string program;    // absolute path
  std::string directory;  // the working directory of the program
  std::vector<std::string> arguments;
  std::optional<std::vector<std::string>> environment;  // NAME=VALUE
  protocol::Input input = protocol::Input::kNothing;
  std::optional<std::string> input_text;  // what the program has read, if it has
  std::string build_id;
  protocol::BugKind kind = protocol::BugKind::kAssertion;
  std::string message;          // as the runtime gave it
  protocol::Settings settings;  // those that the table of options keeps for a replay
  std::vector<protocol::ScheduleStep> schedule;
  std::vector<std::string> steps;              // their names (step_names.hpp), for a program that is built again
  std::vector<protocol::LearnedFact> facts;    // that the schedule depends on
  std::vector<protocol::InputValue> inputs;    // symbolic ones that are not 0
  std::vector<protocol::SharedMemory> shared;  // whose plain accesses are steps of the schedule
};

// One sentence that names the file and says what to do.
struct TraceError {
  std::string message;
};

struct Written {};

// Replaces the file at `path` as a whole or leaves it as it is.
Result<Written, TraceError> write_trace(const TraceFile& trace, const std::string& path);

// Reads and checks the file alone.
Result<TraceFile, TraceError> read_trace(const std::string& path);

// Is the program still there, and the one that the trace was made with?
Result<Written, TraceError> check_program(const TraceFile& trace, const std::string& path);

// The GNU build-id in hexadecimal, or a checksum of the whole file if it has none; empty if it cannot be read.
std::string build_id_of(const std::string& program);

}  // namespace mazurka::report
