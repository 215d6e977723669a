#include "explore/stateful/state_check.hpp"

#include <gtest/gtest.h>

#include <string>

#include "explore/stateful/stateful.hpp"
#include "toy/fuzz/state_comparison.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"

namespace mazurka {
namespace {

constexpr const char* kCounters = "var x, y; mutex m; thread A[4] { lock m; r = x; x = 2 * r + 1; unlock m; y = r }";

toy::Code code_of_counters() {
  auto code = toy::compile_text(kCounters);
  CHECK(code.ok(), "a program of the tests compiles");
  return std::move(*code);
}

// Gives wrong names: one of few, whatever the state is. The state that it tells is true, or as poor as the name.
class WithWrongNames final : public toy::Machine {
 public:
  explicit WithWrongNames(bool tells_all) : Machine(code_of_counters()), tells_all_(tells_all) {}

  std::optional<Fingerprint> name_of_state(std::vector<char>* whole) override {
    std::vector<char> all;
    Machine::name_of_state(&all);
    uint64_t ready = 0;
    for (uint32_t t = 0; t < thread_count(); t++) ready += status(ThreadId(t)) == ThreadStatus::kReady;
    if (whole != nullptr && tells_all_) *whole = all;
    if (whole != nullptr && !tells_all_) whole->assign(1, static_cast<char>(ready));
    return Fingerprint{ready, 1};
  }

 private:
  bool tells_all_;
};

struct StatesNobody final : Observer {
  bool on_execution(const Execution&) override { return true; }
};

Statistics explore_and_check(Program& program, uint64_t max_bytes = uint64_t{1} << 30) {
  Options options;
  options.check_states = true;
  options.max_bytes = max_bytes;
  StatesNobody nobody;
  return Stateful(options).explore(program, nobody);
}

double figure(const Statistics& statistics, std::string_view name) {
  for (const Figure& figure : statistics.figures.all())
    if (figure.name_text() == name) return figure.value;
  return -1;
}

TEST(StateCheck, ComparesStatesAndSteps) {
  toy::Machine machine(code_of_counters());
  const Statistics statistics = explore_and_check(machine);
  EXPECT_TRUE(statistics.complete);
  EXPECT_GT(figure(statistics, "states_compared"), 10);
  EXPECT_GT(figure(statistics, "steps_compared"), 10);
}

TEST(StateCheckDeathTest, NoticesStatesThatDiffer) {
  WithWrongNames machine(true);
  EXPECT_DEATH(explore_and_check(machine), "states of the same name are not the same: byte");
}

TEST(StateCheckDeathTest, NoticesStepsThatDiffer) {
  WithWrongNames machine(false);
  EXPECT_DEATH(explore_and_check(machine), "a step from states of the same name");
}

// What is forgotten is explored again: all ends are found.
TEST(StateCheck, ForgetsStatesRatherThanToNeedMoreMemory) {
  toy::Machine machine(code_of_counters());
  double forgotten = 0;
  const toy::StateVerdict verdict = toy::compare_states(machine, [&](Program& program, Observer& observer) {
    Options options;
    options.max_bytes = 200'000;
    Statistics statistics = Stateful(options).explore(program, observer);
    forgotten = figure(statistics, "forgotten");
    EXPECT_TRUE(statistics.complete);
    return statistics;
  });
  EXPECT_TRUE(verdict.compared);
  EXPECT_EQ(verdict.complaint, "");
  EXPECT_GT(forgotten, 0);
}

}  // namespace
}  // namespace mazurka
