#include "cli/search_options.hpp"

#include <fmt/format.h>

#include <charconv>

namespace mazurka {

void add_search_options(CLI::App& verb, SearchArguments& arguments) {
  verb.add_option("--k", arguments.k,
                  "For qpor: how many events an alternative must exclude, 1, 2, 3, ... or optimal, which is what it is "
                  "without the option");
  verb.add_option("--preemption-bound", arguments.preemption_bound,
                  "Only executions with at most so many switches away from a thread that could go on (classic, naive)");
  verb.add_option("--context-bound", arguments.context_bound,
                  "Only executions with at most so many switches between threads (classic, naive)");
}

Algorithm default_algorithm(const SearchArguments& arguments) {
  return arguments.preemption_bound || arguments.context_bound ? Algorithm::kClassic : Algorithm::kPop;
}

Result<Options, std::string> search_options(const SearchArguments& arguments, Algorithm algorithm) {
  Options options;
  if (arguments.k) {
    if (algorithm != Algorithm::kQpor)
      return fmt::format("--k={} is for --algorithm=qpor, and the algorithm is {}", *arguments.k, name_of(algorithm));
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
  if (options.has_bound() && !takes_bounds(algorithm))
    return fmt::format(
        "{} would lose executions within a bound; --algorithm=classic takes --{}-bound, and so does naive",
        name_of(algorithm), arguments.context_bound ? "context" : "preemption");
  return options;
}

}  // namespace mazurka
