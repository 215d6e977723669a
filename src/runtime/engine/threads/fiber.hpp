// User threads as fibers of one OS thread: a stack, the callee-saved registers, and thread-local storage of their own.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// A suspended flow of control: where its registers are saved on its stack, and its thread pointer.
struct Context {
  void* stack_pointer = nullptr;
  uint64_t thread_pointer = 0;
};

// Stores where this flow of control is suspended, and goes on in another. Inline, and with a jump: the processor
// predicts returns by the calls it has seen, and every call or return that the other side does not match makes the
// returns after it mispredict (measured: a visible operation takes half the time this way). The rounding mode and
// exception masks are not saved here (floating_point.hpp). The red zone below the stack pointer is left alone. The
// other side's stack pointer is read here, not passed: a copy of it on this stack would make it differ from itself
// (spin_loops.cpp).
[[gnu::always_inline]] inline void switch_stack(void** save, void* const* resume) {
  asm volatile(
      "lea -128(%%rsp), %%rsp\n\t"
      "push %%rbp\n\t"
      "lea 1f(%%rip), %%rcx\n\t"
      "push %%rcx\n\t"
      "mov %%rsp, (%%rdi)\n\t"
      "mov (%%rsi), %%rsp\n\t"
      "pop %%rcx\n\t"
      "pop %%rbp\n\t"
      "jmp *%%rcx\n"
      "1:\n\t"
      "lea 128(%%rsp), %%rsp\n\t"
      : "+D"(save), "+S"(resume)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
        "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
        "memory", "cc");
}

// The thread pointer in force. The checker's side uses no thread-local variables and runs with whichever is there, so
// that a step of the same thread as before sets nothing.
MAZURKA_OWN extern uint64_t current_thread_pointer;

inline void set_thread_pointer(uint64_t pointer) {
  if (current_thread_pointer == pointer) return;
  _writefsbase_u64(pointer);
  current_thread_pointer = pointer;
}

// To a user thread.
[[gnu::always_inline]] inline void switch_to_thread(Context& from, Context& to) {
  set_thread_pointer(to.thread_pointer);
  switch_stack(&from.stack_pointer, &to.stack_pointer);
}
// To the checker's side.
[[gnu::always_inline]] inline void switch_to_checker(Context& from, Context& to) {
  switch_stack(&from.stack_pointer, &to.stack_pointer);
}

// A context that will call `entry` on the stack that ends at `top`. `entry` must not return.
void* prepare_stack(char* top, void (*entry)());

// Where a thread's stack ends, and from where on it is accessible.
struct Stack {
  char* top;
  char* bottom;
};
MAZURKA_OWN extern Stack stacks[kMaxThreads];
inline char* stack_top(uint32_t thread) {
  return stacks[thread].top;
}
inline char* stack_bottom(uint32_t thread) {
  return stacks[thread].bottom;
}
// Else on one that the program has made, for a context of its own.
inline bool is_on_own_stack(uint32_t thread, const void* stack_pointer) {
  return stack_pointer >= stack_bottom(thread) && stack_pointer < stack_top(thread);
}
// Where a thread that is not main may have its stack.
inline MemoryRange stack_room(uint32_t thread) {
  return {kStackBase + thread * kStackRoom, kStackBase + (thread + 1) * kStackRoom};
}
inline MemoryRange large_stack_room(uint32_t thread) {
  return {kLargeStackBase + thread * kLargeStackRoom, kLargeStackBase + (thread + 1) * kLargeStackRoom};
}
// All of its room below the stack is inaccessible.
inline bool is_below_stack(uint32_t thread, uintptr_t address) {
  uintptr_t bottom = reinterpret_cast<uintptr_t>(stack_bottom(thread));
  MemoryRange room = bottom < kLargeStackBase ? stack_room(thread) : large_stack_room(thread);
  if (thread == 0) room.begin = kMainStackBase;
  return address >= room.begin && address < bottom;
}
// Maps the stack of the main thread, and the room of the others.
void map_stacks();
// Gives the thread a stack in one of its rooms; a larger one, if it has one already. The bytes fit into the larger
// room.
void give_stack(uint32_t thread, size_t bytes);
// Lets it run on memory of the program's.
void lend_stack(uint32_t thread, char* memory, size_t bytes);

// In a new process, where no thread but main has one.
void forget_stacks(uint32_t threads);

// A new block of thread-local storage, initialised as for a new thread; returns its thread pointer. It lies in the TLS
// region.
uint64_t make_thread_storage();
// Must be called once, on the OS thread, before make_thread_storage().
void learn_thread_storage();

}  // namespace mazurka::runtime
