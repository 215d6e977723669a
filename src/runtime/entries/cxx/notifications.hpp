// How often the threads that wait for a change of an atomic were notified, by the atomic's address: for libc++.
//
// Kept outside of the program's memory, which has no room for it: at the base nobody was.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

int32_t notifications_of(uintptr_t address);

// Before main: makes what libc++ would otherwise make in the first thread that starts or throws, whichever that is.
void prepare_libcxx();

}  // namespace mazurka::runtime
