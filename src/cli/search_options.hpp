// Options of `mazurka toy` and `mazurka check` that only some algorithms take.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "explore/explorer.hpp"

namespace mazurka {

struct SearchArguments {
  std::optional<std::string> k;
  std::optional<uint32_t> preemption_bound;
  std::optional<uint32_t> context_bound;
};

void add_search_options(CLI::App& verb, SearchArguments& arguments);

// The algorithm to take if the user names none.
Algorithm default_algorithm(const SearchArguments& arguments);

// What the algorithm makes of them; or a sentence that says what it cannot take, and which algorithm can.
Result<Options, std::string> search_options(const SearchArguments& arguments, Algorithm algorithm);

}  // namespace mazurka
