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

// What a step leaves in memory that the thread frees before its next step.
inline constexpr const char* kFreedValue = "freed";

struct NativeStep {
  uint32_t thread = 0;
  uint32_t choice = 0;
  std::string operation;  // "pthread_mutex_lock"
  std::string object;     // "account_a", "T2", "mutex#1"; may be empty
  std::string detail;     // "0 -> 1", "wakes T2"; may be empty
  Frame at;
  uint64_t address = 0;                 // of the object; 0: it has none
  std::string type = {};                // of the object; may be empty
  std::string before = {}, after = {};  // its value, if that says something; kFreedValue
  bool is_of_framework = false;         // a test framework does it for itself
  bool is_private = false;              // no other thread does anything to the object
  std::vector<Frame> stack = {};        // innermost first
  std::vector<size_t> follows = {};     // steps of other threads that happen before it, from 0
  std::vector<uint64_t> locks = {};     // after it: addresses of the mutexes that the thread holds
  uint32_t code = 0;                    // an OpCode
};

// An access to memory, between two steps, that other threads access too.
struct NativePlain {
  uint32_t thread = 0;
  size_t steps_before = 0;  // of all threads
  bool writes = false;
  bool frees = false;  // the block, whose memory is used later
  uint32_t bytes = 0;
  uint64_t address = 0;
  std::string object;  // "accounts[1].balance"; empty if it has no name
  std::string type;
  std::string before, after;  // may be empty
  Frame at;
  std::vector<Frame> stack;
};

struct NativeThread {
  uint32_t id = 0;
  std::string name;                  // "main", what pthread_setname_np gave it, or its function; may be empty
  std::optional<size_t> created_in;  // step, from 0
  bool has_ended = false;
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
  uint64_t address = 0;           // of the object; 0: it has none
  std::vector<Frame> stack = {};  // innermost first
};

// What a race or a memory error is about: an access, or where a block was allocated and freed.
struct NativeAccess {
  std::string title;  // "write of 4 bytes by T2"
  std::vector<Frame> stack;
  uint32_t thread = 0;
  const char* role = "";       // "later", "earlier", "allocated", "freed", "stack", "thread_local"
  const char* operation = "";  // "read", "write", "free"; empty if it is none
  uint32_t bytes = 0;
  std::optional<size_t> steps_before = {};          // of all threads
  std::string object = {};                          // empty if it has no name
  bool ends_thread = false, ends_function = false;  // a write, since what lay there is gone
};

// Another order of two steps, with which the execution does not fail.
struct Reversal {
  size_t first = 0, second = 0;     // steps, from 0, that come in this order in the execution that fails
  std::string sentence;             // "it passes if T1 locks m (queue.cpp:38) before T0 does (queue.cpp:24)"
  std::vector<NativeStep> passing;  // the nearest execution that passes, to its end
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

// "queue.count_ = 1"
struct NativeValue {
  std::string object;
  std::string value;
};

struct NativeBug {
  protocol::BugKind kind = protocol::BugKind::kAssertion;
  std::string message;  // what went wrong, in one line: "assertion failed: x == 2"
  uint32_t thread = 0;
  std::optional<Frame> at;
  std::vector<Frame> stack;  // innermost first
  std::vector<NativeStep> steps;
  std::vector<NativePlain> plain;  // in the order of the execution
  std::vector<NativeThread> threads;
  std::vector<std::string> legend;  // of names with numbers, a line each
  size_t steps_not_told = 0;        // before the first
  std::vector<NativeWaiting> waiting;
  std::vector<NativeAccess> accesses;
  std::string explanation;               // what happened, in a sentence or two; may be empty
  std::vector<NativeValue> values;       // of what a failed assertion names
  std::optional<Reversal> reversal;      // what made the difference
  std::string advice;                    // what would have ordered the accesses of a race
  std::optional<uint32_t> failed_after;  // steps; without it, after the thread's last step
  std::vector<protocol::ScheduleStep> schedule;
  std::vector<protocol::LearnedFact> facts;  // that the schedule depends on
  std::vector<NativeInput> inputs;
  std::vector<NativeConstraint> constraints;
  uint64_t execution = 0;
  uint64_t occurrences = 1;  // executions that ended in it
  ReplayOutcome replay = ReplayOutcome::kNotRun;
  std::string replay_message;  // kOther, kDiverged, kDied: what happened; kNotRun: why, if there is more to say
  std::string trace_file;      // empty if none was written
  std::string page;            // the same
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
