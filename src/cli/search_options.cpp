#include "cli/search_options.hpp"

#include <fmt/format.h>

#include <charconv>

namespace mazurka {

void add_search_options(CLI::App& verb, SearchArguments& arguments) {
  verb.add_option("--k", arguments.k,
                  "For qpor: how many events an alternative must exclude, 1, 2, 3, ... or optimal, which is what it is "
                  "without the option");
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
  return options;
}

}  // namespace mazurka
