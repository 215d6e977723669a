#include "toy/oracle/oracle.hpp"

#include <gtest/gtest.h>

#include <string>

#include "toy/fuzz/generator.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/language/parser.hpp"
#include "toy/language/printer.hpp"

namespace mazurka::toy {
namespace {

constexpr Equivalence kCommuting{true};
constexpr Equivalence kOrdered{false};
constexpr OracleLimits kAmple{1'000'000, 100'000};

Machine machine_of(const Source& source) {
  Result<Code, ParseError> code = compile(source);
  EXPECT_TRUE(code.ok()) << to_string(code.error()) << "\n" << print(source);
  Machine machine(std::move(*code));
  machine.set_step_limit(8);
  return machine;
}

Machine machine_of(std::string_view text) {
  Result<Source, ParseError> source = parse(text);
  EXPECT_TRUE(source.ok()) << to_string(source.error());
  return machine_of(*source);
}

TEST(Oracle, CountsTheTracesOfEverySeed) {
  for (const Seed& seed : all_seeds()) {
    Census census = take_census(machine_of(source_of(seed)), kCommuting, kAmple);
    EXPECT_TRUE(census.complete) << text_of(seed);
    EXPECT_FALSE(census.misused) << text_of(seed);
    if (seed.traces != 0) {
      EXPECT_EQ(census.traces.size(), seed.traces) << text_of(seed);
    }
  }
}

TEST(Oracle, CountsInterleavings) {
  Census census =
      take_census(machine_of("var x, y\nthread A { x = 1; x = 2 }\nthread B { y = 1; y = 2 }"), kCommuting, kAmple);
  EXPECT_EQ(census.interleavings, 6u);
  EXPECT_EQ(census.traces.size(), 1u);
  EXPECT_EQ(census.prefixes, 9u);
}

TEST(Oracle, TellsDeadlocksFailuresAndCutsApart) {
  Census deadlock = take_census(machine_of("mutex m\nthread A { lock m }\nthread B { lock m }"), kCommuting, kAmple);
  EXPECT_EQ(deadlock.deadlocked, 2u);
  EXPECT_EQ(deadlock.failed, 0u);
  // The mutex is never released, but a thread that waits behind a failure is not deadlocked.
  Census failure =
      take_census(machine_of("mutex m\nthread A { lock m; fail }\nthread B { lock m; unlock m }"), kCommuting, kAmple);
  EXPECT_EQ(failure.traces.size(), 2u);
  EXPECT_EQ(failure.failed, 2u);
  EXPECT_EQ(failure.deadlocked, 0u);
  EXPECT_EQ(failure.failing_events.size(), 2u);
  Census cut = take_census(machine_of("var x\nthread A { r = x; while r == 0 { r = x } }"), kCommuting, kAmple);
  EXPECT_EQ(cut.traces.size(), 1u);
  EXPECT_EQ(cut.cut, 1u);
}

TEST(Oracle, OrdersSharedUpdatesOnRequest) {
  Machine machine = machine_of("var x\nthread A { add x, 1 }\nthread B { add x, 1 }");
  EXPECT_EQ(take_census(machine, kCommuting, kAmple).traces.size(), 1u);
  EXPECT_EQ(take_census(machine, kOrdered, kAmple).traces.size(), 2u);
}

TEST(Oracle, StopsAtItsLimits) {
  Machine machine = machine_of("var x\nthread A[6] { x = me }");
  EXPECT_TRUE(take_census(machine, kCommuting, {1'957, 720}).complete);
  EXPECT_FALSE(take_census(machine, kCommuting, {1'956, 720}).complete);
  EXPECT_FALSE(take_census(machine, kCommuting, {1'957, 719}).complete);
}

TEST(Oracle, SaysThatARuleIsBroken) {
  Census census = take_census(machine_of("mutex m\nthread A { unlock m }"), kCommuting, kAmple);
  EXPECT_TRUE(census.misused);
  EXPECT_FALSE(census.complete);
}

// The memory of the oracle loses nothing, and equivalent executions end in the same state.
TEST(Oracle, AgreesWithPlainEnumeration) {
  Dice dice(20);
  uint64_t compared = 0, interleavings = 0;
  for (int i = 0; i < 1'500; i++) {
    Source source = generate(dice, pick_mix(dice, Features::all()));
    Machine machine = machine_of(source);
    for (Equivalence equivalence : {kCommuting, kOrdered}) {
      PlainCensus plain = take_plain_census(machine, equivalence, 2'000);
      if (!plain.complete) continue;
      Census census = take_census(machine, equivalence, kAmple);
      EXPECT_EQ(plain.traces, census.traces) << print(source);
      EXPECT_EQ(plain.interleavings, census.interleavings) << print(source);
      EXPECT_EQ(plain.unsound, 0u) << print(source);
      compared++;
      interleavings += plain.interleavings;
    }
  }
  EXPECT_GT(compared, 2'000u);
  EXPECT_GT(interleavings, 100'000u);
}

}  // namespace
}  // namespace mazurka::toy
