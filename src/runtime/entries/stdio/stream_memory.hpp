// Memory of the program's that belongs to a FILE as long as it is open: the buffer that setvbuf() or fmemopen() was
// given, and the variables that open_memstream() sets. When the C library touches it nobody sees: every call on the
// FILE counts as a write of it.
//
// User thread's side.
#pragma once

#include <stdio.h>

#include <cstddef>
#include <cstdint>

namespace mazurka::runtime {

// `only_read`: the FILE is for reading, and the memory is what it reads.
void lend_memory(const FILE* file, const void* memory, size_t bytes, bool only_read = false);
// The variables that open_memstream() sets, and the text that they tell of, of characters of so many bytes.
void lend_text(const FILE* file, const void* text, const size_t* length, size_t character);
// It is closed, or gets other memory.
void give_back_memory(const FILE* file);

// A call on the FILE.
void touch_lent_memory(const FILE* file, uint64_t pc);

}  // namespace mazurka::runtime
