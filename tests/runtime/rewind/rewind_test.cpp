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
  struct SaysWhenItChanges {};
  Part(char name, SaysWhenItChanges) : Rewindable(Changes::kAreNoted), name_(name) {}
  using Rewindable::note_change;
  using Rewindable::restore_always;

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
Part noted('z', Part::SaysWhenItChanges{}), always('w', Part::SaysWhenItChanges{});
const Registration registered_noted(noted), registered_always(always);

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
  EXPECT_EQ(count('P'), 5U);
  EXPECT_TRUE(calls.ends_with("mP ")) << calls;
}

TEST_F(Rewind, AllBeginInANewProcess) {
  begin_all_in_new_process();
  EXPECT_EQ(count('n'), 5U);
}

TEST_F(Rewind, WhoSaysWhenItChanges_IsRestoredOnlyThen_OrToAnotherLevel) {
  auto restored = [](Level level) {
    calls.clear();
    restore_all(level);
    return count('z') == 1;
  };
  save_all(Level::kBase);
  EXPECT_TRUE(restored(Level::kBase)) << "never restored before";
  EXPECT_FALSE(restored(Level::kBase));
  EXPECT_EQ(count('x') + count('y') + count('m'), 3U) << "those who say nothing are";
  noted.note_change();
  EXPECT_TRUE(restored(Level::kBase));
  EXPECT_FALSE(restored(Level::kBase));
  EXPECT_TRUE(restored(Level::kPrefix));
  EXPECT_FALSE(restored(Level::kPrefix));
  EXPECT_TRUE(restored(Level::kBase));
  save_all(Level::kPrefix);
  EXPECT_TRUE(restored(Level::kPrefix));
  save_all(Level::kPrefix);
  EXPECT_TRUE(restored(Level::kPrefix)) << "it is another level now";
  noted.note_change();
  calls.clear();
  restore_all_at_waypoint(0);
  EXPECT_EQ(count('z'), 1U);
  EXPECT_FALSE(restored(Level::kPrefix));
  always.restore_always();
  EXPECT_EQ(count('w'), 0U);
  EXPECT_FALSE(restored(Level::kPrefix));
  EXPECT_EQ(count('w'), 1U);
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
