// Random operations and what they are made of: for the generator and the mutator.
#pragma once

#include <string>

#include "base/dice.hpp"
#include "toy/fuzz/features.hpp"
#include "toy/fuzz/tree.hpp"
#include "toy/language/ast.hpp"

namespace mazurka::toy {

// A register for a result: a new one, which is added to the scope, while there are few.
std::string result_register(Dice& dice, Scope& scope);

// With kIndexed it may be an element that depends on a register.
Reference random_variable(Dice& dice, Features features, const Scope& scope);

// A comparison of a register with a constant. Requires a register.
Expression random_condition(Dice& dice, const Scope& scope);
// One on an input, if there are any, or on a register.
Expression random_branch(Dice& dice, const Scope& scope);
// A value that depends on an input, of which the scope must have some.
Expression random_input(Dice& dice, const Scope& scope);

// One operation that is allowed wherever it stands: no locks, waits, spawns.
Statement random_operation(Dice& dice, Features features, Scope& scope);

}  // namespace mazurka::toy
