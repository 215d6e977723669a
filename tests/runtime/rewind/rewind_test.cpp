// These two files of the runtime need nothing else: with them alone, all that is registered is what is registered here.
#include "runtime/memory/rewind.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "runtime/memory/per_execution.hpp"

namespace mazurka::runtime {
namespace {

std::string calls;

class Part final : public Rewindable {
 public:
  explicit Part(char name, bool is_memory = false)
      : Rewindable(is_memory ? Turn::kMemory : Turn::kUsual), name_(name) {}

  void save(Level level) override { note(level == Level::kBase ? "b" : "p"); }
  void restore(Level level) override { note(level == Level::kBase ? "B" : "P"); }
  bool is_changed() const override { return changed; }
  void begin_in_new_process() override { note("n"); }

  bool changed = false;

 private:
  void note(const char* what) {
    calls += name_;
    calls += what;
    calls += ' ';
  }
  char name_;
};

Part memory('m', true), first('x'), second('y');
const Registration registered_memory(memory), registered_first(first), registered_second(second);

class Rewind : public testing::Test {
 protected:
  Rewind() {
    calls.clear();
    first.changed = second.changed = memory.changed = false;
  }
  static size_t count(char name) { return static_cast<size_t>(std::count(calls.begin(), calls.end(), name)); }
};

TEST_F(Rewind, EachIsSavedAndRestoredOnce_AndTheMemoryLast) {
  save_all(Level::kBase);
  EXPECT_EQ(count('x'), 1U);
  EXPECT_EQ(count('y'), 1U);
  EXPECT_TRUE(calls.ends_with("mb ")) << calls;
  calls.clear();
  restore_all(Level::kPrefix);
  EXPECT_EQ(count('P'), 3U);
  EXPECT_TRUE(calls.ends_with("mP ")) << calls;
}

TEST_F(Rewind, AllBeginInANewProcess) {
  begin_all_in_new_process();
  EXPECT_EQ(count('n'), 3U);
}

TEST_F(Rewind, OneThatIsChanged_IsEnough) {
  EXPECT_FALSE(any_is_changed());
  second.changed = true;
  EXPECT_TRUE(any_is_changed());
  second.changed = false;
  memory.changed = true;
  EXPECT_TRUE(any_is_changed());
}

// One after the other, since the base is reached once: what is changed before it stays, what is changed later does not.
TEST_F(Rewind, PerExecution_BeginsEachExecutionAsItWasAtTheBase) {
  PerExecution<int> state(1);
  state.get() = 2;
  note_unseen_change();
  EXPECT_FALSE(any_is_changed()) << "before the base there is nothing to return to";

  reach_base();
  begin_execution();
  EXPECT_EQ(state.get(), 2);
  state.get() = 3;
  EXPECT_EQ(state.get(), 3);
  EXPECT_EQ(state.of_base(), 2);
  note_unseen_change();
  EXPECT_TRUE(any_is_changed());

  restore_all(Level::kBase);
  begin_execution();
  EXPECT_EQ(state.get(), 2);
  EXPECT_FALSE(any_is_changed());

  state.of_base() = 5;
  begin_execution();
  EXPECT_EQ(state.get(), 5) << "what is found out once counts from the next execution on";
}

}  // namespace
}  // namespace mazurka::runtime
