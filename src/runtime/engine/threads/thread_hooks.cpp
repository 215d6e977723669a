#include "runtime/engine/threads/thread_hooks.hpp"

#include "base/check.hpp"
#include "runtime/engine/threads/user_side.hpp"

namespace mazurka::runtime {

namespace {

// Filled from constructors, before main: nothing here needs one.
constexpr uint32_t kMostHooks = 16;
struct End {
  EndHook::Turn turn;
  EndHook::Whom whom;
  void (*run)();
};
End ends[kMostHooks];  // in the order of turns
uint32_t end_count = 0;
// Of these, those that are called.
struct Called {
  uint32_t count = 0;
  void (*run[kMostHooks])() = {};
};
Called of_main, of_others;
void (*begins[kMostHooks])(uint32_t);
uint32_t begin_count = 0;

void choose_called() {
  of_main = of_others = {};
  for (uint32_t k = 0; k < end_count; k++) {
    if (ends[k].whom == EndHook::Whom::kNobody) continue;
    of_main.run[of_main.count++] = ends[k].run;
    if (ends[k].whom == EndHook::Whom::kAll) of_others.run[of_others.count++] = ends[k].run;
  }
}

}  // namespace

BeginHook::BeginHook(void (*begin)(uint32_t creator)) {
  CHECK(begin_count < kMostHooks, "there is room for every hook");
  begins[begin_count++] = begin;
}

EndHook::EndHook(Turn turn, void (*end)(), Whom whom) : end_(end) {
  CHECK(end_count < kMostHooks, "there is room for every hook");
  uint32_t at = end_count++;
  for (; at > 0 && ends[at - 1].turn > turn; at--) ends[at] = ends[at - 1];
  ends[at] = {turn, whom, end};
  choose_called();
}

void EndHook::arm() {
  for (End& end : ends)
    if (end.run == end_ && end.whom != Whom::kAll) {
      end.whom = Whom::kAll;
      choose_called();
    }
}

void run_begin_hooks(uint32_t creator) {
  for (uint32_t k = 0; k < begin_count; k++) begins[k](creator);
}

void run_end_hooks() {
  const Called& called = current_thread() == 0 ? of_main : of_others;
  for (uint32_t k = 0; k < called.count; k++) called.run[k]();
}

}  // namespace mazurka::runtime
