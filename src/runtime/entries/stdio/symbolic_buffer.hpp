// What a call may take from the buffer of a FILE, if symbolic inputs are there: the C library looks at it, so it is
// fixed before. (Calls that have a model take their bytes one by one: entries/symbolic/library_models.cpp. What is read
// into the buffer by the call itself is fixed there: kernel/files/file_calls.cpp.)
#pragma once

#include <stdio.h>

#include "runtime/engine/program_code.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"

namespace mazurka::runtime {

// Calls of ours within a call of the program's are at its place.
inline void note_library_place(uint64_t pc) {
  if (inputs_are_followed && is_program_code(pc)) followed_values().call().library_place = pc;
}

inline void fix_buffer(const FILE* file, uint64_t pc) {
  if (!inputs_are_followed || file == nullptr || followed_values().call().follows_file) return;
  note_library_place(pc);
  followed_values().fix_memory(reinterpret_cast<uintptr_t>(file->_IO_read_ptr),
                               static_cast<size_t>(file->_IO_read_end - file->_IO_read_ptr),
                               followed_values().call().library_place);
}

}  // namespace mazurka::runtime
