// What a condition variable (entries/sync/condition.cpp) needs of its mutex (entries/sync/mutex.cpp).
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// User thread's side, all of these: does the current thread hold it?
bool holds_mutex(const void* mutex);
// Is a thread that unlocks it without having it told so?
bool checks_owner(const void* mutex);
// Once. If it is locked more often than that, the thread still has it while it waits.
void unlock_to_wait(void* mutex, const char* name, uint64_t pc);
// 0 or an error of <errno.h>.
int lock_after_wait(void* mutex, const char* name, uint64_t pc);

}  // namespace mazurka::runtime
