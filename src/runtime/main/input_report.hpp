// Symbolic inputs in what is told to the supervisor. Checker's side.
#pragma once

#include <vector>

#include "explore/program.hpp"
#include "protocol/channel.hpp"

namespace mazurka::runtime {

// Of the current execution: the values of its inputs that are not 0, as small as they are found within a second.
std::vector<protocol::InputValue> values_of_inputs();
// Replay: under these the execution runs.
void use_values(const std::vector<protocol::InputValue>& values);
// Replay: the inputs that the execution met, and the constraints that its branches noted.
void append_inputs();

}  // namespace mazurka::runtime
