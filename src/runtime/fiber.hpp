// User threads as fibers of one OS thread: a stack, the callee-saved registers, and thread-local storage of their own.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "runtime/layout.hpp"

namespace mazurka::runtime {

// A suspended flow of control: where its registers are saved on its stack, and its thread pointer.
struct Context {
  void* stack_pointer = nullptr;
  uint64_t thread_pointer = 0;
};

// Saves the callee-saved registers on the current stack, stores the stack pointer, and goes on on another stack. The
// rounding mode and exception masks are not saved: they are the same for all.
extern "C" void mazurka_switch_stack(void** save, void* resume);

// The thread pointer in force. The checker's side uses no thread-local variables and runs with whichever is there, so
// that a step of the same thread as before sets nothing.
extern uint64_t current_thread_pointer;

inline void set_thread_pointer(uint64_t pointer) {
  if (current_thread_pointer == pointer) return;
  _writefsbase_u64(pointer);
  current_thread_pointer = pointer;
}

// To a user thread.
inline void switch_to_thread(Context& from, Context& to) {
  set_thread_pointer(to.thread_pointer);
  mazurka_switch_stack(&from.stack_pointer, to.stack_pointer);
}
// To the checker's side.
inline void switch_to_checker(Context& from, Context& to) {
  mazurka_switch_stack(&from.stack_pointer, to.stack_pointer);
}

// A context that will call `entry` on the stack that ends at `top`. `entry` must not return.
void* prepare_stack(char* top, void (*entry)());

// Tops are at different places in their pages: where all are alike, the stacks of a dozen threads compete for the same
// few lines of the cache.
inline char* stack_top(uint32_t thread) {
  return thread == 0 ? reinterpret_cast<char*>(kMainStackBase + kMainStackBytes)
                     : reinterpret_cast<char*>(kStackBase + (thread + 1) * kStackBytes - thread * 448 % kPage);
}
inline char* stack_bottom(uint32_t thread) {
  return thread == 0 ? reinterpret_cast<char*>(kMainStackBase)
                     : reinterpret_cast<char*>(kStackBase + thread * kStackBytes);
}
void map_stacks();
// Makes the lowest page of a thread's stack inaccessible. Once per thread id.
void guard_stack(uint32_t thread);

// A new block of thread-local storage, initialised as for a new thread; returns its thread pointer. It lies in the TLS
// region.
uint64_t make_thread_storage();
// Must be called once, on the OS thread, before make_thread_storage().
void learn_thread_storage();

}  // namespace mazurka::runtime
