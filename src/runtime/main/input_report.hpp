// Symbolic inputs in what is told to the supervisor. Checker's side.
#pragma once

#include <vector>

#include "explore/explorer.hpp"
#include "explore/program.hpp"
#include "protocol/channel.hpp"

namespace mazurka::runtime {

// Of the current execution: the values of its inputs that are not 0, as small as they are found within a second.
std::vector<protocol::InputValue> values_of_inputs();
// Replay: under these the execution runs.
void use_values(const std::vector<protocol::InputValue>& values);
// Replay: the inputs that the execution met, and the constraints that its branches noted.
void append_inputs();

// The name of what an execution led to, together with what its branches say of the inputs; the same if that is nothing.
uint64_t with_name_of_path(uint64_t outcome, const Execution& execution);

}  // namespace mazurka::runtime
