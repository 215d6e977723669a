// Estimates of how many executions there are, compared with how many there are. Seeds are fixed.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "explore/algorithms.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"

namespace mazurka {
namespace {

toy::Machine machine_of(const std::string& text) {
  auto code = toy::compile_text(text);
  CHECK(code.ok(), "a program of the tests compiles");
  return toy::Machine(std::move(*code));
}

struct SizeCounter final : Observer {
  bool on_execution(const Execution&) override { return ++executions < most; }
  uint64_t executions = 0, most = UINT64_MAX;
};

struct Listener final : Observer {
  explicit Listener(uint64_t runs) : left(runs) {}
  bool on_execution(const Execution&) override {
    ADD_FAILURE() << "nothing is explored";
    return false;
  }
  bool on_probe(const Execution&) override { return left-- > 0; }
  void on_reversal(const Event& event, ThreadId thread, double weight) override {
    EXPECT_NE(event.thread, thread);
    EXPECT_GE(weight, 1);
    reversals++;
  }
  void on_insight(const Insight& insight) override { estimate = insight.estimate; }
  uint64_t left;
  uint64_t reversals = 0;
  Estimate estimate;
};

// Explores a part of the tree, and knows what was left when it was stopped.
struct Part final : Division {
  const Unit& unit() const override { return given; }
  Wish wish() const override { return Wish::kNothing; }
  bool answer(const Unit&, const Unit&) override { return true; }
  void note_stop(const Unit&, const Unit& left) override { rest = left; }
  Unit given, rest;
};

uint64_t count(const std::string& text, uint64_t most = UINT64_MAX, Part* part = nullptr) {
  toy::Machine machine = machine_of(text);
  SizeCounter counter;
  counter.most = most;
  Options options;
  options.division = part;
  make_explorer(default_algorithm(), options)->explore(machine, counter);
  return counter.executions;
}

Estimate estimate(const std::string& text, uint64_t runs, uint64_t seed = 1, Part* part = nullptr) {
  toy::Machine machine = machine_of(text);
  Listener listener(runs);
  Options options;
  options.probe = true;
  options.seed = seed;
  options.division = part;
  EXPECT_FALSE(make_explorer(default_algorithm(), options)->explore(machine, listener).complete);
  return listener.estimate;
}

// The first execution is not left: it is run to get there.
double total(const Estimate& estimate) {
  return 1 + estimate.left;
}

const char* const kProbedPrograms[] = {
    "var x; thread A[6] { x = me }",                                                  // 720
    "mutex m; thread A[3] { lock m; unlock m; lock m; unlock m; lock m; unlock m }",  // 1,680
    "var a[10]; thread A { a[0] = 1; a[1] = 1; a[2] = 1; a[3] = 1; a[4] = 1; a[5] = 1; a[6] = 1; a[7] = 1; a[8] = 1 } "
    "thread B { r = a[0] } thread C { r = a[1] } thread D { r = a[2] } thread E { r = a[3] } thread F { r = a[4] } "
    "thread G { r = a[5] } thread H { r = a[6] } thread I { r = a[7] } thread J { r = a[8] }",  // 2^9
    "var x, y; thread A { r = x; y = r + 1; r = x; y = r + 1 } thread B { r = y; x = r + 1; r = y; x = r + 1 }",
};

TEST(Probe, EstimatesHowManyExecutionsThereAre) {
  for (const char* text : kProbedPrograms) {
    const auto truth = static_cast<double>(count(text));
    for (uint64_t seed = 1; seed <= 3; seed++) {
      const double ratio = total(estimate(text, 10'000, seed)) / truth;
      EXPECT_GT(ratio, 0.6) << text;
      EXPECT_LT(ratio, 1.6) << text;
    }
  }
}

TEST(Probe, IsExactWhereThereIsNothingToGuess) {
  for (const char* text : {"var x; thread A { x = 1 } thread B { x = 2 }", "mutex m; thread A[2] { lock m; unlock m }",
                           "thread A { r = choose 2 }"})
    EXPECT_NEAR(total(estimate(text, 300)), 2, 0.001) << text;
  // Nothing is left after the first one.
  EXPECT_EQ(total(estimate("var x, y; thread A { x = 1 } thread B { y = 1 }", 300)), 1);
}

// What was explored is known; the estimate is of the rest alone.
TEST(Probe, LooksAtWhatIsLeftOfAStoppedExploration) {
  for (const char* text : kProbedPrograms) {
    const uint64_t truth = count(text);
    Part part;
    const uint64_t explored = count(text, truth / 2, &part);
    ASSERT_FALSE(part.rest.is_whole());
    Part rest;
    rest.given = part.rest;
    EXPECT_EQ(count(text, UINT64_MAX, &rest), truth - explored) << "the rest is all that was not explored: " << text;
    const Estimate left = estimate(text, 10'000, 1, &rest);
    EXPECT_GT(left.left, 0.6 * static_cast<double>(truth - explored)) << text;
    EXPECT_LT(left.left, 1.6 * static_cast<double>(truth - explored)) << text;
  }
}

TEST(Probe, SaysThatItKnowsNothingAfterTooFewRuns) {
  EXPECT_FALSE(estimate(kProbedPrograms[0], 5).is_known());
  EXPECT_TRUE(estimate(kProbedPrograms[0], 500).is_known());
}

TEST(Probe, TellsReversals) {
  toy::Machine machine = machine_of(kProbedPrograms[0]);
  Listener listener(500);
  Options options;
  options.probe = true;
  make_explorer(default_algorithm(), options)->explore(machine, listener);
  EXPECT_GT(listener.reversals, 100u);
}

}  // namespace
}  // namespace mazurka
