#include "explore/explorer.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "explore/algorithms.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"

namespace mazurka {
namespace {

toy::Machine machine_for(const char* text) {
  auto code = toy::compile_text(text);
  CHECK(code.ok(), "a program of the tests compiles");
  return toy::Machine(std::move(*code));
}

// Stops after some executions; remembers how they ended.
struct Counter final : Observer {
  explicit Counter(uint64_t stop_after = UINT64_MAX) : limit(stop_after) {}
  bool on_execution(const Execution& execution) override {
    blocked += execution.blocked;
    deadlocked += execution.deadlocked;
    failed += execution.failed;
    cut += execution.cut;
    return ++executions < limit;
  }
  uint64_t limit;
  uint64_t executions = 0, blocked = 0, deadlocked = 0, failed = 0, cut = 0;
};

Statistics explore(const Algorithm& algorithm, Program& program, Observer& observer) {
  Options options;
  options.policy = algorithm.policy;
  return make_explorer(algorithm, options)->explore(program, observer);
}

TEST(Explorer, StopsWhenTheObserverSaysSo) {
  for (const Algorithm& algorithm : algorithms()) {
    toy::Machine machine = machine_for("var x; thread A[4] { x = me }");
    Counter counter(3);
    Statistics statistics = explore(algorithm, machine, counter);
    EXPECT_EQ(counter.executions, 3u) << algorithm.name;
    EXPECT_FALSE(statistics.complete) << algorithm.name;
  }
}

TEST(Explorer, StatisticsAgreeWithWhatTheObserverSees) {
  for (const Algorithm& algorithm : algorithms()) {
    toy::Machine machine = machine_for(
        "mutex m, n; var x; thread A { lock m; lock n; unlock n; unlock m }"
        "thread B { lock n; lock m; unlock m; unlock n; x = 1 } thread C { r = x; assert r == 0 }");
    Counter counter;
    Statistics statistics = explore(algorithm, machine, counter);
    EXPECT_TRUE(statistics.complete);
    EXPECT_EQ(statistics.executions + statistics.blocked, counter.executions);
    EXPECT_EQ(statistics.blocked, counter.blocked);
    EXPECT_EQ(statistics.deadlocks, counter.deadlocked);
    EXPECT_EQ(statistics.failed, counter.failed);
    EXPECT_GT(statistics.deadlocks, 0u) << algorithm.name;
    EXPECT_GT(statistics.failed, 0u) << algorithm.name;
    EXPECT_EQ(statistics.max_depth, 11u) << algorithm.name;
    EXPECT_GT(statistics.peak_bytes, 0u);
  }
}

TEST(Explorer, AProgramWithoutThreadsHasOneEmptyExecution) {
  for (const Algorithm& algorithm : algorithms()) {
    toy::Machine machine = machine_for("var x");
    Counter counter;
    Statistics statistics = explore(algorithm, machine, counter);
    EXPECT_EQ(statistics.executions, 1u) << algorithm.name;
    EXPECT_TRUE(statistics.complete);
    EXPECT_EQ(statistics.events, 0u);
  }
}

TEST(Explorer, TruncatedProgramsAreExploredExactly) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.merges_states) continue;
    toy::Machine machine = machine_for("var x; thread A { while 1 { x = 1 } } thread B { x = 2 }");
    machine.set_step_limit(3);
    Counter counter;
    Statistics statistics = explore(algorithm, machine, counter);
    EXPECT_TRUE(statistics.complete);
    EXPECT_EQ(statistics.executions, 4u) << algorithm.name;
    EXPECT_EQ(statistics.cut, 4u);
    EXPECT_EQ(statistics.deadlocks, 0u);
  }
}

TEST(Explorer, HundredsOfThreads) {
  toy::Machine machine =
      machine_for("var x, y[300]; thread W { x = 1 } thread R { r = x } thread T[300] { y[me] = 1 }");
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.all_interleavings) continue;
    Counter counter;
    EXPECT_EQ(explore(algorithm, machine, counter).executions, 2u) << algorithm.name;
  }
}

// Two threads; what thread 1 does next depends on how often the program was restarted.
class Unsteady final : public Program {
 public:
  Unsteady() {
    threads_.resize(2);
    values_.resize(2);
    restart();
  }
  void restart() override {
    restarts_++;
    for (uint32_t t = 0; t < 2; t++) {
      threads_[t] = {};
      threads_[t].status = ThreadStatus::kReady;
      threads_[t].next.code = OpCode::kStore;
    }
    steps_[0] = steps_[1] = 0;
  }
  void step(ThreadId thread, Choice) override {
    ThreadView& view = threads_[thread.index()];
    view.next.object = ObjectId(restarts_ > 2 ? 1 : 0);
    if (++steps_[thread.index()] == 3) view.status = ThreadStatus::kEnded;
  }

 private:
  uint64_t restarts_ = 0;
  uint32_t steps_[2] = {};
};

TEST(Explorer, AProgramThatChangesBetweenRunsIsToldNotVerified) {
  for (const Algorithm& algorithm : algorithms()) {
    Unsteady program;
    Counter counter(1000);
    Statistics statistics = explore(algorithm, program, counter);
    EXPECT_TRUE(statistics.diverged) << algorithm.name;
    EXPECT_FALSE(statistics.complete) << algorithm.name;
  }
}

// A thread that appears in mid-execution gets a new id: clocks must grow.
class Growing final : public Program {
 public:
  Growing() { restart(); }
  void restart() override {
    if (threads_.empty()) threads_.resize(1);
    for (auto& thread : threads_) thread = {};
    values_.assign(1, 0);
    become(0, OpCode::kSpawn);
  }
  void step(ThreadId thread, Choice) override {
    size_t t = thread.index();
    if (threads_[t].next.code != OpCode::kSpawn) {
      values_[0]++;
      threads_[t].status = ThreadStatus::kEnded;
      return;
    }
    if (t + 1 == threads_.size()) threads_.emplace_back();
    become(t, OpCode::kStore);
    become(t + 1, t + 1 < kThreads ? OpCode::kSpawn : OpCode::kStore);
  }

 private:
  static constexpr size_t kThreads = 5;
  void become(size_t t, OpCode code) {
    threads_[t].status = ThreadStatus::kReady;
    threads_[t].next = {};
    threads_[t].next.code = code;
    threads_[t].next.partner = ThreadId(code == OpCode::kSpawn ? t + 1 : 0);
  }
};

TEST(Explorer, ThreadsMayAppearWhileTheProgramRuns) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.all_interleavings || algorithm.merges_states) continue;
    Growing program;
    Counter counter;
    Statistics statistics = explore(algorithm, program, counter);
    EXPECT_TRUE(statistics.complete);
    EXPECT_EQ(statistics.executions, 720u) << algorithm.name;  // six writes in every order
  }
}

}  // namespace
}  // namespace mazurka
