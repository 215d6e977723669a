#pragma once

#include <CLI/CLI.hpp>

namespace mazurka {

// `mazurka toy FILE`: explores a program in the toy language.
void add_toy_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
