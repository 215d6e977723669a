#include "report/text/style.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mazurka::report {

namespace {
std::string in_code(const std::string& text, const char* code, const TextStyle& style) {
  return style.color && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}
}  // namespace

std::string colored(const std::string& text, Ink ink, const TextStyle& style) {
  switch (ink) {
    case Ink::kBug: return in_code(text, "1;31", style);
    case Ink::kGood: return in_code(text, "1;32", style);
    case Ink::kDoubt: return in_code(text, "1;33", style);
    case Ink::kFaint: return in_code(text, "2", style);
    case Ink::kBold: return in_code(text, "1", style);
  }
  return text;
}

std::string colored_as_thread(const std::string& text, uint32_t thread, const TextStyle& style) {
  static constexpr const char* kCodes[] = {"36", "33", "35", "32", "34", "31"};
  return in_code(text, kCodes[thread % (sizeof kCodes / sizeof kCodes[0])], style);
}

std::string fitted(const std::string& text, size_t width) {
  constexpr size_t kLeast = 8;
  if (text.size() <= width || width < kLeast) return text;
  const size_t tail = (width - 3) / 2, head = width - 3 - tail;
  // Not in the middle of a character of UTF-8.
  const auto is_inside = [&](size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; };
  size_t left = head, right = text.size() - tail;
  while (left > 0 && is_inside(left)) left--;
  while (right < text.size() && is_inside(right)) right++;
  return text.substr(0, left) + "..." + text.substr(right);
}

std::string wrapped(const std::string& text, const TextStyle& style, size_t indent) {
  std::string out;
  size_t column = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find(' ', at);
    // (The unit at the end, as in "0.01 s)", stays with its number.)
    constexpr size_t kUnit = 3;
    if (end == std::string::npos || text.size() - end <= kUnit) end = text.size();
    const size_t word = end - at;
    if (column != 0 && column + 1 + word > style.width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column != 0) {
      out += ' ';
      column++;
    }
    out.append(text, at, word);
    column += word;
    at = end + 1;
  }
  return out;
}

std::string lines_of(const std::string& text, const TextStyle& style) {
  if (!style.fits) return text;
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const size_t first = std::min(text.find_first_not_of(' ', at), end);
    const std::string blanks = text.substr(at, first - at);
    TextStyle narrower = style;
    narrower.width -= std::min(blanks.size(), style.width / 2);
    std::string line = wrapped(text.substr(first, end - first), narrower);
    for (size_t next = 0; (next = line.find('\n', next)) != line.npos; next++) line.insert(next + 1, blanks);
    out += blanks + line + (end < text.size() ? "\n" : "");
    at = end + 1;
  }
  return out;
}

}  // namespace mazurka::report
