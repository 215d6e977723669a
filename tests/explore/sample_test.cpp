// Sampling: what the strategies promise, measured on small programs. Seeds are fixed, so that a test that passes once
// passes always; the limits leave room for about four standard deviations.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "explore/algorithms.hpp"
#include "explore/sample/strategies.hpp"
#include "explore/sample/trace_census.hpp"
#include "model/fingerprint.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka {
namespace {

toy::Machine machine_for(const std::string& text) {
  auto code = toy::compile_text(text);
  CHECK(code.ok(), "a program of the tests compiles");
  return toy::Machine(std::move(*code));
}

uint32_t strategy_named(std::string_view name) {
  for (uint32_t k = 0; k < strategies().size(); k++)
    if (strategies()[k].name == name) return k + 1;
  CHECK(false, "there is a strategy of this name");
  return 0;
}

// What came out of some runs.
struct Runs final : Observer {
  explicit Runs(uint64_t most) : limit(most) {}

  bool on_execution(const Execution& execution) override {
    runs++;
    failed += execution.failed;
    deadlocked += execution.deadlocked;
    std::string order;
    hasher.reset(0, 0);
    for (const Event& event : execution.events) {
      order += static_cast<char>('A' + event.thread.number);
      hasher.add(event);
    }
    orders[order]++;
    traces[hasher.fingerprint()]++;
    in_sequence.push_back(order);
    return runs < limit;
  }
  void on_insight(const Insight& now) override { insight = now; }

  double share_failed() const { return static_cast<double>(failed + deadlocked) / static_cast<double>(runs); }
  // 1 if all runs were of one trace, the less the more evenly they are spread.
  double concentration() const {
    double sum = 0;
    for (const auto& [trace, count] : traces)
      sum += std::pow(static_cast<double>(count) / static_cast<double>(runs), 2);
    return sum;
  }

