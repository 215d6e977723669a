#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Makes the sem_t at this address a semaphore with that count.
void init_semaphore(void* address, uint32_t count);

}  // namespace mazurka::runtime
