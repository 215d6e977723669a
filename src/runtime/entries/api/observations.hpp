// What the program lets us observe (mazurka_observe): values by name. Executions that end well come to an outcome, all
// values together, and each outcome is told once.
#pragma once

namespace mazurka::runtime {

// In any execution so far.
bool anything_is_observed();
// Checker's side: an execution has ended well.
void note_outcome();

}  // namespace mazurka::runtime
