// Random programs for the conformance test: small, and with few kinds of primitives each, so that rare combinations
// come often.
#pragma once

#include "base/dice.hpp"
#include "conformance/program.hpp"

namespace mazurka::conformance {

Program generate(Dice& dice);
// The same of critical sections that access plain memory, most of them nothing else.
Program generate_sections(Dice& dice);

}  // namespace mazurka::conformance
