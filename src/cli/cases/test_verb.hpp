#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mazurka {

// `mazurka test PROGRAM [FILTER]`: checks each case of a test program by itself. `words` are those behind the verb as
// they were given: a check of a case gets its options from there.
void add_test_verb(CLI::App& app, const std::vector<char*>& words, const std::vector<std::string>& program_arguments,
                   int& exit_code);

}  // namespace mazurka
