// How text for a person is laid out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace mazurka::report {

struct TextStyle {
  size_t width = 150;  // nothing is wider
  bool fits = false;   // not even the lines that tools look for, but for the last ones
  bool color = false;  // with escape sequences of terminals
  bool full = false;   // nothing is left out
};

enum class Ink : uint8_t { kBug, kGood, kDoubt, kFaint, kBold };
std::string colored(const std::string& text, Ink ink, const TextStyle& style);
// Each thread has a colour.
std::string colored_as_thread(const std::string& text, uint32_t thread, const TextStyle& style);

// Shortened, with "..." in its middle, if it is longer.
std::string fitted(const std::string& text, size_t width);

// Broken into lines at spaces; those after the first are indented.
std::string wrapped(const std::string& text, const TextStyle& style, size_t indent = 2);
// ... each of some lines, if all are to fit; else as they are.
std::string lines_of(const std::string& text, const TextStyle& style);

}  // namespace mazurka::report
