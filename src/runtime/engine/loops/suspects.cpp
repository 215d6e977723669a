#include "runtime/engine/loops/suspects.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/loops/unrolling.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/memory/per_execution.hpp"

namespace mazurka::runtime {

namespace {

// How often a thread is at one place until its rounds are watched, and until the loop is taken for endless.
constexpr uint32_t kManyRounds = 40;
constexpr uint32_t kEndlessRounds = 1000;
// ... if no other thread uses what it uses there.
constexpr uint32_t kEndlessAlone = 100'000;

// By thread and place. Never destroyed: the program's exit handlers run ours too.
std::unordered_map<uint64_t, PerExecution<uint32_t>>& rounds_at =
    *new std::unordered_map<uint64_t, PerExecution<uint32_t>>;
// Places, without the thread.
std::vector<uint64_t>& bounded_places = *new std::vector<uint64_t>;

bool is_bounded(uint64_t place) {
  for (uint64_t bounded : bounded_places)
    if (bounded == place) return true;
  return false;
}

// Told once.
void tell_endless_loop() {
  protocol::BugRecord record = {};
  record.header = {protocol::RecordKind::kEndless, sizeof record};
  record.thread = current_thread();
  record.pc = user_threads.own().pc;
  record.callers = tell_callers();
  append_record(&record, sizeof record);
}

}  // namespace

bool has_bounded_loops() {
  return !bounded_places.empty();
}

bool is_stuck(bool may_bound) {
  if (is_replay()) return false;
  const uint32_t self = current_thread();
  const uint64_t place = place_of_operation();
  uint32_t& count = rounds_at[(place ^ (self + 1)) * 0x9e3779b97f4a7c15ULL].get();
  if (may_bound && !bounded_places.empty() && is_bounded(place)) {
    if (count >= protocol::kAutomaticBound) return true;
    count++;
    return false;
  }
  count++;
  // (What a branch says of an input is not part of what is compared.)
  if (count >= kManyRounds && channel->settings.symbolic.has_inputs == 0) learn_fact(Fact::kRoundsAreWatched, 0);
  if (count < kEndlessRounds || !may_bound) return false;
  const Operation& next = user_threads.view(self).next;
  const bool alone = object_count(next.code) == 0 || rounds.users_of(next.object) < 2;
  if (alone && count < kEndlessAlone) return false;
  bounded_places.push_back(place);
  tell_endless_loop();
  learn();
  return true;
}

}  // namespace mazurka::runtime
