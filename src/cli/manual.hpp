// Manual pages and completions for shells, made of the same help texts that `--help` shows.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace mazurka {

// For man: of the program as a whole, or of a verb.
std::string man_page(const CLI::App& app, const CLI::App* verb, const std::string& version);

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);

// `mazurka manual DIR`, which is not for people: writes all of them there. The build calls it.
void add_manual_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
