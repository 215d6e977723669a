// What the verbs have in common: how they complain.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace mazurka {

// Says the sentence; the exit code of a wrong use.
inline int complain(const std::string& sentence) {
  fmt::print(stderr, "mazurka: {}\n", sentence);
  return 2;
}

}  // namespace mazurka
