// Puts texts one after the other, without libc and its allocator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka::runtime {

// As much of the text as there is room for, with a 0 at its end.
inline void copy_text(char* into, size_t bytes, const char* text) {
  size_t k = 0;
  for (; k + 1 < bytes && text[k] != 0; k++) into[k] = text[k];
  into[k] = 0;
}

class Text {
 public:
  Text& add(const char* part) {
    for (; *part != 0 && used_ + 1 < sizeof text_; part++) text_[used_++] = *part;
    return *this;
  }
  Text& add_number(uint64_t number, uint32_t base = 10) {
    char digits[24];
    size_t count = 0;
    for (; number > 0 || count == 0; number /= base) digits[count++] = "0123456789abcdef"[number % base];
    while (count > 0 && used_ + 1 < sizeof text_) text_[used_++] = digits[--count];
    return *this;
  }
  Text& add_hex(uint64_t number) { return add("0x").add_number(number, 16); }
  const char* get() const { return text_; }

 private:
  char text_[protocol::kMessageBytes] = {};
  size_t used_ = 0;
};

}  // namespace mazurka::runtime
