// Random small programs for the fuzzer, as syntax trees.
//
// A program uses a mix of features. Small mixes find more than everything at once: with few kinds of operations on few
// variables, the rare combinations come often. Generated programs never break a rule of the language (an unlock by a
// thread that does not hold the mutex, a wait without it); deadlocks are wanted.
#pragma once

#include "base/dice.hpp"
#include "toy/fuzz/features.hpp"
#include "toy/language/ast.hpp"

namespace mazurka::toy {

// A few of the allowed features, now and then all of them.
Features pick_mix(Dice& dice, Features allowed);

// A program of 2 to 5 threads. Its loops need not end: run it with a step limit.
Source generate(Dice& dice, Features features);

}  // namespace mazurka::toy
