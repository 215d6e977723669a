#include "runtime/engine/threads/thread_hooks.hpp"

#include "base/check.hpp"

namespace mazurka::runtime {

namespace {

// Filled from constructors, before main: nothing here needs one.
constexpr uint32_t kMostHooks = 8;
struct End {
  EndHook::Turn turn;
  void (*run)();
};
End ends[kMostHooks];  // in the order of turns
uint32_t end_count = 0;
void (*begins[kMostHooks])(uint32_t);
uint32_t begin_count = 0;

}  // namespace

BeginHook::BeginHook(void (*begin)(uint32_t creator)) {
  CHECK(begin_count < kMostHooks, "there is room for every hook");
  begins[begin_count++] = begin;
}

EndHook::EndHook(Turn turn, void (*end)()) {
  CHECK(end_count < kMostHooks, "there is room for every hook");
  uint32_t at = end_count++;
  for (; at > 0 && ends[at - 1].turn > turn; at--) ends[at] = ends[at - 1];
  ends[at] = {turn, end};
}

void run_begin_hooks(uint32_t creator) {
  for (uint32_t k = 0; k < begin_count; k++) begins[k](creator);
}

void run_end_hooks() {
  for (uint32_t k = 0; k < end_count; k++) ends[k].run();
}

}  // namespace mazurka::runtime
