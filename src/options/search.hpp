// Options that depend on the algorithm.
#pragma once

#include <optional>
#include <string>

#include "explore/algorithms.hpp"
#include "options/request.hpp"

namespace mazurka::options {

// Chooses the algorithm and the scheduler if the user names none. Or says, in a sentence without a full stop, what the
// algorithm cannot take, and which one can.
std::optional<std::string> settle_search(Request& request);

// Why an exploration with --algorithm=auto does not go over to states; empty: it may.
std::string why_only_traces(const Request& request);

// "a, b and c": the algorithms that have the property.
std::string those_with(bool Algorithm::*property);

// The settings of a request for the explorer.
Options explorer_options(const protocol::Settings& settings);

}  // namespace mazurka::options
