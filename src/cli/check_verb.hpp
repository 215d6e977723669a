#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mazurka {

// `mazurka check FILE... -- ARGUMENT...`: explores a native program. CLI11 takes what follows "--" for files, so the
// program's arguments come from split_program_arguments.
void add_check_verb(CLI::App& app, const std::vector<std::string>& program_arguments, int& exit_code);

// `mazurka run PROGRAM ARGUMENT...`: the same, but everything behind the program is for it.
void add_run_verb(CLI::App& app, const std::vector<std::string>& program_arguments, int& exit_code);
// `mazurka case`: the same as check, for other processes of ours.
void add_case_verb(CLI::App& app, const std::vector<std::string>& program_arguments, int& exit_code);

struct SplitArguments {
  int parsed;                        // so many are left to parse
  std::vector<std::string> program;  // and these are for the program
};

// Only verbs that have a program: what is behind "--", or behind the program of run.
SplitArguments split_program_arguments(int argc, char** argv);

}  // namespace mazurka
