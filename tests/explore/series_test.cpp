// Explorations as a series of units: the same executions as without units, each once.
#include "explore/series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "explore/algorithms.hpp"
#include "explore/backtrack/prefix_series.hpp"
#include "explore/sample/sample_unit.hpp"
#include "explore/sample/strategies.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"

namespace mazurka {
namespace {

toy::Machine machine_of(const std::string& text) {
  auto code = toy::compile_text(text);
  CHECK(code.ok(), "a program of the tests compiles");
  return toy::Machine(std::move(*code));
}

using Order = std::vector<std::pair<uint32_t, uint32_t>>;

struct Orders final : Observer {
  explicit Orders(size_t most) : limit(most) {}
  bool on_execution(const Execution& execution) override {
    Order order;
    for (const Event& event : execution.events) order.emplace_back(event.thread.number, event.choice);
    if (execution.blocked) order.emplace_back(UINT32_MAX, 0);
    all.push_back(std::move(order));
    return all.size() < limit;
  }
  void on_insight(const Insight& now) override { insight = now; }

  size_t limit;
  std::vector<Order> all;
  Insight insight;
};

class OneUnit final : public Division {
 public:
  explicit OneUnit(Unit unit) : unit_(std::move(unit)) {}
  const Unit& unit() const override { return unit_; }
  Wish wish() const override { return Wish::kNothing; }
  bool answer(const Unit&, const Unit&) override { return true; }
  void note_stop(const Unit& node, const Unit&) override { stopped_at = node; }
  void tell(const std::vector<uint32_t>& words) override { told = words; }

  Unit stopped_at;
  std::vector<uint32_t> told;

