// What a system call reads or writes: one piece of the program's memory, or several.
#pragma once

#include <string.h>
#include <sys/uio.h>

#include <algorithm>
#include <cstddef>

namespace mazurka::runtime {

struct Transfer {
  const iovec* pieces;
  int count;
  iovec single;

  Transfer(void* memory, size_t bytes) : pieces(&single), count(1), single{memory, bytes} {}
  Transfer(const iovec* vector, int length) : pieces(vector), count(length), single{} {}
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  size_t bytes() const {
    size_t sum = 0;
    for (int k = 0; k < count; k++) sum += pieces[k].iov_len;
    return sum;
  }

  // Copies bytes into the memory, from its beginning on.
  void put(const char* from, size_t bytes) const {
    for (int k = 0; k < count && bytes > 0; k++) {
      size_t part = std::min(bytes, pieces[k].iov_len);
      memcpy(pieces[k].iov_base, from, part);
      from += part;
      bytes -= part;
    }
  }
  // Calls `add` for the bytes [begin, begin + bytes).
  template <class Add>
  void get(size_t begin, size_t bytes, Add add) const {
    for (int k = 0; k < count && bytes > 0; k++) {
      size_t length = pieces[k].iov_len;
      if (begin < length) {
        size_t part = std::min(bytes, length - begin);
        add(static_cast<const char*>(pieces[k].iov_base) + begin, part);
        bytes -= part;
        begin += part;
      }
      begin -= length;
    }
  }
};

}  // namespace mazurka::runtime
