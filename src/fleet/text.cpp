#include "fleet/text.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace mazurka::fleet {

namespace {

// How many bytes the character at the beginning has; 0 if there is none.
size_t character_size(std::string_view text) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first == 0 ? 0 : 1;
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (size_t k = 1; k < size; k++)
    if ((byte(k) & 0xc0) != 0x80) return 0;
  // Longer than needed, halves of pairs, beyond the last character.
  if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)) return 0;
  if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)) return 0;
  return size;
}

}  // namespace

std::string storable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t size = character_size(text);
    if (size == 0)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else
      result += text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return result;
}

}  // namespace mazurka::fleet
