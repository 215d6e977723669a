#pragma once

#include <CLI/CLI.hpp>

namespace mazurka {

// `mazurka algorithms`: a line for each exploration algorithm, with its name, what it can do and a summary.
void add_algorithms_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
