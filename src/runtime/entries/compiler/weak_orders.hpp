// Where the program asks for less than sequential consistency. All that is explored is sequentially consistent, so that
// is told with the verdict: each place once.
//
// User thread's side.
#pragma once

#include <cstdint>

#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

inline constexpr uint32_t kWeakPlaces = 512;
MAZURKA_OWN extern uint64_t weak_places[kWeakPlaces];

inline uint64_t& weak_place_for(uint64_t pc) {
  return weak_places[pc * 0x9e3779b97f4a7c15ULL >> 55];
}
static_assert(kWeakPlaces == 1 << (64 - 55));

// The place may not be known yet.
void tell_weak_place(uint64_t pc, const volatile void* address);

// An operation (on memory at `address`, or a fence) with the memory order that the compiler passes.
[[gnu::always_inline]] inline void note_order(int order, uint64_t pc, const volatile void* address) {
  if (order == __ATOMIC_SEQ_CST || weak_place_for(pc) == pc) [[likely]]
    return;
  tell_weak_place(pc, address);
  // The stack must not tell the first time from the next.
  clear_stack_below();
}

}  // namespace mazurka::runtime