 private:
  Unit unit_;
};

// As if it came by mail.
Unit sent(const Unit& unit) {
  std::vector<uint32_t> words;
  append_words(unit, words);
  Unit result;
  EXPECT_TRUE(from_words(words, result));
  return result;
}

struct Explored {
  Statistics statistics;
  uint64_t units = 0;
  bool complete = true;
};

// Three units are always out, and explored in the wrong order.
Explored explore_series(Series& series, const toy::Machine& program, const Algorithm& algorithm, Options options,
                        Orders& orders) {
  Explored explored;
  for (;;) {
    std::vector<Unit> units;
    for (std::optional<Unit> unit; units.size() < 3 && (unit = series.next());) units.push_back(*unit);
    if (units.empty()) return explored;
    explored.units += units.size();
    std::vector<std::vector<uint32_t>> told(units.size());
    std::vector<std::vector<Order>> seen(units.size());
    for (size_t k = units.size(); k-- > 0;) {
      OneUnit division(sent(units[k]));
      options.division = &division;
      Orders part(SIZE_MAX);
      toy::Machine machine = program;
      const Statistics statistics = make_explorer(algorithm, options)->explore(machine, part);
      EXPECT_FALSE(statistics.diverged);
      explored.complete &= statistics.complete;
      explored.statistics.add(statistics);
      told[k] = division.told;
      seen[k] = std::move(part.all);
    }
    for (size_t k = 0; k < units.size(); k++) {
      EXPECT_TRUE(series.take(units[k], told[k]));
      orders.all.insert(orders.all.end(), seen[k].begin(), seen[k].end());
    }
  }
}

void compare_series(const toy::Machine& program, const Algorithm& algorithm, const Options& options, uint64_t budget,
                    const std::string& what) {
  toy::Machine machine = program;
  Orders one(300), many(SIZE_MAX);
  const Statistics plain = make_explorer(algorithm, options)->explore(machine, one);
  if (!plain.complete) return;
  PrefixSeries series(std::min<uint64_t>(budget, 30), budget);
  const Explored divided = explore_series(series, program, algorithm, options, many);
  EXPECT_TRUE(divided.complete) << what;
  EXPECT_EQ(divided.statistics.bounded, plain.bounded) << what;
  EXPECT_EQ(divided.statistics.executions, plain.executions) << what;
  EXPECT_EQ(divided.statistics.blocked, plain.blocked) << what;
  EXPECT_EQ(divided.statistics.events, plain.events) << what;
  std::sort(one.all.begin(), one.all.end());
  std::sort(many.all.begin(), many.all.end());
  EXPECT_TRUE(one.all == many.all) << what;
}

TEST(PrefixSeries, ExploresEachExecutionOnce) {
  for (const toy::Seed& seed : toy::all_seeds())
    for (const Algorithm& algorithm : algorithms()) {
      if (!algorithm.takes_bounds) continue;
      toy::Machine machine = machine_of(toy::text_of(seed));
      if (machine.inputs() != nullptr) continue;
      machine.set_step_limit(5);
      for (uint32_t bound : {0u, 2u})
        for (uint64_t budget : {1, 60}) {
          Options options;
          options.policy = Policy::kInOrder;
          options.preemption_bound = bound;
          compare_series(machine, algorithm, options, budget, toy::text_of(seed));
          options.preemption_bound = kNoBound;
          options.context_bound = bound + 1;
          compare_series(machine, algorithm, options, budget, toy::text_of(seed));
        }
    }
}

TEST(PrefixSeries, DividesLargePrograms) {
  const toy::Machine machine = machine_of("var x; mutex m\nthread t[4] { lock m; r = x; x = r + 1; unlock m; r = x }");
  Options options;
  options.preemption_bound = 1;
  PrefixSeries series(100, 1'000);
  Orders orders(SIZE_MAX);
  const Explored divided = explore_series(series, machine, algorithm_named("classic"), options, orders);
  EXPECT_GT(divided.units, 10u);
  compare_series(machine, algorithm_named("classic"), options, 1'000, "four threads");
}

// What is learned is learned at an execution, to which others go.
TEST(PrefixSeries, AnExecutionIsFoundAgain) {
  struct Third final : Observer {
    bool on_execution(const Execution& execution) override { return note(execution, ++runs < 3); }
    void on_repeated(const Execution& execution) override { note(execution, true), repeated++; }
    bool note(const Execution& execution, bool go_on) {
      last.clear();
      for (const Event& event : execution.events) last.emplace_back(event.thread.number, event.choice);
      return go_on;
    }
    Order last;
    int runs = 0, repeated = 0;
  };
  const toy::Machine program = machine_of("var x\nthread t[3] { x = 1; x = 2 }");
  Options options;
  options.preemption_bound = 2;
  PrefixSeries series(1'000, 1'000);
  OneUnit division(*series.next());
  options.division = &division;
  toy::Machine machine = program;
  Third third, again;
  make_explorer(algorithm_named("classic"), options)->explore(machine, third);
  OneUnit there(sent(division.stopped_at));
  options.division = &there;
  machine = program;
  const Statistics statistics = make_explorer(algorithm_named("classic"), options)->explore(machine, again);
  EXPECT_EQ(again.runs, 0);
  EXPECT_EQ(again.repeated, 1);
  EXPECT_EQ(statistics.executions, 0u);
  EXPECT_EQ(again.last, third.last);
}

TEST(PrefixSeries, NonsenseIsNotTaken) {
  PrefixSeries series(10, 10);
  const Unit unit = *series.next();
  EXPECT_FALSE(series.take(unit, {}));
  EXPECT_FALSE(series.take(unit, std::vector<uint32_t>{1, 7, 1, 0, 0, 0, 0}));  // asks for something below its base
  EXPECT_FALSE(series.take(unit, std::vector<uint32_t>{0, 1, 1, 0, 0, 0}));     // opens a state, and gives nothing
  EXPECT_TRUE(series.take(unit, std::vector<uint32_t>{0, 0, 0, 0}));
}

constexpr const char* kSampled =
    "var x, y; mutex m\nthread t[3] { x = 1; lock m; r = y; y = r + 1; unlock m; r = x; x = r + 1 }";

TEST(SampleSeries, RunsAreThoseOfOneProcess) {
  for (uint32_t k = 0; k < strategies().size(); k++) {
    Options options;
    options.sample = k + 1;
    options.seed = 5;
    const toy::Machine program = machine_of(kSampled);
    toy::Machine machine = program;
    // (All that is learned is learned from the first unit: runs are as long as the longest of these.)
    const uint64_t runs = 400;
    Orders one(runs), many(SIZE_MAX);
    make_explorer(default_algorithm(), options)->explore(machine, one);
    SampleSeries series(runs, 700);
    const Explored divided = explore_series(series, program, default_algorithm(), options, many);
    EXPECT_GT(divided.units, 3u);
    EXPECT_EQ(many.all.size(), runs);
    EXPECT_TRUE(one.all == many.all) << strategies()[k].name;
    const Samples &a = one.insight.samples, &b = series.samples();
    EXPECT_EQ(a.runs, b.runs);
    EXPECT_EQ(a.traces, b.traces);
    EXPECT_EQ(a.once, b.once);
    EXPECT_EQ(a.threads, b.threads);
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_GT(a.traces, 20u);
  }
}

TEST(SampleSeries, ARunIsFoundAgain) {
  for (uint32_t k = 0; k < strategies().size(); k++) {
    Options options;
    options.sample = k + 1;
    const toy::Machine program = machine_of(kSampled);
    SampleSeries series(UINT64_MAX, 100);
    OneUnit division(*series.next());
    options.division = &division;
    toy::Machine machine = program;
    Orders seven(7);
    make_explorer(default_algorithm(), options)->explore(machine, seven);
    struct Repeated final : Observer {
      bool on_execution(const Execution&) override { return ADD_FAILURE(), false; }
      void on_repeated(const Execution& execution) override {
        last.clear();
        for (const Event& event : execution.events) last.emplace_back(event.thread.number, event.choice);
      }
      Order last;
    } again;
    OneUnit there(sent(division.stopped_at));
    options.division = &there;
    machine = program;
    make_explorer(default_algorithm(), options)->explore(machine, again);
    EXPECT_EQ(again.last, seven.all.back()) << strategies()[k].name;
  }
}

}  // namespace
}  // namespace mazurka
