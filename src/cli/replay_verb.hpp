#pragma once

#include <CLI/CLI.hpp>

namespace mazurka {

// `mazurka replay FILE.trace`: runs the one schedule that led to a bug.
void add_replay_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
