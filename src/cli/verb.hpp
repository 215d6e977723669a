// What the verbs have in common: how they complain, and checks and help texts of their options.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "explore/algorithms.hpp"
#include "fleet/store.hpp"

namespace mazurka {

// Says the sentence; the exit code of a wrong use.
inline int complain(const std::string& sentence) {
  fmt::print(stderr, "mazurka: {}\n", sentence);
  return 2;
}

// How verbs open a store: they wait for a server that is down, for a minute.
inline fleet::OpenOptions patiently(bool create) {
  return {.create = create, .patience = std::chrono::seconds(60), .on_wait = [](const std::string& sentence) {
            fmt::print(stderr, "mazurka: {}; waiting for it for a minute\n", sentence);
          }};
}

inline std::string_view name_of(const Algorithm& algorithm) {
  return algorithm.name;
}

// The names of algorithms or policies: "a|b|c".
template <class Range>
std::string names_of(const Range& range, std::string_view between = "|") {
  std::string result;
  for (const auto& one : range) result += fmt::format("{}{}", result.empty() ? "" : between, name_of(one));
  return result;
}

}  // namespace mazurka
