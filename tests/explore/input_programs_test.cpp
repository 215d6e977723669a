// The smallest programs with inputs that are known to break some form of exploring them, each a named test for every
// algorithm. What each of them needs is told in docs/algorithms.md under the same name.
#include <gtest/gtest.h>

#include <string>

#include "toy/fuzz/comparison.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka {
namespace {

struct InputProgram {
  const char* name;
  const char* declarations;
  const char* threads;  // separated by |
  uint64_t traces;      // with what they say of the input
};

const InputProgram kPrograms[] = {
    {"RacesUnderOneInputOnly", "input i in 0..1; var x", "x = 1; if i { s = 1 } | x = 2", 4},
    {"BranchesOfTheHeadDoNotCount", "input i in 0..1; var x", "x = 1; if i { s = 1 } | r = x; if i { s = 1 }", 4},
    {"FlippedEventsDoNotRaceAgain", "input i in 0..1; var x", "r = x | x = 1; if i { s = 1 }", 4},
    {"PendingNeedsAllBranches", "input i in 0..1; var x", "x = 1; if i { s = 1 } | await x != 1", 4},
    {"BranchesBeforeAnyEvent", "input i in 0..1; var x", "if i { s = 1 }; r = x | x = 1", 4},
    {"NoFlipsOfRepeatedEvents", "input i in 0..1; var x, y", "r = x | y = 1; if i { s = 1 }; x = 1", 4},
    {"SchedulesAreComparedByModels", "input i in 0..1; var x, y", "x = 1 | r = y; if i { r = x } | r = x", 6},
    {"ModelsAndNotOutcomes", "input i in 0..1; var x, y", "x = 1 | y = 1; if i { s = 1 } | r = x | r = y; r = x", 16},
    {"PrefixIsInBothSets", "input i in 0..3; var x", "if i == 3 { x = 0 } | await x != 2 | r = x", 5},
    {"NestedWalksCompareToo", "input i in 0..1; var x, y, z",
     "x = 1; r = y; y = 1 | z = 1 | r = y; z = 5; r = x | r = z; if i { s = 1 }; r = y; r = x", 96},
    {"TheSameBranchAgain", "input i in 0..2; var a[3]", "a[i] = 1", 3},
    {"InputsOutsideOfAllSeen", "input i in 0..2", "choose 1; if i > 0 { s = 1 } | choose 1; if i != 1 { s = 1 }", 3},
    // What follows from how the toy language follows values.
    {"ValuesStayUncertainInVariables", "input i in 0..3; var x", "x = i | r = x; if r == 2 { s = 1 }", 3},
    {"WhatIsAwaitedIsMadeCertain", "input i in 0..2; var x", "x = i | await x == 2", 3},
    {"WhatIsComparedIsMadeCertain", "input i in 0..1; var x", "x = i | cas x, 1, 2", 4},
    {"SpawnedThreadsBranchAtTheSpawn", "input i in 0..1; var x", "spawn T2; x = 1 | if i { s = 1 }; r = x", 4},
    {"SumsAreFollowed", "input i in 0..3; var x", "r = fetch_add x, i | r = fetch_add x, 1; if r > 1 { s = 1 }", 3},
    {"TagsAreMadeCertain", "input i in 0..1; var x; mailbox q", "r = x; receive q tag r | send q 0; x = i", 3},
    {"TwoInputs", "input i in 0..1, j in 0..1; var x", "x = i; if i == j { x = 2 } | r = x", 5},
    {"FailuresOfOneInput", "input i in 0..3; var x", "x = i | r = x; assert r != 3", 3},
    {"DivisionBranches", "input i in 0..3; var x", "if i > 0 { x = 6 / i } | r = x; if r == 3 { s = 1 }", 4},
};

class InputPrograms : public testing::TestWithParam<InputProgram> {};

TEST_P(InputPrograms, ExploredExactly) {
  const InputProgram& program = GetParam();
  auto code = toy::compile_text(toy::text_of({program.declarations, program.threads}));
  ASSERT_TRUE(code.ok()) << to_string(code.error());
  toy::Machine machine(std::move(*code));
  toy::Census all = toy::take_census(machine, {}, {});
  ASSERT_TRUE(all.complete);
  EXPECT_EQ(all.traces.size(), program.traces);
  for (const toy::Variant& variant : toy::all_variants())
    for (Policy policy : policies())
      // The seed also decides which model of a set is the canonical one, in three ways.
      for (uint64_t seed = 1; seed <= (policy == Policy::kRandom ? 12 : 3); seed++) {
        toy::Census census = all;
        if (variant.bound != kNoBound)
          census =
              toy::take_bounded_census(machine, variant.algorithm->equivalence, {}, variant.bound_kind, variant.bound);
        toy::ComparisonOptions options;
        options.policy = policy;
        options.seed = seed;
        options.traces_without_bound = all.traces.size();
        options.interleavings_without_bound = all.interleavings;
        toy::Verdict verdict = toy::compare(machine, census, variant, options);
        EXPECT_FALSE(verdict.wrong()) << name_of(variant) << ", " << name_of(policy) << ", seed " << seed << ": "
                                      << verdict.complaint << ", " << verdict.executions << " executions";
        EXPECT_TRUE(!variant.is_optimal() || verdict.blocked == 0) << name_of(variant);
      }
}

INSTANTIATE_TEST_SUITE_P(, InputPrograms, testing::ValuesIn(kPrograms),
                         [](const auto& program) { return program.param.name; });

}  // namespace
}  // namespace mazurka
