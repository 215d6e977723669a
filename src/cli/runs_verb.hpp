#pragma once

#include <CLI/CLI.hpp>

namespace mazurka {

// `mazurka runs STORE`: the runs of a store of work, with their progress.
void add_runs_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
