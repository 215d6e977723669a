// What a program may do although it is not controlled: sockets to the outside, devices, other processes. Refused,
// unless
// --allow names it; the verdict then says that it was used. And random numbers, which are the same in every execution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka::runtime {

// User thread's side. The thread is stopped here unless this is allowed.
void need(protocol::Allowed what, const char* name, uint64_t pc);

// Random numbers: the same in every execution. Each thread has its own, which depend on nothing else but --random-seed.
void fill_random(void* memory, size_t bytes);
// ... for the program itself: the verdict says that it rests on them.
void give_random(void* memory, size_t bytes);
void note_random();
// Before the program begins: those that the kernel gives every process (AT_RANDOM) are replaced.
void replace_random_of_start();

}  // namespace mazurka::runtime
