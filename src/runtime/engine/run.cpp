#include "runtime/engine/run.hpp"

#include <vector>

namespace mazurka::runtime {

namespace detail {
uint64_t steps_done = 0;
}  // namespace detail

namespace {

bool learned = false;
uint64_t times_learned = 0;
// By thread. Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<uint32_t>& steps_left = *new std::vector<uint32_t>;

}  // namespace

void learn() {
  learned = true;
  times_learned++;
}
bool has_learned() {
  return learned;
}
void start_again() {
  learned = false;
}
uint64_t learned_count() {
  return times_learned;
}

void plan_step(uint32_t thread) {
  if (thread >= steps_left.size()) steps_left.resize(thread + 1);
  steps_left[thread]++;
}
void begin_planned_step(uint32_t thread) {
  steps_left[thread]--;
}
bool may_wait(uint32_t thread) {
  return !is_replay() || thread >= steps_left.size() || steps_left[thread] == 0;
}

}  // namespace mazurka::runtime