  uint64_t limit, runs = 0, failed = 0, deadlocked = 0;
  TraceHasher hasher;
  std::unordered_map<std::string, uint64_t> orders;
  std::unordered_map<Fingerprint, uint64_t> traces;
  std::vector<std::string> in_sequence;
  Insight insight;
};

Runs sample(const std::string& text, std::string_view strategy, uint64_t runs, uint32_t depth = 3, uint64_t seed = 1) {
  toy::Machine machine = machine_for(text);
  Options options;
  options.sample = strategy_named(strategy);
  options.depth = depth;
  options.seed = seed;
  Runs result(runs);
  Statistics statistics = make_explorer(default_algorithm(), options)->explore(machine, result);
  EXPECT_EQ(statistics.executions, runs);
  EXPECT_FALSE(statistics.complete) << "a sample is never complete";
  return result;
}

// Four standard deviations below what is promised.
double at_least(double probability, uint64_t runs) {
  return probability - 4 * std::sqrt(probability * (1 - probability) / static_cast<double>(runs));
}

class EveryStrategy : public testing::TestWithParam<std::string_view> {};
INSTANTIATE_TEST_SUITE_P(Sample, EveryStrategy, testing::ValuesIn([] {
                           std::vector<std::string_view> names;
                           for (const StrategyRow& row : strategies()) names.push_back(row.name);
                           return names;
                         }()),
                         [](const auto& one) { return std::string(one.param); });

TEST_P(EveryStrategy, ShowsAllTracesOfSmallProgramsAndNoOthers) {
  uint32_t compared = 0;
  for (const toy::Seed& seed : toy::all_seeds()) {
    toy::Machine machine = machine_for(toy::text_of(seed));
    if (machine.inputs() != nullptr) continue;  // samples are of one input
    toy::Census census = toy::take_census(machine, Equivalence{}, {2'000, 12});
    if (!census.complete || census.misused || census.cut != 0) continue;
    Runs runs = sample(toy::text_of(seed), GetParam(), 3'000, 4);
    EXPECT_EQ(runs.traces.size(), census.traces.size()) << toy::text_of(seed);
    for (const auto& [trace, count] : runs.traces) EXPECT_TRUE(census.traces.contains(trace)) << toy::text_of(seed);
    EXPECT_EQ(runs.insight.samples.traces, runs.traces.size());
    EXPECT_EQ(runs.insight.samples.runs, runs.runs);
    compared++;
  }
  EXPECT_GT(compared, 30u);
}

TEST_P(EveryStrategy, DependsOnTheSeedAlone) {
  const std::string text = "var x; thread A[3] { r = x; x = r + 1; x = me }";
  Runs first = sample(text, GetParam(), 50, 3, 7);
  EXPECT_EQ(first.in_sequence, sample(text, GetParam(), 50, 3, 7).in_sequence);
  EXPECT_NE(first.in_sequence, sample(text, GetParam(), 50, 3, 8).in_sequence);
}

TEST_P(EveryStrategy, TakesEveryOutcome) {
  Runs runs = sample("thread A { r = choose 3; assert r != 2 }", GetParam(), 3'000);
  EXPECT_NEAR(runs.share_failed(), 1.0 / 3, 0.04);
}

TEST_P(EveryStrategy, CountsThreadsStepsAndTracesSeenOnce) {
  Runs runs = sample("var x; thread A { x = 1; x = 2 } thread B { r = x }", GetParam(), 1);
  EXPECT_EQ(runs.insight.samples.threads, 2u);
  EXPECT_EQ(runs.insight.samples.steps, 3u);
  EXPECT_EQ(runs.insight.samples.once, 1u);
  EXPECT_EQ(runs.insight.samples.unseen(), 1);
  runs = sample("var x; thread A { x = 1; x = 2 } thread B { r = x }", GetParam(), 1'000);
  EXPECT_EQ(runs.insight.samples.traces, 3u);
  EXPECT_EQ(runs.insight.samples.once, 0u);
}

// Programs with a bug of some depth, with padding that makes runs longer and so the bug rarer.
struct DepthCase {
  uint32_t depth;
  const char* text;
};
const DepthCase kDepthCases[] = {
    {1, "var x; var y; thread A { y = 1; y = 2; x = 1 } thread B { r = x; assert r == 1 }"},
    {1, "var x; var p[3]; thread W[3] { p[me] = 1; p[me] = 2 } thread A { x = 1 } thread B { r = x; assert r == 1 }"},
    {2, "var x; var p; thread A { p = 1; x = 1; x = 0; p = 2 } thread B { p = 3; r = x; assert r == 0; p = 4 }"},
    {2,
     "var x; var p; thread A { x = 1; p = 1; p = 2; p = 3; x = 0 }"
     "thread B { p = 4; p = 5; r = x; assert r == 0 } thread C { p = 6; p = 7 }"},
    {2,
     "mutex m, n; var p; thread A { p = 1; lock m; lock n; unlock n; unlock m; p = 2 }"
     "thread B { p = 3; lock n; lock m; unlock m; unlock n; p = 4 }"},
    {3,
     "var x, y; var p; thread A { p = 1; x = 1; r = y; if r == 1 { y = 2 } p = 2 }"
     "thread B { r = x; if r == 1 { y = 1; s = y; assert s != 2 } p = 3 }"},
};

TEST(Pct, KeepsItsBoundOverTenThousandRuns) {
  constexpr uint64_t kRuns = 10'000;
  for (const DepthCase& one : kDepthCases) {
    Runs runs = sample(one.text, "pct", kRuns, one.depth);
    const Samples& samples = runs.insight.samples;
    double bound =
        1 / (static_cast<double>(samples.threads) * std::pow(static_cast<double>(samples.steps), one.depth - 1));
    EXPECT_GE(runs.share_failed(), at_least(bound, kRuns)) << one.text;
    EXPECT_GT(runs.failed + runs.deadlocked, 0u) << one.text;
  }
}

// Without changes of priority a thread that runs is not interrupted, unless it waits.
TEST(Pct, OfDepthOneFindsNoBugThatNeedsAPreemption) {
  for (const DepthCase& one : kDepthCases) {
    if (one.depth == 1) continue;
    EXPECT_EQ(sample(one.text, "pct", 1'000, 1).failed, 0u) << one.text;
  }
}

TEST(Pos, ShowsEveryTraceAsOftenAsItsBoundSays) {
  constexpr uint64_t kRuns = 10'000;
  uint32_t compared = 0;
  for (const toy::Seed& seed : toy::all_seeds()) {
    toy::Machine machine = machine_for(toy::text_of(seed));
    if (machine.inputs() != nullptr) continue;  // samples are of one input
    toy::Census census = toy::take_census(machine, Equivalence{}, {2'000, 100});
    if (!census.complete || census.misused || census.cut != 0) continue;
    for (std::string_view strategy : {"random", "pos"}) {
      Runs runs = sample(toy::text_of(seed), strategy, kRuns);
      const Samples& samples = runs.insight.samples;
      if (samples.outcomes != 0) continue;
      compared++;
      double bound = std::pow(static_cast<double>(samples.threads), -static_cast<double>(samples.steps));
      for (const auto& [trace, outcome] : census.traces)
        EXPECT_GE(static_cast<double>(runs.traces[trace]) / kRuns, at_least(bound, kRuns)) << toy::text_of(seed);
    }
  }
  EXPECT_GT(compared, 60u);
}

TEST(Pos, SpreadsRunsOverTracesBetterThanRandom) {
  const char* programs[] = {
      // One thread makes many steps that race with nothing before the one that does.
      "var x; var p[2]; thread A { p[0] = 1; p[0] = 2; p[0] = 3; p[0] = 4; x = 1 } thread B { x = 2 } thread C { x = 3 "
      "}",
      "var x, y; thread A { y = 1; y = 2; y = 3; y = 4; y = 5; x = 1; x = 2 } thread B { x = 3; x = 4 }",
      "mutex m; var p; thread A { p = 1; p = 2; p = 3; p = 4; lock m; unlock m } thread B[2] { lock m; unlock m }",
  };
  for (const char* text : programs) {
    Runs by_pos = sample(text, "pos", 10'000), by_random = sample(text, "random", 10'000);
    EXPECT_GE(by_pos.traces.size(), by_random.traces.size()) << text;
    EXPECT_LT(by_pos.concentration(), 0.8 * by_random.concentration()) << text;
  }
}

// The sum over all interleavings of (count - expected)^2 / expected.
double chi_square(const Runs& runs, double interleavings) {
  double expected = static_cast<double>(runs.runs) / interleavings;
  double sum = (interleavings - static_cast<double>(runs.orders.size())) * expected;
  for (const auto& [order, count] : runs.orders) sum += std::pow(static_cast<double>(count) - expected, 2) / expected;
  return sum;
}

TEST(Surw, IsUniformOverInterleavingsOfThreadsOfFixedLengths) {
  struct FixedLengths {
    const char* text;
    double interleavings;
  };
  const FixedLengths cases[] = {
      {"var x; thread A { x = 1; x = 2; x = 3; x = 4; x = 5; x = 6 } thread B { x = 7; x = 8 }", 28},
      {"var x; thread A { x = 1; x = 2; x = 3; x = 4; x = 5 } thread B { x = 6 } thread C { x = 7; x = 8 }", 168},
  };
  for (const FixedLengths& one : cases) {
    // A sum of squares of normal variables has the mean 27 or 167, and a variance of twice that.
    double limit = one.interleavings - 1 + 5 * std::sqrt(2 * (one.interleavings - 1));
    EXPECT_LT(chi_square(sample(one.text, "surw", 20'000), one.interleavings), limit) << one.text;
    EXPECT_GT(chi_square(sample(one.text, "random", 20'000), one.interleavings), 10 * limit) << one.text;
  }
}

// What is not started yet counts for the thread that starts it: of five writes, that of B is the first in one case of
// five.
TEST(Surw, CountsThreadsThatAreStartedLater) {
  Runs runs =
      sample("var x; thread M { spawn A } thread B { x = 9 } thread A { x = 1; x = 2; x = 3; x = 4 }", "surw", 20'000);
  uint64_t first = 0;
  for (const auto& [order, count] : runs.orders) {
    std::string writes;
    for (char c : order)
      if (c != 'A') writes += c;
    if (writes.front() == 'B') first += count;
  }
  EXPECT_NEAR(static_cast<double>(first) / static_cast<double>(runs.runs), 0.2, 0.02);
}

TEST(TraceCensus, IsExactUpToItsLimitAndCloseBeyond) {
  TraceCensus census(4'096);
  Dice dice(3);
  auto random = [&] { return Fingerprint{dice.next(), dice.next()}; };
  std::vector<Fingerprint> traces;
  for (int k = 0; k < 4'000; k++) traces.push_back(random());
  for (const Fingerprint& trace : traces) census.add(trace);
  for (int k = 0; k < 1'000; k++) census.add(traces[static_cast<size_t>(k)]);
  EXPECT_TRUE(census.is_exact());
  EXPECT_EQ(census.traces(), 4'000u);
  EXPECT_EQ(census.once(), 3'000u);
  for (int k = 0; k < 200'000; k++) {
    Fingerprint trace = random();
    census.add(trace);
    if (k % 2 == 0) census.add(trace);
  }
  EXPECT_FALSE(census.is_exact());
  EXPECT_NEAR(static_cast<double>(census.traces()), 204'000, 12'000);
  EXPECT_NEAR(static_cast<double>(census.once()), 103'000, 8'000);
}

}  // namespace
}  // namespace mazurka
