// Options of `mazurka toy` and `mazurka check` that only some algorithms take.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "explore/algorithms.hpp"

namespace mazurka {

struct SearchArguments {
  std::optional<std::string> k;
  std::optional<uint32_t> preemption_bound;
  std::optional<uint32_t> context_bound;
};

void add_search_options(CLI::App& verb, SearchArguments& arguments);

// The algorithm of this name, or the one to take if the name is empty; or a sentence that lists those there are.
Result<const Algorithm*, std::string> chosen_algorithm(const std::string& name, const SearchArguments& arguments);

// What --algorithm and --no-sleep-sets say of themselves.
std::string algorithm_help();
std::string sleep_sets_help();

// What the algorithm makes of them; or a sentence that says what it cannot take, and which algorithm can.
Result<Options, std::string> search_options(const SearchArguments& arguments, const Algorithm& algorithm);

}  // namespace mazurka
