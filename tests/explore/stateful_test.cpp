#include "explore/stateful/stateful.hpp"

#include <gtest/gtest.h>

#include <string>

#include "explore/algorithms.hpp"
#include "toy/fuzz/fuzzer.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/fuzz/state_comparison.hpp"
#include "toy/language/compiler.hpp"
#include "toy/oracle/oracle.hpp"
#include "toy/oracle/state_graph.hpp"

namespace mazurka {
namespace {

using toy::Features;

toy::Machine stateful_machine(const std::string& text) {
  auto code = toy::compile_text(text);
  CHECK(code.ok(), "a program of the tests compiles");
  return toy::Machine(std::move(*code));
}

toy::Machine stateful_machine(const char* objects, const char* threads) {
  return stateful_machine(toy::text_of({objects, threads}));
}

toy::ExplorerFactory without(Stateful::Rules rules) {
  return [rules](const Algorithm&, const Options& options) -> std::unique_ptr<Explorer> {
    return std::make_unique<Stateful>(options, rules);
  };
}

struct StatefulNobody final : Observer {
  bool on_execution(const Execution&) override { return true; }
};

const toy::Variant kStateful{.algorithm = &algorithm_named("stateful")};

// The first complaint under any policy.
std::string complaint(const toy::Machine& machine, Stateful::Rules rules, bool fuses = false) {
  for (Policy policy : policies())
    for (uint64_t seed = 1; seed <= (policy == Policy::kRandom ? 20 : 1); seed++) {
      Options options;
      options.policy = policy;
      options.seed = seed;
      options.fuses = fuses;
      toy::StateVerdict verdict = toy::compare_states(machine, [&](Program& program, Observer& observer) {
        return Stateful(options, rules).explore(program, observer);
      });
      EXPECT_TRUE(verdict.compared);
      if (!verdict.complaint.empty()) return verdict.complaint;
    }
  return "";
}

struct NeededRule {
  const char* name;
  const char* objects;
  const char* threads;  // separated by |
  size_t ends;
  Stateful::Rules rules;  // with which something is lost
};

// The smallest programs that need a rule: docs/algorithms.md tells of each, under the same name.
const NeededRule kNeededRules[] = {
    {"SummariesRaceAtAKnownState", "var x", "r = x; x = 1 | x = 0", 2, {.summaries = false}},
    {"WhatWaitsForEverRaces", "mutex m", "lock m | lock m", 2, {.pending = false}},
    {"WalksBackPastWhereItIsDisabled", "mutex m", "lock m | lock m; unlock m", 2, {.pending = false}},
    {"WalksOnOverSeveralWrites",
     "var x; mutex m",
     "r = trylock m; if r { x = 0; unlock m }; lock m | x = 1; lock m; x = 0; s = trylock m; unlock m",
     3,
     {.walks = false}},
};

class StatefulPrograms : public testing::TestWithParam<NeededRule> {};

TEST_P(StatefulPrograms, FindAllEnds) {
  toy::Machine machine = stateful_machine(GetParam().objects, GetParam().threads);
  EXPECT_EQ(toy::take_state_graph(machine, 10'000).seen.ends.size(), GetParam().ends);
  EXPECT_EQ(complaint(machine, {}), "");
  EXPECT_EQ(complaint(machine, {}, true), "");
  EXPECT_NE(complaint(machine, GetParam().rules), "");
}

INSTANTIATE_TEST_SUITE_P(, StatefulPrograms, testing::ValuesIn(kNeededRules),
                         [](const auto& program) { return program.param.name; });

// Races that a match would hide: on one way to the state the accesses are ordered by chance.
const char* const kHiddenRaces[][2] = {
    {"plain p; mutex m, n", "lock m; p = 0; unlock m | r = trylock m; if r { unlock m }; r = 0; lock n; s = p"},
    {"plain p; rwlock w, v", "rdlock w; rdunlock w; rdlock v; r = p | wrlock w; p = 0; wrunlock w"},
};

TEST(Stateful, AMatchIsRefusedIfAnAccessMayRace) {
  for (const auto& program : kHiddenRaces) {
    toy::Machine machine = stateful_machine(program[0], program[1]);
    EXPECT_TRUE(toy::take_state_graph(machine, 10'000).seen.has_race) << program[1];
    EXPECT_EQ(complaint(machine, {}), "") << program[1];
    EXPECT_EQ(complaint(machine, {}, true), "") << program[1];
    EXPECT_EQ(complaint(machine, {.refusals = false}), "misses data races") << program[1];
  }
}

struct RefusalProgram {
  const char* name;
  const char* objects;
  const char* threads;
  bool has_race;
};

// Programs in which states were explored again and again, since each match of them was refused.
const RefusalProgram kRefusalPrograms[] = {
    // A race that was found is no reason.
    {"KnownRaces", "plain p; var z",
     "fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1 | "
     "fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; p = 1; z = 0 | "
     "p = 2",
     true},
    {"Fuzz20261210Program47673", "plain x; var y; mutex m, n, guard; cond c",
     "lock m; timedwait c, m; unlock m; signal c; r = x | "
     "r = y; x = 0; lock guard; unlock guard; r = y; signal c | "
     "signal c; lock n; timedwait c, n; lock m; wait c, m",
     true},
    // Nor is that the second thread may come to know of the write by m, or by n: whichever it is, it knows.
    {"EitherOfTwoLocks", "plain p; var z; mutex m, n",
     "fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1 | "
     "fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; fetch_add z, 1; r = z; "
     "if r == 12 { lock m; s = p; unlock m } else { lock n; s = p; unlock n } | "
     "lock m; lock n; p = 1; unlock n; unlock m",
     false},
};

class RefusalPrograms : public testing::TestWithParam<RefusalProgram> {};

TEST_P(RefusalPrograms, TakeFewRuns) {
  toy::Machine machine = stateful_machine(GetParam().objects, GetParam().threads);
  const toy::StateGraph graph = toy::take_state_graph(machine, 20'000);
  EXPECT_EQ(graph.seen.has_race, GetParam().has_race);
  EXPECT_EQ(complaint(machine, {}), "");
  for (Policy policy : policies()) {
    StatefulNobody nobody;
    Options options;
    options.policy = policy;
    options.predicts = false;
    const Statistics statistics = Stateful(options).explore(machine, nobody);
    EXPECT_LT(statistics.executions + statistics.blocked, graph.steps);
  }
}

INSTANTIATE_TEST_SUITE_P(, RefusalPrograms, testing::ValuesIn(kRefusalPrograms),
                         [](const auto& program) { return program.param.name; });

TEST(Stateful, ReadLocksDoNotOrderReaders) {
  toy::Machine machine =
      stateful_machine("plain x; rwlock w", "rdlock w; r = x; rdunlock w | rdlock w; x = 0; rdunlock w");
  EXPECT_TRUE(toy::take_state_graph(machine, 10'000).seen.has_race);
  EXPECT_EQ(complaint(machine, {}), "");
}

// What is handed over by a store is ordered; what comes by another thread's store is not.
TEST(Stateful, AStoreHandsOverWhatItsThreadKnows) {
  const auto has_race = [](const char* threads) {
    toy::Machine machine = stateful_machine("plain p; var x", threads);
    EXPECT_EQ(complaint(machine, {}), "");
    return toy::take_state_graph(machine, 10'000).seen.has_race;
  };
  EXPECT_FALSE(has_race("p = 1; x = 1 | r = x; if r == 1 { s = p }"));
  EXPECT_FALSE(has_race("p = 1; x = 1 | fetch_add x, 1 | r = x; if r == 2 { s = p }"));
  EXPECT_TRUE(has_race("p = 1; x = 1 | x = 2 | r = x; if r == 2 { p = 2 }"));
}

struct FusedProgram {
  const char* name;
  const char* objects;
  const char* threads;
  bool has_race;
  Stateful::Rules rules;  // with which something is lost; all of them: nothing is
};

// Critical sections that are one event: what they need.
const FusedProgram kFusedPrograms[] = {
    {"WhatSectionsAccessAreObjects",
     "plain p; mutex m; var x",
     "lock m; p = 1; unlock m | lock m; r = p; unlock m; x = r",
     false,
     {.uses = false}},
    {"WhoLooksSeesThatAMutexIsHeld",
     "plain p; mutex m; var x",
     "lock m; p = 1; unlock m | r = trylock m; x = r; if r { unlock m }",
     false,
     {.watchers = false}},
    // Each mutex orders what is done under it only: the two sections are dependent, and race.
    {"EachMutexOrdersItsOwnSections",
     "plain p; mutex m, n",
     "lock n; r = p; unlock n | lock m; p = 0; unlock m",
     true,
     {}},
    // The sections commute, so that one order is explored only: in the other one p races.
    {"SectionsThatCommuteOrderNothing",
     "plain p, q, s; mutex m",
     "p = 0; lock m; q = 1; unlock m | lock m; s = 1; unlock m; r = p",
     true,
     {}},
    {"ReadersDoNotOrderEachOther",
     "plain p, q; mutex m",
     "p = 0; lock m; r = q; unlock m | lock m; r = q; unlock m; s = p",
     true,
     {}},
    // Handed over under a mutex: no race.
    {"WhatIsHandedOverDoesNotRace",
     "plain p, q; mutex m",
     "p = 1; lock m; q = 1; unlock m | lock m; r = q; unlock m; if r { s = p }",
     false,
     {}},
    // A section that does more is ordered with all others.
    {"OtherSectionsAreOrderedWithAll",
     "plain p, q; mutex m; var x",
     "lock m; p = 1; unlock m | lock m; x = 1; s = p; q = s; unlock m | lock m; r = q; unlock m",
     false,
     {}},
    {"ASectionMayBeLeftByAWait",
     "plain p; mutex m; cond c",
     "lock m; r = p; if r == 0 { wait c, m }; p = 2; unlock m | lock m; p = 1; unlock m; signal c",
     false,
     {}},
};

class FusedPrograms : public testing::TestWithParam<FusedProgram> {};

TEST_P(FusedPrograms, FindAll) {
  toy::Machine machine = stateful_machine(GetParam().objects, GetParam().threads);
  EXPECT_EQ(toy::take_state_graph(machine, 10'000).seen.has_race, GetParam().has_race);
  EXPECT_EQ(complaint(machine, {}, true), "");
  if (!GetParam().rules.uses || !GetParam().rules.watchers) {
    EXPECT_NE(complaint(machine, GetParam().rules, true), "");
  }
}

INSTANTIATE_TEST_SUITE_P(, FusedPrograms, testing::ValuesIn(kFusedPrograms),
                         [](const auto& program) { return program.param.name; });

TEST(Stateful, EndsAreThoseOfAllTraces) {
  for (const toy::Seed& seed : toy::all_seeds()) {
    toy::Machine machine(std::move(*toy::compile(toy::source_of(seed))));
    if (machine.inputs() != nullptr) continue;
    machine.set_step_limit(8);
    std::set<toy::StateWords> ends;
    toy::Census census = toy::take_census(machine, Equivalence{}, {100'000, 10'000},
                                          [&](std::span<const Event>, const toy::Machine& end) {
                                            toy::StateWords words;
                                            end.append_state(words);
                                            ends.insert(words);
                                          });
    ASSERT_TRUE(census.complete);
    EXPECT_EQ(ends, toy::take_state_graph(machine, 100'000).seen.ends) << toy::text_of(seed);
  }
}

// Programs until the fuzzer finds something; 0 if it does not.
uint64_t programs_to_find(Stateful::Rules rules, bool plain = false, bool fuses = false) {
  toy::FuzzOptions options;
  options.programs = 20'000;
  options.variants = {kStateful};
  options.variants[0].plain = plain;
  options.variants[0].fuses = fuses;
  options.max_mismatches = 1;
  options.features = {toy::Feature::kBranches, toy::Feature::kLocks, toy::Feature::kTryLock, toy::Feature::kConditions,
                      toy::Feature::kTimedWaits};
  options.factory = without(rules);
  toy::FuzzResult result = toy::fuzz(options);
  return result.mismatches.empty() ? 0 : result.programs;
}

TEST(Stateful, TheFuzzerNoticesAMissingRule) {
  EXPECT_GT(programs_to_find({.summaries = false}), 0u);
  EXPECT_GT(programs_to_find({.pending = false}), 0u);
  EXPECT_GT(programs_to_find({.walks = false}), 0u);
  EXPECT_GT(programs_to_find({.refusals = false}, true), 0u);
  EXPECT_GT(programs_to_find({.uses = false}, true, true), 0u);
  EXPECT_GT(programs_to_find({.watchers = false}, true, true), 0u);
}

// What commutes takes one run, and few states.
TEST(Stateful, SectionsThatAreApartAreTakenInOneOrder) {
  toy::Machine machine =
      stateful_machine("plain a[5]; mutex m; thread A[5] { lock m; r = a[me]; a[me] = r + 1; unlock m }");
  StatefulNobody nobody;
  Options options;
  const Statistics apart = make_explorer(*kStateful.algorithm, options)->explore(machine, nobody);
  options.fuses = true;
  const Statistics fused = make_explorer(*kStateful.algorithm, options)->explore(machine, nobody);
  EXPECT_TRUE(fused.complete);
  EXPECT_EQ(fused.executions + fused.blocked, 1u);
  EXPECT_GT(apart.executions + apart.blocked, 20u);
}

// n threads that add to a counter under a lock: n! traces, but few states.
TEST(Stateful, ManyTracesFewStates) {
  toy::Machine machine = stateful_machine("var x; mutex m; thread A[7] { lock m; r = x; x = r + 1; unlock m }");
  StatefulNobody nobody;
  Statistics statistics = make_explorer(*kStateful.algorithm, {})->explore(machine, nobody);
  EXPECT_TRUE(statistics.complete);
  EXPECT_LT(statistics.executions + statistics.blocked, 1'000u);
}

}  // namespace
}  // namespace mazurka
