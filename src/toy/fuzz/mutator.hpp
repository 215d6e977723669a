// Small random changes to programs, and a pool of programs worth changing.
#pragma once

#include <cstdint>
#include <vector>

#include "base/dice.hpp"
#include "toy/fuzz/features.hpp"
#include "toy/language/ast.hpp"

namespace mazurka::toy {

// Changes a program a little: another variable or constant, an operation more, less or replaced, two in another order,
// another thread. New operations use these features. What compiled before compiles afterwards; that the mutant breaks
// no rule when it runs (it may now unlock what it does not hold) is likely, not certain.
void mutate(Dice& dice, Features features, Source& source);

// The seeds, and mutants that turned out to have many traces.
class MutantPool {
 public:
  // Mutants use features that are allowed, and those that are `always` there.
  explicit MutantPool(Features allowed, Features always = {});

  // A program of the pool after a few mutations.
  Source mutant(Dice& dice);

  // May take the program in, if it has many traces.
  void offer(Dice& dice, const Source& source, uint64_t traces);

  const std::vector<Source>& programs() const { return programs_; }

 private:
  Features allowed_;
  Features always_;
  size_t seeds_ = 0;
  std::vector<Source> programs_;
};

}  // namespace mazurka::toy
