// std::cin, std::cout, std::cerr, std::clog and those of wide characters: several threads may use them at once. All
// other streams of C++ belong to one thread at a time.
//
// User thread's side.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

bool is_standard_stream(uintptr_t stream);
// Is it the buffer of one of them?
bool is_standard_buffer(uintptr_t buffer);

// The part of a stream that its sides for reading and for writing have in common.
uintptr_t common_part(uintptr_t stream);

}  // namespace mazurka::runtime
