// What a call takes from the buffer of a FILE, if symbolic inputs are there: the C library looks at it, so it is fixed.
// (Calls that have a model take their bytes one by one: entries/symbolic/library_models.cpp.)
#pragma once

#include <stdio.h>

#include "runtime/engine/symbolic/followed_values.hpp"

namespace mazurka::runtime {

class TakenBytes {
 public:
  TakenBytes(const FILE* file, uint64_t pc) : file_(inputs_are_followed ? file : nullptr), pc_(pc) {
    if (file_ != nullptr) base_ = file->_IO_read_base, from_ = file->_IO_read_ptr;
  }
  ~TakenBytes() {
    if (file_ == nullptr || followed_values().call().follows_file) return;
    const char* from = file_->_IO_read_base == base_ && from_ <= file_->_IO_read_ptr ? from_ : file_->_IO_read_base;
    if (from == nullptr) return;
    // With the one at which it stopped.
    const char* end = file_->_IO_read_ptr < file_->_IO_read_end ? file_->_IO_read_ptr + 1 : file_->_IO_read_ptr;
    followed_values().fix_memory(reinterpret_cast<uintptr_t>(from), static_cast<size_t>(end - from), pc_);
  }
  TakenBytes(const TakenBytes&) = delete;
  TakenBytes& operator=(const TakenBytes&) = delete;

 private:
  const FILE* file_;
  const char *base_ = nullptr, *from_ = nullptr;
  uint64_t pc_;
};

}  // namespace mazurka::runtime
