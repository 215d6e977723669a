// The threads that wait on futexes, by the address of the futex word.
//
// Kept outside of the program's memory, which has no room for it: at the base nobody waits.
#pragma once

#include <cstdint>

#include "runtime/engine/objects.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

MAZURKA_OWN extern const ObjectKind kFutexQueueObject;

// The set of the threads that wait on the word at this address, a bit each.
uint64_t futex_waiters(uintptr_t address);
void set_futex_waiters(uintptr_t address, uint64_t waiters);

}  // namespace mazurka::runtime
