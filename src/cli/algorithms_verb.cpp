// `mazurka algorithms`: the table of explore/algorithms.hpp for people, and for scripts: names are the first column,
// what an algorithm can do the second, as words with commas between them, or "-".
#include "cli/algorithms_verb.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "explore/algorithms.hpp"

namespace mazurka {

namespace {

struct Property {
  std::string_view word;
  bool Algorithm::*value;
};
constexpr Property kProperties[] = {{"optimal", &Algorithm::optimal},
                                    {"interleavings", &Algorithm::all_interleavings},
                                    {"bounds", &Algorithm::takes_bounds},
                                    {"k", &Algorithm::takes_k},
                                    {"no-sleep-sets", &Algorithm::optional_sleep_sets},
                                    {"states", &Algorithm::merges_states}};

std::string properties_of(const Algorithm& algorithm) {
  std::string words;
  for (const Property& property : kProperties)
    if (algorithm.*property.value) words += fmt::format("{}{}", words.empty() ? "" : ",", property.word);
  return words.empty() ? "-" : words;
}

}  // namespace

void add_algorithms_verb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("algorithms", "List the exploration algorithms");
  verb->footer(
      "A line for each: name, properties, summary. Properties: optimal (explores each trace once and gives up no "
      "run),\n"
      "interleavings (reduces nothing), bounds (takes --preemption-bound and --context-bound), k (takes --k),\n"
      "no-sleep-sets (takes --no-sleep-sets), and states (explores what follows a state once, and does not count "
      "traces);\n"
      "'-' if it has none of them.");
  verb->callback([&exit_code] {
    for (const Algorithm& algorithm : algorithms())
      fmt::print("{:<10} {:<22} {}\n", algorithm.name, properties_of(algorithm), algorithm.summary);
    exit_code = 0;
  });
}

}  // namespace mazurka
