// What a user may have meant by a word that is not known.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace mazurka {

// "; did you mean '--max-time'?" for the nearest of the known words; empty if none is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

// The names of an app's verbs, and of its options with their dashes.
std::vector<std::string> names_of_verbs(const CLI::App& app);
std::vector<std::string> names_of_options(const CLI::App& app);

}  // namespace mazurka
