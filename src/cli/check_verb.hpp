#pragma once

#include <CLI/CLI.hpp>

namespace mazurka {

// `mazurka check FILE... -- ARGUMENT...`: explores a native program.
void add_check_verb(CLI::App& app, int& exit_code);

// CLI11 takes what follows "--" for files. Keeps it for the verb check, if that is the one called, and gives the number
// of arguments that are left to parse.
int set_program_arguments_aside(int argc, char** argv);

}  // namespace mazurka
