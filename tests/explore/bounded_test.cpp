#include "explore/backtrack/bounded.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "toy/fuzz/comparison.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/oracle/bounded_oracle.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka {
namespace {

using toy::BoundKind;

toy::Machine machine_for(const toy::Seed& seed) {
  auto code = toy::compile_text(toy::text_of(seed));
  CHECK(code.ok(), "a program of the tests compiles");
  return toy::Machine(std::move(*code));
}

size_t traces_within(const char* objects, const char* threads, BoundKind kind, uint32_t bound) {
  toy::Machine machine = machine_for({objects, threads});
  return toy::take_bounded_census(machine, algorithm_named("classic").equivalence, {}, kind, bound).traces.size();
}

TEST(BoundedOracle, CountsSwitchesAwayFromThreadsThatCouldGoOn) {
  const char* two_writes = "x = 1; x = 2 | r = x";
  EXPECT_EQ(traces_within("var x", two_writes, BoundKind::kPreemptions, 0), 2u);
  EXPECT_EQ(traces_within("var x", two_writes, BoundKind::kPreemptions, 1), 3u);
  EXPECT_EQ(traces_within("var x", two_writes, BoundKind::kSwitches, 0), 0u);
  EXPECT_EQ(traces_within("var x", two_writes, BoundKind::kSwitches, 1), 2u);
  EXPECT_EQ(traces_within("var x", two_writes, BoundKind::kSwitches, 2), 3u);
}

TEST(BoundedOracle, LeavingAThreadThatWaitsIsNoPreemption) {
  EXPECT_EQ(traces_within("var x", "await x == 1; x = 2 | x = 1; r = x", BoundKind::kPreemptions, 0), 1u);
  EXPECT_EQ(traces_within("var x", "await x == 1; x = 2 | x = 1; r = x", BoundKind::kPreemptions, 1), 2u);
  // The lock is taken by whoever comes first; the other waits for ever.
  EXPECT_EQ(traces_within("mutex m", "lock m | lock m", BoundKind::kSwitches, 0), 2u);
}

TEST(BoundedOracle, WithoutLimitIsTheOracle) {
  for (const toy::Seed& seed : toy::all_seeds()) {
    toy::Machine machine = machine_for(seed);
    machine.set_step_limit(6);
    toy::Census all = toy::take_census(machine, Equivalence{}, {2'000, 500});
    if (!all.complete) continue;
    toy::Census bounded =
        toy::take_bounded_census(machine, Equivalence{}, {20'000, 500}, BoundKind::kPreemptions, 1'000);
    EXPECT_EQ(bounded.traces, all.traces) << toy::text_of(seed);
    EXPECT_EQ(bounded.failing_events, all.failing_events) << toy::text_of(seed);
  }
}

// Programs on which simpler rules lose traces within a bound.
struct Case {
  const char* objects;
  const char* threads;
};
const Case kCases[] = {
    {"var x", "r = x; x = 1 | await x == 0 | r = x"},
    {"var x; sem s", "tryacquire s | release s | r = x; acquire s"},
    {"var x; mutex m; sem s = 1", "spawn T3; acquire s | r = trylock m; join T3; acquire s | r = x"},
    // A preemption before the start lets the join block, so that to go on with the starter is no second one.
    {"var x", "r = x; join T3; r = x | x = 1; spawn T3; x = 2 | "},
    {"var x", "r = x; join T3; r = x | x = 1; spawn T3; x = 2; x = 3 | "},
};

TEST(Bounded, ExploresExactlyWhatTheBoundAllows) {
  for (const Case& test : kCases) {
    toy::Machine machine = machine_for({test.objects, test.threads});
    Equivalence equivalence = algorithm_named("classic").equivalence;
    toy::Census all = toy::take_census(machine, equivalence, {});
    for (BoundKind kind : {BoundKind::kPreemptions, BoundKind::kSwitches})
      for (uint32_t bound : {0, 1, 2, 3, 4, 20}) {
        toy::Census census = toy::take_bounded_census(machine, equivalence, {}, kind, bound);
        for (const Algorithm& algorithm : algorithms()) {
          if (!algorithm.takes_bounds) continue;
          toy::Variant variant{.algorithm = &algorithm, .bound = bound, .bound_kind = kind};
          toy::ComparisonOptions options;
          options.traces_without_bound = all.traces.size();
          options.interleavings_without_bound = all.interleavings;
          EXPECT_EQ(toy::compare(machine, census, variant, options).complaint, "")
              << toy::name_of(variant) << ": " << test.threads;
        }
      }
  }
}

TEST(Bounded, ABoundThatNothingExceedsIsNone) {
  toy::Machine machine = machine_for({"var x", "x = 1; x = 2 | r = x"});
  for (uint32_t bound : {0, 1, 2}) {
    Options options;
    options.preemption_bound = bound;
    struct : Observer {
      bool on_execution(const Execution&) override { return true; }
    } nobody;
    Statistics statistics = make_explorer(algorithm_named("classic"), options)->explore(machine, nobody);
    EXPECT_TRUE(statistics.complete);
    EXPECT_EQ(statistics.bounded, bound == 0) << bound;
    EXPECT_EQ(statistics.blocked, 0u);
  }
}

}  // namespace
}  // namespace mazurka
