// How many threads the program has, for those who ask for the number. Only then is it a step to begin or to end one.
//
// User thread's side.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

uint32_t count_threads(const char* name, uint64_t pc);

// The current thread makes one next. (Who sees it counted before it is there sees what it would see a moment later.)
void count_new_thread(const char* name, uint64_t pc);

}  // namespace mazurka::runtime
