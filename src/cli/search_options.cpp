#include "cli/search_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "cli/verb.hpp"

namespace mazurka {

namespace {

// "a, b and c": those that have the property.
std::string those_with(bool Algorithm::*property) {
  std::vector<std::string_view> names;
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.*property) names.push_back(algorithm.name);
  std::string result;
  for (size_t k = 0; k < names.size(); k++)
    result += fmt::format("{}{}", k == 0 ? "" : k + 1 < names.size() ? ", " : " and ", names[k]);
  return result;
}

}  // namespace

void add_search_options(CLI::App& verb, SearchArguments& arguments) {
  verb.add_option("--k", arguments.k,
                  fmt::format("For {}: how many events an alternative must exclude, 1, 2, 3, ... or optimal, which is "
                              "what it is without the option",
                              those_with(&Algorithm::takes_k)));
  verb.add_option(
      "--preemption-bound", arguments.preemption_bound,
      fmt::format("Only executions with at most so many switches away from a thread that could go on; for {}",
                  those_with(&Algorithm::takes_bounds)));
  verb.add_option("--context-bound", arguments.context_bound,
                  fmt::format("Only executions with at most so many switches between threads; for {}",
                              those_with(&Algorithm::takes_bounds)));
}

std::string algorithm_help() {
  return fmt::format("One of {}; without it {}, or {} within a bound; 'mazurka algorithms' describes them",
                     names_of(algorithms()), default_algorithm().name, default_algorithm(true).name);
}

std::string sleep_sets_help() {
  return fmt::format("Run {} without sleep sets", those_with(&Algorithm::optional_sleep_sets));
}

Result<const Algorithm*, std::string> chosen_algorithm(const std::string& name, const SearchArguments& arguments) {
  if (name.empty()) return &default_algorithm(arguments.preemption_bound || arguments.context_bound);
  if (const Algorithm* algorithm = find_algorithm(name)) return algorithm;
  return fmt::format("unknown algorithm '{}'; expected one of {}", name, names_of(algorithms()));
}

Result<Options, std::string> search_options(const SearchArguments& arguments, const Algorithm& algorithm) {
  Options options;
  if (arguments.k) {
    if (!algorithm.takes_k)
      return fmt::format("--k={} is for --algorithm={}, and the algorithm is {}", *arguments.k,
                         those_with(&Algorithm::takes_k), algorithm.name);
    const char* end = arguments.k->data() + arguments.k->size();
    auto [rest, error] = std::from_chars(arguments.k->data(), end, options.k);
    bool is_number = error == std::errc() && rest == end && options.k != 0;
    if (*arguments.k == "optimal")
      options.k = 0;
    else if (!is_number)
      return fmt::format("--k={}: expected a number from 1 on, or optimal", *arguments.k);
  }
  options.preemption_bound = arguments.preemption_bound.value_or(kNoBound);
  options.context_bound = arguments.context_bound.value_or(kNoBound);
  if (arguments.preemption_bound && arguments.context_bound)
    return std::string("--preemption-bound and --context-bound exclude each other; expected one of them");
  if (options.has_bound() && !algorithm.takes_bounds)
    return fmt::format("{} would lose executions within a bound; --algorithm={} takes --{}-bound", algorithm.name,
                       default_algorithm(true).name, arguments.context_bound ? "context" : "preemption");
  return options;
}

}  // namespace mazurka
