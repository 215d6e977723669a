#include "runtime/engine/failure.hpp"

#include <algorithm>
#include <iterator>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/platform/debugger_hooks.hpp"
#include "runtime/platform/memory_questions.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {
ThreadStopper* stopper = nullptr;

// The variables of the functions that are being executed are as they were.
void let_look_at_failure() {
  tell_callers();
  protocol::MemoryStop& stop = protocol::memory_stop(*channel);
  stop.frame_count = 0;
  stop.thread_pointer = current_thread_pointer;
  for (const StackFrame& frame : frames_of(current_thread())) {
    if (stop.frame_count == protocol::MemoryStop::kMostFrames) break;
    protocol::MemoryStop::Frame& told = stop.frames[stop.frame_count++];
    told.pc = frame.pc;
    told.address = frame.end;
    std::copy(std::begin(frame.registers), std::end(frame.registers), told.registers);
  }
  answer_questions(protocol::MemoryStop::Why::kFailure, current_thread());
}
}  // namespace

void set_thread_stopper(ThreadStopper& used) {
  stopper = &used;
}

void fail_thread(const PendingFailure& failure, uint64_t pc) {
  if (is_replay()) {
    mazurka_running = current_thread() + 1;
    mazurka_bug_here();
    if (answers_questions()) let_look_at_failure();
  }
  stopper->fail(failure, pc);
  __builtin_unreachable();
}
void leave_program(uintptr_t stack) {
  stopper->leave_program(stack);
  __builtin_unreachable();
}
void abandon_execution() {
  stopper->abandon_execution();
  __builtin_unreachable();
}
void cut_thread() {
  stopper->cut_thread(false);
  __builtin_unreachable();
}
void cut_slow_thread() {
  stopper->cut_thread(true);
  __builtin_unreachable();
}

void capture_stack(PendingFailure& failure, uint64_t pc, uint64_t frame_pointer) {
  failure.frames = is_replay() ? unwind(failure.stack, std::size(failure.stack)) : 0;
  if (failure.frames > 0) return;
  if (pc != 0 && !is_own_code(pc)) failure.stack[failure.frames++] = pc + 1;
  for_each_frame(frame_pointer, [&failure](uint64_t return_address) {
    if (!is_own_code(return_address)) failure.stack[failure.frames++] = return_address;
    return failure.frames < std::size(failure.stack);
  });
}

void report_misuse(const char* what) {
  if (!is_checked()) return;
  report_failure(protocol::BugKind::kMisuse, what, 0);
}

void report_failure(protocol::BugKind kind, const char* message, uint64_t pc) {
  PendingFailure failure;
  failure.kind = kind;
  copy_text(failure.message, sizeof failure.message, message);
  capture_stack(failure, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  fail_thread(failure, pc);
}

void report_unsupported(const char* name, uint64_t pc) {
  if (!is_checked()) return;
  PendingFailure failure;
  failure.unsupported = true;
  failure.callers = tell_callers();
  copy_text(failure.message, sizeof failure.message, name);
  capture_stack(failure, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  fail_thread(failure, pc);
}

}  // namespace mazurka::runtime
