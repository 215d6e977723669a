// The smallest programs that are known to break some form of some algorithm, each a named test for every algorithm.
// What each of them needs is told in docs/algorithms.md under the same name.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explore/explorer.hpp"
#include "toy/fuzz/comparison.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka::toy {
// Printed by gtest instead of the bytes.
static void PrintTo(const Variant& variant, std::ostream* out) {
  *out << name_of(variant);
}
}  // namespace mazurka::toy

namespace mazurka {
namespace {

struct SmallProgram {
  const char* name;
  const char* objects;
  const char* threads;          // separated by |
  uint64_t traces;              // where shared updates commute
  uint64_t ordered_traces = 0;  // where they do not, if that differs
  bool pairs = false;           // operations on two variables: pop may give up a run
};

const SmallProgram kPrograms[] = {
    // Races with blocking, the same for all algorithms.
    {"WalksBackPastDisabledWrites", "var x", "x = 1; x = 1 | await x == 0", 2},
    {"PendingOperationsRace", "var x; mutex m", "lock m | x = 1; lock m", 2},
    {"KindAfterReversal", "var x", "x = 1 | cas x, 1, 1", 2},
    {"AllRacingReads", "var x", "x = 1 | r = x | r = x", 4},
    // Independence must agree with happens-before.
    {"FailedCasIsARead", "var x", "r = x | cas x, 1, 1; x = 1", 2},
    {"FailedCasIsAReadInSleepSets", "var x, z", "r = x | r = cas z, 0, 2; if r { x = 1 } | z = 1; cas x, 2, 1; z = 0",
     7},
    // Classic and commuting reads with sleep sets.
    {"AddedThreadSleeps", "var x", "spawn T2; r = x | r = x | x = 1", 4},
    // Source.
    {"InitialsNotWeakInitials", "var x", "r = x; r = x | x = 1 | r = x", 6},
    {"RacesOfBlockedRuns", "var y, z", "r = z; if r == 1 { y = 1 } | z = 1; z = 0 | r = y", 4},
    // Optimal.
    {"OldRacesAreTestedAgain", "var x, z", "x = 1 | x = 1 | r = z; if r == 1 { x = 1 } | z = 1; z = 0", 10},
    // Failures: the thread is parked, the others run on.
    {"OthersRunOnAfterAFailure", "var x, y", "r = x; if !r { fail } | y = 1; x = 1", 2},
    // Pop: where the published algorithm loses or repeats executions.
    {"HeadIsInReadsOfItsSchedule", "var x, y", "x = 1 | r = y; r = x | r = x; y = r + 1", 7},
    {"EveryReadThatReachesTheExpression", "var x, y", "r = y; r = x | r = y; r = x | r = x; r = y | x = 2 | y = 1", 57},
    {"ExpressionsAdvanceOverLaterParts", "var x, y, z",
     "x = 1 | y = 1 | z = 1 | r = y; z = 5; r = x | r = z; r = y; r = x", 84},
    {"InnerWritesDiscardOnlyEmptyLevels", "var x, y", "r = y; r = x | r = y; r = x | r = y; r = x | x = 2 | y = 1", 64},
    {"EarlierSchedulesOnly", "var x, y", "r = y; r = x | r = y; r = x | x = 2; y = 0", 9},
    // Pop: the rules of the walk.
    {"WalksBackPastDisabledLocks", "mutex m", "lock m; unlock m | lock m", 2},
    {"PendingLocksRace", "mutex m", "lock m | lock m", 2},
    {"FreshMeansHeadIsNeeded", "var x; mutex m", "lock m; x = 1; unlock m | lock m | x = 1", 3},
    {"TieBreakOfPendingAwaits", "var x", "await x == 0 | x = 1 | await x == 0", 4},
    {"GuardInTheWalk", "var x", "await x == 0 | await x == 0 | x = 1; x = 0", 4},
    {"IsReadAfterTheReversal", "var x", "x = 1 | r = x | cas x, 0, 1", 5},
    {"KindInTheWorldOfTheReversedWrite", "var x", "x = 1 | r = x | cas x, 1, 1", 5},
    {"SecondEventStaysInThePath", "var x", "x = 2 | cas x, 2, 1 | r = x", 5},
    {"RecursionForWriteSchedulesToo", "var x", "cas x, 0, 2; x = 1 | r = x | cas x, 2, 2", 10},
    {"DeadSchedulesCountBeforeTheirDeath", "var x", "x = 0 | x = 0 | r = x | r = x", 18},
    // Choices.
    {"ChoiceAfterAWrite", "var x", "x = 1; r = choose 2 | x = 1", 4},
    {"WeakCasAndStore", "var x", "x = 1 | weak_cas x, 1, 1", 3},
    {"TwoWeakCas", "var x", "weak_cas x, 0, 2 | weak_cas x, 0, 2", 5},
    {"WeakCasAndLoad", "var x", "r = x | weak_cas x, 0, 1", 3},
    {"ChoiceBeforeALoad", "var x", "r = x | r = choose 2; s = x | x = 1", 8},
    {"WeakCasAndCopy", "var x, y", "r = x | weak_cas y, 0, 1 | copy y, x", 6, 0, true},
    // Condition variables.
    {"OneWaiter", "var x; mutex m; cond c", "lock m; wait c, m; r = x; unlock m | lock m; x = 1; signal c; unlock m",
     2},
    {"TwoWaiters", "var x; mutex m; cond c",
     "lock m; wait c, m; r = x; unlock m | lock m; wait c, m; r = x; unlock m | lock m; x = 1; signal c; unlock m", 10},
    {"ThreeWaiters", "var x; mutex m; cond c",
     "lock m; wait c, m; r = x; unlock m | lock m; wait c, m; r = x; unlock m | lock m; wait c, m; r = x; unlock m | "
     "lock m; x = 1; signal c; unlock m",
     66},
    // Several objects in one event.
    {"StoresAndPairLoad", "var x, y", "x = 2 | r, s = load2 x, y | y = 2", 4, 0, true},
    {"ThreePairLoads", "var x, y, z",
     "r, s = load2 x, z | x = 1 | r, s = load2 z, x; y = 1 | r, s = load2 x, y | z = 1", 49, 0, true},
    {"CutLeavesTheReversedEventOut", "var x, y", "r = x | y = 0 | copy y, x", 4, 0, true},
    // Commuting read-locks.
    {"TwoReadersOneWriter", "var x; rwlock w",
     "rdlock w; r = x; rdunlock w | rdlock w; r = x; rdunlock w | wrlock w; x = 1; wrunlock w", 4, 14},
    {"ThreeReadersOneWriter", "var x; rwlock w",
     "rdlock w; r = x; rdunlock w | rdlock w; r = x; rdunlock w | rdlock w; r = x; rdunlock w | "
     "wrlock w; x = 1; wrunlock w",
     8, 216},
    {"HolderOfAReadLockWaits", "var x; rwlock w",
     "rdlock w; x = 1; rdunlock w | rdlock w; await x != 0; rdunlock w | wrlock w", 7},
    // Where simplifications of exploration on unfoldings fail; good for the others too.
    {"LockOrderInversion", "mutex a, b", "lock a; lock b; unlock b; unlock a | lock b; lock a; unlock a; unlock b", 3},
    {"ReadThenWriteAgainstWrite", "var x", "r = x; x = 2 | x = 1", 3},
    {"TwoReadsAgainstWrite", "var x", "r = x; r = x | x = 1", 3},
    {"WritingOutcomeAfterLaterReads", "var x", "weak_cas x, 0, 0 | r = x | x = 0", 10},
    {"OutcomesOfOldEventsAreTestedAgain", "var x", "weak_cas x, 0, 0 | weak_cas x, 0, 0", 7},
    {"WritingOutcomesExcludeReadingOnes", "var x", "weak_cas x, 0, 0 | weak_cas x, 0, 0; r = x", 9},
    {"ExtensionsOfRunsGivenUp", "var x", "r = x | choose 2; r = choose 2; if r { x = 0 }", 6},
};

toy::Machine machine_for(const SmallProgram& program) {
  auto code = toy::compile_text(toy::text_of({program.objects, program.threads}));
  CHECK(code.ok(), "a program of the tests compiles");
  return toy::Machine(std::move(*code));
}

using Parameter = std::tuple<size_t, toy::Variant>;
class SmallPrograms : public testing::TestWithParam<Parameter> {};

TEST_P(SmallPrograms, ExploredExactly) {
  const SmallProgram& program = kPrograms[std::get<0>(GetParam())];
  const toy::Variant& variant = std::get<1>(GetParam());
  toy::Machine machine = machine_for(program);
  Equivalence equivalence = variant.algorithm->equivalence;
  toy::Census all = toy::take_census(machine, equivalence, {});
  ASSERT_TRUE(all.complete);
  bool ordered = !equivalence.commute_shared && program.ordered_traces != 0;
  EXPECT_EQ(all.traces.size(), ordered ? program.ordered_traces : program.traces);
  toy::Census census = all;
  if (variant.bound != kNoBound)
    census = toy::take_bounded_census(machine, equivalence, {}, variant.bound_kind, variant.bound);
  ASSERT_TRUE(census.complete);
  for (Policy policy : policies())
    for (uint64_t seed = 1; seed <= (policy == Policy::kRandom ? 10 : 1); seed++) {
      toy::ComparisonOptions options;
      options.policy = policy;
      options.seed = seed;
      options.max_interleavings = 100'000;
      options.pairs = program.pairs;
      options.traces_without_bound = all.traces.size();
      options.interleavings_without_bound = all.interleavings;
      toy::Verdict verdict = toy::compare(machine, census, variant, options);
      EXPECT_TRUE(!verdict.wrong()) << name_of(policy) << ", seed " << seed << ": " << verdict.complaint;
      EXPECT_TRUE(!variant.is_optimal() || program.pairs || verdict.blocked == 0) << name_of(policy);
    }
}

std::string test_name(const testing::TestParamInfo<Parameter>& info) {
  std::string name = std::string(kPrograms[std::get<0>(info.param)].name) + "_" + name_of(std::get<1>(info.param));
  std::string result;
  for (char c : name)
    if (c != '=' && c != '<') result += c == ' ' ? '_' : c;
  return result;
}

INSTANTIATE_TEST_SUITE_P(, SmallPrograms,
                         testing::Combine(testing::Range<size_t>(0, std::size(kPrograms)),
                                          testing::ValuesIn(toy::all_variants())),
                         test_name);

}  // namespace
}  // namespace mazurka
