#include "toy/fuzz/fuzzer.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"

namespace mazurka {
// Printed by gtest instead of the address.
static void PrintTo(const Algorithm* algorithm, std::ostream* out) {
  *out << algorithm->name;
}
}  // namespace mazurka

namespace mazurka::toy {
namespace {

// How a faulty explorer tells one execution: how often, as what, and whether a run that it gave up comes first.
struct Telling {
  uint32_t times = 1;
  Execution execution;
  bool also_blocked = false;
};
using Fault = std::function<Telling(uint64_t number, const Execution&)>;

// Passes the executions of a correct explorer on, with a fault.
class Faulty final : public Explorer, private Observer {
 public:
  Faulty(std::unique_ptr<Explorer> inner, Fault fault) : inner_(std::move(inner)), fault_(std::move(fault)) {}

  Statistics explore(Program& program, Observer& observer) override {
    observer_ = &observer;
    Statistics all = inner_->explore(program, *this);
    told_.complete = all.complete;
    told_.diverged = all.diverged;
    return told_;
  }

 private:
  bool on_execution(const Execution& execution) override {
    Telling telling = fault_(number_++, execution);
    if (telling.also_blocked) {
      Execution blocked;
      blocked.blocked = true;
      if (!tell(blocked)) return false;
    }
    for (uint32_t i = 0; i < telling.times; i++)
      if (!tell(telling.execution)) return false;
    return true;
  }
  bool tell(const Execution& e) {
    told_.executions += !e.blocked;
    told_.blocked += e.blocked;
    told_.deadlocks += e.deadlocked;
    told_.failed += e.failed;
    told_.cut += e.cut;
    return observer_->on_execution(e);
  }

