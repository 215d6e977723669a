// What the verbs have in common: how they complain, and checks and help texts of their options.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace mazurka {

// Says the sentence; the exit code of a wrong use.
inline int complain(const std::string& sentence) {
  fmt::print(stderr, "mazurka: {}\n", sentence);
  return 2;
}

// CLI11's own check complains with all digits of the largest number there is.
inline std::string check_positive(const std::string& text) {
  double number = 0;
  if (CLI::detail::lexical_cast(text, number) && number > 0) return "";
  return fmt::format("found '{}', expected a number greater than 0", text);
}

// "a|b|c"
template <class Value>
std::string names(Value last, std::string_view (*name)(Value)) {
  std::string result;
  for (int k = 0; k <= static_cast<int>(last); k++)
    result += fmt::format("{}{}", k == 0 ? "" : "|", name(static_cast<Value>(k)));
  return result;
}

}  // namespace mazurka
