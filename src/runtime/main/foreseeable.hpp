// Which programs have steps that may be foreseen (engine/foresight).
#pragma once

namespace mazurka::runtime {

// Checker's side, before main: looks at what the program calls.
void find_foreseeable_variables();

}  // namespace mazurka::runtime