  std::unique_ptr<Explorer> inner_;
  Fault fault_;
  Observer* observer_ = nullptr;
  uint64_t number_ = 0;
  Statistics told_;
};

const Algorithm& optimal() {
  return algorithm_named("optimal");
}
const Algorithm& source() {
  return algorithm_named("source");
}

FuzzResult fuzz_with_fault(const Algorithm& algorithm, Fault fault, Features features = Features::all()) {
  FuzzOptions options;
  options.programs = 100;
  options.features = features;
  options.variants = {{&algorithm, true}};
  options.max_mismatches = 1;
  options.factory = [fault](const Algorithm& a, const Options& o) -> std::unique_ptr<Explorer> {
    return std::make_unique<Faulty>(make_explorer(a.may_block_on_pairs ? optimal() : a, o), fault);
  };
  return fuzz(options);
}

Telling drop_third(uint64_t number, const Execution& e) {
  return {number == 2 ? 0u : 1u, e};
}
Telling repeat_third(uint64_t number, const Execution& e) {
  return {number == 2 ? 2u : 1u, e};
}

TEST(Fuzzer, CatchesAnExplorerThatDropsAnExecution) {
  for (const Algorithm* algorithm : {&optimal(), &algorithm_named("naive")}) {
    FuzzResult result = fuzz_with_fault(*algorithm, drop_third);
    ASSERT_EQ(result.mismatches.size(), 1u);
    const Mismatch& m = result.mismatches[0];
    EXPECT_NE(m.verdict.complaint, "");
    EXPECT_EQ(m.variant.algorithm, algorithm);
    if (algorithm->optimal) {
      EXPECT_EQ(m.verdict.complaint, "misses traces");
      EXPECT_EQ(m.traces, m.verdict.executions + 1);
      EXPECT_LE(m.traces, 4u) << m.program;  // the smallest program that has a third one; with an input they are pairs
    }
    EXPECT_LE(m.program.size(), m.found.size());
    EXPECT_TRUE(compile_text(m.program).ok()) << m.program;
  }
}

TEST(Fuzzer, CatchesAnOptimalExplorerThatRepeats) {
  FuzzResult result = fuzz_with_fault(optimal(), repeat_third);
  ASSERT_EQ(result.mismatches.size(), 1u);
  EXPECT_EQ(result.mismatches[0].verdict.complaint, "repeats traces");
  EXPECT_EQ(result.mismatches[0].verdict.duplicates, 1u);
}

TEST(Fuzzer, LetsOthersRepeat) {
  EXPECT_TRUE(fuzz_with_fault(source(), repeat_third).mismatches.empty());
}

TEST(Fuzzer, CatchesAnOptimalExplorerThatGivesUpRuns) {
  auto block_third = [](uint64_t number, const Execution& e) {
    Telling telling{1, e};
    telling.also_blocked = number == 2;
    return telling;
  };
  FuzzResult result = fuzz_with_fault(optimal(), block_third);
  ASSERT_EQ(result.mismatches.size(), 1u);
  EXPECT_EQ(result.mismatches[0].verdict.complaint, "gives up runs");
  EXPECT_EQ(result.mismatches[0].verdict.blocked, 1u);
  // Where pop may do so, it is counted. The explorer inside is another one.
  result = fuzz_with_fault(algorithm_named("pop"), block_third, {Feature::kPairs});
  EXPECT_EQ(result.totals[0].mismatches, result.mismatches.size());
  EXPECT_GT(result.totals[0].programs_blocked, 0u);
}

TEST(Fuzzer, CatchesWrongEnds) {
  auto never_deadlocked = [](uint64_t, const Execution& e) {
    Telling telling{1, e};
    telling.execution.deadlocked = false;
    return telling;
  };
  FuzzResult result = fuzz_with_fault(source(), never_deadlocked);
  ASSERT_EQ(result.mismatches.size(), 1u);
  EXPECT_EQ(result.mismatches[0].verdict.complaint, "tells the end of executions wrongly");
}

TEST(Fuzzer, IsDeterministicInTheSeed) {
  FuzzOptions options;
  options.programs = 200;
  options.variants = variants_of(source());
  FuzzResult a = fuzz(options), b = fuzz(options);
  EXPECT_EQ(a.traces, b.traces);
  EXPECT_EQ(a.totals[0].executions, b.totals[0].executions);
  EXPECT_EQ(a.totals[0].blocked, b.totals[0].blocked);
  options.seed = 2;
  EXPECT_NE(fuzz(options).traces, a.traces);
}

TEST(Fuzzer, StopsWhenItsTimeIsUp) {
  FuzzOptions options;
  options.programs = 1'000'000'000;
  options.max_seconds = 0.05;
  options.variants = variants_of(source());
  FuzzResult result = fuzz(options);
  EXPECT_GT(result.programs, 0u);
  EXPECT_LT(result.seconds, 5);
}

TEST(Fuzzer, FindsNothingWrongWithTheAlgorithms) {
  FuzzOptions options;
  options.programs = 500;
  options.seed = 2'024;
  FuzzResult result = fuzz(options);
  for (const Mismatch& m : result.mismatches)
    ADD_FAILURE() << name_of(m.variant) << " " << m.verdict.complaint << " under policy " << name_of(m.policy) << ", "
                  << m.traces << " traces, " << m.verdict.executions << " executions, " << m.verdict.duplicates
                  << " repeated, " << m.verdict.blocked << " blocked\n"
                  << m.program;
  EXPECT_EQ(result.programs, result.compared + result.skipped + result.rejected);
  EXPECT_GT(result.compared, 450u);
  EXPECT_GT(result.deadlocked, 0u);
  EXPECT_GT(result.failed, 0u);
  for (const FuzzTotals& totals : result.totals) EXPECT_GT(totals.compared, 100u) << name_of(totals.variant);
}

class Seeds : public testing::TestWithParam<const Algorithm*> {};

// Every hand-made hard program, under every policy.
TEST_P(Seeds, AreExploredExactly) {
  for (const Seed& seed : all_seeds()) {
    Machine machine(std::move(*compile(source_of(seed))));
    machine.set_step_limit(8);
    Census census = take_census(machine, GetParam()->equivalence, {100'000, 10'000});
    for (Policy policy : policies()) {
      ComparisonOptions how;
      how.policy = policy;
      how.max_interleavings = 6'000;
      how.pairs = features_of(source_of(seed)).has(Feature::kPairs);
      Verdict verdict = compare(machine, census, {GetParam(), true}, how);
      EXPECT_TRUE(verdict.compared || GetParam()->all_interleavings) << text_of(seed);
      EXPECT_EQ(verdict.complaint, "") << name_of(policy) << ", " << census.traces.size() << " traces, "
                                       << verdict.executions << " executions\n"
                                       << text_of(seed);
    }
  }
}

std::vector<const Algorithm*> every_algorithm() {
  std::vector<const Algorithm*> all;
  for (const Algorithm& algorithm : algorithms()) all.push_back(&algorithm);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Every, Seeds, testing::ValuesIn(every_algorithm()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace mazurka::toy
