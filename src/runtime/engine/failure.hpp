// How a user thread stops for good: it fails, is cut, or the program ends with it.
#pragma once

#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka::runtime {

// The failure of a thread: becomes a kFail step.
struct PendingFailure {
  protocol::BugKind kind = protocol::BugKind::kAssertion;
  uint32_t signal = 0;
  uint64_t address = 0;
  bool unsupported = false;  // not a bug: the thread is cut there
  uint32_t callers = 0;      // the way to it, as told to the supervisor
  uint32_t frames = 0;       // its call stack, innermost first
  uint64_t stack[32] = {};
  char message[protocol::kMessageBytes] = {};
};

// User thread's side, all of these.

// A misuse of a primitive by the current thread: a bug.
void report_misuse(const char* what);
// The current thread needs something that is not modelled: it is cut there, and the verdict will be incomplete.
void report_unsupported(const char* name, uint64_t pc);
// Any failure of the current thread.
[[noreturn]] void report_failure(protocol::BugKind kind, const char* message, uint64_t pc);

// The return addresses of the frames from this one on; `pc` is an instruction that a signal interrupted, or 0. By frame
// pointers, which is fast but ends at the first library; on replay, by unwinding.
void capture_stack(PendingFailure& failure, uint64_t pc, uint64_t frame_pointer);

// The current thread fails: it will do a kFail step and never go on.
[[noreturn]] void fail_thread(const PendingFailure& failure, uint64_t pc);
// The program ends as a whole, with success. `stack`: where the current thread's stack is, if not here.
[[noreturn]] void leave_program(uintptr_t stack = 0);
// ... and nothing is concluded from this execution: an assumption does not hold, or the exploration will start again.
[[noreturn]] void abandon_execution();
// The current thread stops here, and the exploration will start again.
[[noreturn]] void cut_thread();
// The same for a thread that has computed for long: it would not stop at the same place again.
[[noreturn]] void cut_slow_thread();

// What does it: the program that the thread belongs to. (An interface, since all of the engine may make a thread stop,
// and the program stands on top of it.)
class ThreadStopper {
 public:
  [[noreturn]] virtual void fail(const PendingFailure& failure, uint64_t pc) = 0;
  [[noreturn]] virtual void leave_program(uintptr_t stack) = 0;
  [[noreturn]] virtual void abandon_execution() = 0;
  [[noreturn]] virtual void cut_thread(bool by_clock) = 0;

 protected:
  ~ThreadStopper() = default;
};
void set_thread_stopper(ThreadStopper& stopper);

}  // namespace mazurka::runtime
