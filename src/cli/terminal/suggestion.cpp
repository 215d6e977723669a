#include "cli/terminal/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mazurka {

namespace {

// How many letters must be put in, left out or replaced to make one word of the other.
size_t distance(const std::string& from, const std::string& to) {
  std::vector<size_t> row(to.size() + 1);
  for (size_t k = 0; k <= to.size(); k++) row[k] = k;
  for (size_t i = 1; i <= from.size(); i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t k = 1; k <= to.size(); k++) {
      const size_t replaced = diagonal + (from[i - 1] == to[k - 1] ? 0 : 1);
      diagonal = row[k];
      row[k] = std::min({replaced, row[k] + 1, row[k - 1] + 1});
    }
  }
  return row[to.size()];
}

}  // namespace

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string name = word.substr(0, word.find('='));
  const std::string* nearest = nullptr;
  size_t least = std::min(std::max<size_t>(2, name.size() / 3) + 1, name.size());  // a short one is near to everything
  for (const std::string& candidate : known)
    if (const size_t here = distance(name, candidate); here < least) {
      least = here;
      nearest = &candidate;
    }
  return nearest == nullptr ? "" : fmt::format("; did you mean '{}'?", *nearest);
}

std::vector<std::string> names_of_verbs(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace mazurka
