// What has to be done on the way, so that states can be named: stacks are kept clean, and it is noted which thread ran
// and which mutexes it holds. Only if states are named (names_states).
#pragma once

#include <cstdint>
#include <span>

#include "explore/flows.hpp"
#include "model/operation.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/memory/state_name.hpp"
#include "runtime/platform/own_variable.hpp"

// (By this name, since assembly counts them, too.)
extern "C" __attribute__((visibility("hidden"))) uint64_t mazurka_foreign_calls;

namespace mazurka {
class CriticalSections;
}

namespace mazurka::runtime {

// Checker's side, before the first execution.
void begin_naming();

// Checker's side: a step comes that was not made before.
void begin_named_step();
[[gnu::always_inline]] inline void before_named_step() {
  if (names_states) [[unlikely]]
    begin_named_step();
}
// Threads are compared with themselves (engine/loops): a step that is repeated must leave the same on their stacks as
// one that was not made before.
inline bool stacks_tell_of_steps() {
  return names_states && (knows_spin_loops || watches_rounds);
}
[[gnu::always_inline]] inline void before_repeated_step() {
  if (stacks_tell_of_steps()) [[unlikely]]
    begin_named_step();
}
// The thread has run, and is suspended: clears what it left below its stack, which is no part of its state.
void note_run(uint32_t thread);
[[gnu::always_inline]] inline void after_run(uint32_t thread) {
  if (names_states) [[unlikely]]
    note_run(thread);
}
// Checker's side: it has performed this operation, after which the object has this value.
void note_locks(uint32_t thread, OpCode code, ObjectId object, Value value);

// Has the thread run in the step that begin_named_step() began?
bool ran_in_step(uint32_t thread);

// User thread's side, before a call of a function of ours in which the thread may be suspended: registers that it will
// save are dead there, or kept elsewhere.
[[gnu::always_inline]] inline void clear_dead_registers() {
  asm volatile(
      "xor %%ebx, %%ebx\n\t"
      "xor %%r12d, %%r12d\n\t"
      "xor %%r13d, %%r13d\n\t"
      "xor %%r14d, %%r14d\n\t"
      "xor %%r15d, %%r15d\n\t"
      :
      :
      : "rbx", "r12", "r13", "r14", "r15", "cc");
}

// For data races (races/race_state.cpp): called at the beginning of a step, and Program::flows() and may_race(). Null
// if nobody looks for them.
MAZURKA_OWN extern void (*at_named_step)();
MAZURKA_OWN extern std::span<const Flow> (*flows_of_step)();
MAZURKA_OWN extern bool (*may_race_later)(uint32_t thread, uint64_t access, std::span<const uint32_t> holders);

// Critical sections as one event (races/sections/fused_sections.hpp): those of the program, and called on the checker's
// side when a thread has run. Null if nobody asked for them.
MAZURKA_OWN extern CriticalSections* fused_sections;
MAZURKA_OWN extern void (*at_end_of_run)(uint32_t thread);
// How often the program has called a function of ours or of a library that is no callback of plain accesses, nor an
// unlock; and whatever else has effects that only these have. Counted if critical sections may be one event.
inline uint64_t foreign_calls() {
  return mazurka_foreign_calls;
}
inline void note_foreign_call() {
  mazurka_foreign_calls++;
}

}  // namespace mazurka::runtime
