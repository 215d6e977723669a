#pragma once

#include <CLI/CLI.hpp>

namespace mazurka {

// `mazurka doctor`: tells whether this machine can check native programs, and what has to do without.
void add_doctor_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
