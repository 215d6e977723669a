// What a condition variable (entries/sync/condition.cpp) needs of its mutex (entries/sync/mutex.cpp).
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// User thread's side, all of these: does the current thread hold it?
bool holds_mutex(const void* mutex);
// Returns how often it was locked, for when it is locked again.
uint32_t unlock_to_wait(void* mutex, const char* name, uint64_t pc);
// 0 or an error of <errno.h>.
int lock_after_wait(void* mutex, uint32_t depth, const char* name, uint64_t pc);

}  // namespace mazurka::runtime
