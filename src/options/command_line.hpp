// Options on the command line of a verb.
#pragma once

#include <CLI/CLI.hpp>
#include <span>

#include "options/table.hpp"

namespace mazurka::options {

// Adds the rows that are for this verb; parsing fills the request, which must live as long as the verb.
void add_options(CLI::App& app, Verb verb, Request& request, std::span<const Option> rows = table());

}  // namespace mazurka::options
