// Making threads: pthreads, C11 <threads.h>, and what the C++ library builds on them. Waiting for their ends is in
// entries/threads/join.cpp.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <threads.h>

#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/entries/stdio/stream_lock.hpp"
#include "runtime/entries/unseen/calls.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/process/thread_count.hpp"
#include "runtime/kernel/process/thread_settings.hpp"
#include "runtime/kernel/sockets/peers.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// A smaller one that the program lends us is not used: our functions would not fit.
constexpr size_t kSmallestLentStack = size_t{128} << 10;

// Where the memory begins to be used that a thread was lent as its stack; 0: none was.
PerExecution<uintptr_t>* const lent_stacks = new PerExecution<uintptr_t>[kMaxThreads];

// A thread uses it until its end. (What it does there, no compiler tells, but for variables whose addresses are used.)
void end_lent_stack() {
  const uint32_t thread = current_thread();
  if (uintptr_t top = lent_stacks[thread].get(); top != 0 && watching)
    plain_access_by_library(top, sizeof(uint64_t), kPlainWrite, races::place_of_end(thread));
}
EndHook lent_stack_hook(EndHook::Turn::kMemory, end_lent_stack, EndHook::Whom::kNobody);

void lend_stack(const char* memory, size_t bytes) {
  note_unseen_change();
  lent_stack_hook.arm();
  lent_stacks[program->next_child()].get() = reinterpret_cast<uintptr_t>(memory) + bytes - sizeof(uint64_t);
}

// What a stack is to be like. Less than usual makes no difference, and the verdict says so: our functions need room,
// and the program's frames are larger here than elsewhere.
void choose_stack(const pthread_attr_t* attributes, NativeProgram::Start& start, uint64_t pc) {
  void* memory = nullptr;
  size_t bytes = 0;
  if (pthread_attr_getstack(attributes, &memory, &bytes) != 0) return;
  // glibc tells the end of a stack that was not given as 0.
  bool is_given = reinterpret_cast<uintptr_t>(memory) + bytes != 0;
  if (is_given) lend_stack(static_cast<char*>(memory), bytes);
  if (is_given && bytes >= kSmallestLentStack) start.stack = static_cast<char*>(memory);
  if (!is_given && bytes > kLargeStackRoom / 2) report_unsupported("a stack of more than 512 MB", pc);
  if (start.stack != nullptr || bytes > kStackBytes) start.stack_bytes = bytes;
  if (start.stack == nullptr && bytes != 0 && bytes < kStackBytes)
    channel->progress.missed_input |= protocol::kMissedSmallStack;
}

// The C library takes the storage of a new thread from it: operations and system calls would come in the middle of our
// step, and memory would not be the same in the next execution.
void refuse_malloc_of_program(uint64_t pc) {
  if (program_has_malloc()) report_unsupported("threads in a program that has a malloc of its own", pc);
}

uint32_t start_thread(const NativeProgram::Start& start, const char* name, uint64_t pc) {
  refuse_malloc_of_program(pc);
  prepare_output();
  Operation op;
  op.code = OpCode::kSpawn;
  op.partner = ThreadId(program->next_child());
  program->announce(op, name, pc);
  hb_create(op.partner.number);
  return program->create_thread(start);
}

pthread_t create(const NativeProgram::Start& start, const char* name, uint64_t pc) {
  count_new_thread(name, pc);
  return user_threads[start_thread(start, name, pc)].context.thread_pointer;
}

const PeerMaking peer_making([](void* (*function)(void*), void* argument, const char* name, uint64_t pc) {
  start_thread({.function = function, .argument = argument, .is_peer = true}, name, pc);
});

