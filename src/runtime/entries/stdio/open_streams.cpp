#include "runtime/entries/stdio/open_streams.hpp"

#include <stdlib.h>

#include "runtime/engine/program_code.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/stdio/stream_lock.hpp"
#include "runtime/entries/stdio/stream_users.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/platform/next_function.hpp"
#include "runtime/platform/text.hpp"

extern "C" int __cxa_atexit(void (*)(void*), void*, void*);
extern "C" FILE* _IO_list_all;

namespace mazurka::runtime {

namespace {

KernelObject& open_streams = *new KernelObject;
PerExecution<bool>& exit_has_begun = *new PerExecution<bool>;          // it goes through the list
PerExecution<uint32_t>& exiting_thread = *new PerExecution<uint32_t>;  // + 1

OrderedState& handlers = *new OrderedState(Fact::kHandlersAreShared);

// Joined by the current thread, or by one that is known to have ended.
bool is_known_to_have_ended(uint32_t id) {
  for (uint32_t hops = 0; hops < user_threads.size(); hops++) {
    uint32_t joiner = user_threads[id].end.joiner_plus_one;
    if (joiner == 0) return false;
    id = joiner - 1;
    if (id == current_thread()) return true;
  }
  return false;
}

// Handlers, of all executions.
constexpr uint32_t kMostHandlers = 256;
const void* registered[kMostHandlers];
uint32_t handler_count = 0;
const void* of_streams = nullptr;  // the one that libstdc++'s streams have in every file that includes <iostream>

void refuse_after_exit(const char* name, uint64_t pc) {
  Text message;
  message.add(name).add(" after exit() has begun");
  report_unsupported(message.get(), pc);
}

// What is in it is written, or what was read too much is given back; and it has no buffer any more.
void finish(FILE* file) {
  MAZURKA_REAL_AS(decltype(&fflush), fflush)(file);
  if (file->_mode != 0) MAZURKA_REAL_AS(decltype(&setvbuf), setvbuf)(file, nullptr, _IONBF, 0);
  file->_mode = -1;
}

void finish_in_steps(FILE* file) {
  constexpr const char* kName = "exit";
  bool locked = is_locked_by_us(file);
  // Nothing is written to it: who waits for something to read may do so for ever, and is not waited for.
  if (locked && (file->_flags & kNoWrites) != 0) {
    if (!try_lock_stream(file, kName, 0)) return;
  } else if (locked) {
    lock_stream(file, kName, 0);
  }
  bool is_silent = !locked && (file->_flags & kUserLocks) == 0;
  access_stream(file, is_silent ? kAtomicWrite : kPlainWrite, 0);
  finish(file);
  if (locked) unlock_stream(file, kName, 0);
}

// The last of all handlers.
void finish_all(void*) {
  if (!is_checked() || !at_base() || !others_may_run()) return;
  note_exit();
  if (!is_known(Fact::kExitMeetsThreads, 0)) return;
  change(open_streams, "exit", 0);
  exit_has_begun.get() = true;
  // Nobody changes the list from now on.
  for (FILE* file = _IO_list_all; file != nullptr; file = file->_chain) finish_in_steps(file);
  _IO_list_all = nullptr;
}

void end_main() {
  if (!others_may_run()) exit(0);
  bool any = handler_count == kMostHandlers;
  for (uint32_t k = 0; k < handler_count; k++)
    any |= registered[k] != of_streams && is_program_code(reinterpret_cast<uint64_t>(registered[k]));
  if (any) report_unsupported("pthread_exit of main with handlers for the end of the program", 0);
}
const EndHook main_hook(EndHook::Turn::kProgram, end_main, EndHook::Whom::kMain);

}  // namespace

void prepare_exit() {
  // (Once, before the base: dlsym remembers errors in memory of the program's.)
  of_streams = symbol_of_program("_ZNSt8ios_base4InitD1Ev");
  MAZURKA_REAL_AS(decltype(&__cxa_atexit), __cxa_atexit)(finish_all, nullptr, nullptr);
}

void note_handler(const void* function) {
  if (handler_count < kMostHandlers) registered[handler_count++] = function;
}

Handlers handlers_at_exit() {
  if (handler_count == kMostHandlers) return Handlers::kOthers;
  for (uint32_t k = 0; k < handler_count; k++)
    if (of_streams == nullptr || registered[k] != of_streams) return Handlers::kOthers;
  return handler_count == 0 ? Handlers::kNone : Handlers::kStreams;
}

bool others_may_run() {
  for (uint32_t id = 0; id < program->thread_count(); id++) {
    bool started = program->status(ThreadId(id)) != ThreadStatus::kNotStarted;
    if (started && id != current_thread() && !is_known_to_have_ended(id)) return true;
  }
  return false;
}

void change_open_streams(const char* name, uint64_t pc) {
  if (is_checked()) note_stream_use();
  if (!is_checked() || !is_known(Fact::kExitMeetsThreads, 0)) return;
  change(open_streams, name, pc);
  if (!exit_has_begun.get()) return;
  refuse_after_exit(name, pc);
}

void begin_exit(uint64_t pc) {
  if (!is_checked() || !at_base()) return;
  uint32_t self = current_thread() + 1;
  uint32_t& before = exiting_thread.get();
  if (before != 0 && before != self) report_unsupported("exit() by two threads", pc);
  before = self;
  if (others_may_run()) handlers.use("exit", pc);
}

void change_handlers(const char* name, uint64_t pc) {
  handlers.use(name, pc);
  if (!is_checked() || !at_base()) return;
  uint32_t by = exiting_thread.get();
  if (by == 0 || by == current_thread() + 1) return;
  refuse_after_exit(name, pc);
}

}  // namespace mazurka::runtime
