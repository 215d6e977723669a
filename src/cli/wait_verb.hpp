#pragma once

#include <CLI/CLI.hpp>

namespace mazurka {

void add_wait_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