// The thread's id is written before the thread begins. (To foresight, nothing is yet: we write it behind that.)
void note_handle(const pthread_t* handle, uint64_t pc) {
  if (watches_step) note_plain_access(reinterpret_cast<uintptr_t>(handle), sizeof *handle, false);
  if (watching && is_program_code(pc))
    plain_access_by_library(reinterpret_cast<uintptr_t>(handle), sizeof *handle, kPlainWrite, pc);
}
void write_handle(pthread_t* handle, pthread_t made) {
  if (watches_step) note_plain_access(reinterpret_cast<uintptr_t>(handle), sizeof *handle, true);
  *handle = made;
}
void note_attributes(const pthread_attr_t* attributes, uint64_t pc) {
  if (watching && attributes != nullptr && is_program_code(pc))
    plain_access_by_library(reinterpret_cast<uintptr_t>(attributes), sizeof *attributes, kPlainRead, pc);
}

// A thread has the priority and the processors of its creator.
void refuse_scheduling(const pthread_attr_t* attributes, uint64_t pc) {
  int inherits = PTHREAD_INHERIT_SCHED, policy = SCHED_OTHER;
  cpu_set_t wanted, own;
  pthread_attr_getinheritsched(attributes, &inherits);
  pthread_attr_getschedpolicy(attributes, &policy);
  if (inherits == PTHREAD_EXPLICIT_SCHED && policy != own_thread_words().handed_on.scheduling.policy)
    report_unsupported("pthread_attr_setschedpolicy with another policy than the creator's", pc);
  // All of them: nothing was said.
  if (pthread_attr_getaffinity_np(attributes, sizeof wanted, &wanted) != 0 || CPU_COUNT(&wanted) == CPU_SETSIZE) return;
  pthread_getaffinity_np(pthread_self(), sizeof own, &own);
  CPU_AND(&wanted, &wanted, &own);
  if (!CPU_EQUAL(&wanted, &own))
    report_unsupported("pthread_attr_setaffinity_np with other processors than the creator's", pc);
}

}  // namespace

MAZURKA_STAND_IN(int, pthread_create,
                 (pthread_t * handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_create)(handle, attributes, start, argument);
  note_attributes(attributes, MAZURKA_CALLER);
  hand_on_settings("pthread_create", MAZURKA_CALLER);
  int state = PTHREAD_CREATE_JOINABLE;
  sigset_t mask;
  NativeProgram::Start request{.function = start, .argument = argument};
  if (attributes != nullptr) {
    choose_stack(attributes, request, MAZURKA_CALLER);
    pthread_attr_getdetachstate(attributes, &state);
    if (pthread_attr_getsigmask_np(attributes, &mask) != PTHREAD_ATTR_NO_SIGMASK_NP)
      report_unsupported("pthread_attr_setsigmask_np", MAZURKA_CALLER);
    refuse_scheduling(attributes, MAZURKA_CALLER);
  }
  request.detached = state == PTHREAD_CREATE_DETACHED;
  note_handle(handle, MAZURKA_CALLER);
  write_handle(handle, create(request, "pthread_create", MAZURKA_CALLER));
  return 0;
}
MAZURKA_STAND_IN(pthread_t, pthread_self, ()) {
  return _readfsbase_u64();
}

MAZURKA_STAND_IN(int, thrd_create, (thrd_t * handle, thrd_start_t start, void* argument)) {
  if (!is_checked()) return MAZURKA_REAL(thrd_create)(handle, start, argument);
  note_handle(handle, MAZURKA_CALLER);
  hand_on_settings("thrd_create", MAZURKA_CALLER);
  write_handle(handle, create({.c11_function = start, .argument = argument}, "thrd_create", MAZURKA_CALLER));
  return thrd_success;
}
MAZURKA_STAND_IN(thrd_t, thrd_current, ()) {
  return _readfsbase_u64();
}
MAZURKA_STAND_IN(void, thrd_exit, (int result)) {
  if (!is_checked()) MAZURKA_REAL(thrd_exit)(result);
  pthread_exit(reinterpret_cast<void*>(static_cast<intptr_t>(result)));
}
MAZURKA_STAND_IN(void, thrd_yield, ()) {}
