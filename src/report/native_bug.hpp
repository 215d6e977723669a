// A bug of a native program with everything a report tells about it: names instead of addresses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/channel.hpp"
#include "report/run_log.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

struct NativeStep {
  uint32_t thread = 0;
  uint32_t choice = 0;
  std::string operation;  // "pthread_mutex_lock"
  std::string object;     // "account_a", "T2", "mutex#1"; may be empty
  std::string detail;     // "0 -> 1", "wakes T2"; may be empty
  Frame at;
};

// A thread that waits for ever.
struct NativeWaiting {
  uint32_t thread = 0;
  std::string operation;
  std::string object;
  std::optional<uint32_t> holder;  // the thread that has the mutex
  std::optional<uint32_t> joined;  // the thread whose end is waited for
  std::string contents;            // of the mailbox that it waits for
  bool for_signal = false;         // on a condition variable
  bool for_message = false;
  bool for_room = false;    // for a message
  bool for_bytes = false;   // a message of a pipe or socket
  bool for_change = false;  // of memory
  bool for_writer = false;  // that waits for a read-write lock, and must have it first
  Frame at;
};

// What a race or a memory error is about: an access, or where a block was allocated and freed.
struct NativeAccess {
  std::string title;  // "write of 4 bytes by T2"
  std::vector<Frame> stack;
};

enum class ReplayOutcome : uint8_t {
  kNotRun,
  kSame,    // the same kind and message
  kAbsent,  // the schedule was run to its end, without the bug
  kOther,   // another bug came instead
  kDiverged,
  kDied,  // the process ended in between
};

// A symbolic input of the execution.
struct NativeInput {
  std::string name;
  uint64_t value = 0;
  uint32_t width = 0;  // in bits
  bool is_signed = false;
};

// What a branch of the execution said of the inputs: "n * 7 > 100", at queue.c:12.
struct NativeConstraint {
  std::string text;
  std::string position;
};

struct NativeBug {
  protocol::BugKind kind = protocol::BugKind::kAssertion;
  std::string message;  // what went wrong, in one line: "assertion failed: x == 2"
  uint32_t thread = 0;
  std::optional<Frame> at;
  std::vector<Frame> stack;  // innermost first
  std::vector<NativeStep> steps;
  std::vector<NativeWaiting> waiting;
  std::vector<NativeAccess> accesses;
  std::string advice;                    // what would have ordered the accesses of a race
  std::optional<uint32_t> failed_after;  // steps; without it, after the thread's last step
  std::vector<protocol::ScheduleStep> schedule;
  std::vector<protocol::LearnedFact> facts;  // that the schedule depends on
  std::vector<NativeInput> inputs;
  std::vector<NativeConstraint> constraints;
  uint64_t execution = 0;
  uint64_t occurrences = 1;  // executions that ended in it
  ReplayOutcome replay = ReplayOutcome::kNotRun;
  std::string replay_message;  // kOther, kDiverged, kDied: what happened
  std::string trace_file;      // empty if none was written
};

// "assertion", "deadlock", ...: the words of the JSON document.
const char* name_of(protocol::BugKind kind);
std::optional<protocol::BugKind> bug_kind_named(const std::string& name);

// "end_is_seen", ...
const char* name_of(protocol::Fact fact);
std::optional<protocol::Fact> fact_named(const std::string& name);

// "T3"
std::string thread_name(uint32_t thread);

}  // namespace mazurka::report
