#pragma once

#include <CLI/CLI.hpp>

namespace mazurka {

void add_work_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
