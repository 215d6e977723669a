#include "runtime/engine/loops/suspects.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/loops/unrolling.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/memory/snapshot.hpp"

namespace mazurka::runtime {

namespace {

// How often a thread is at one place until it may be waiting there, and until the loop is taken for endless.
constexpr uint32_t kManyRounds = 40;
constexpr uint32_t kFirstSeriesEnd = kManyRounds + 64;
constexpr uint32_t kEndlessRounds = 1000;
// ... if no other thread uses what it uses there.
constexpr uint32_t kEndlessAlone = 100'000;
// After so many executions in which a place was visited often and had no state twice, its first visits are left alone:
// to look at them takes longer than the steps themselves. (The later series go on.)
constexpr uint32_t kCalmExecutions = 256;
// From then on it is of interest who uses what.
constexpr uint32_t kLongLoop = 500;

// A thread's visits of one place in one execution. What they tell is a guess: an execution that begins in the middle
// has fewer.
struct Visits {
  uint64_t execution = 0;
  uint32_t count = 0;
  uint32_t times = 0;            // that the thread had been shown when the last series of states began
  uint32_t calm = 0;             // executions in which the place was visited often, and not learned from
  std::vector<uint64_t> states;  // of the thread, each a hash
};

// All by thread and place. Never destroyed: the program's exit handlers run ours too.
std::unordered_map<uint64_t, Visits>& visits_of = *new std::unordered_map<uint64_t, Visits>;
std::unordered_map<uint64_t, PerExecution<uint32_t>>& rounds_at_bounded =
    *new std::unordered_map<uint64_t, PerExecution<uint32_t>>;
// Places, without the thread.
std::vector<uint64_t>& bounded_places = *new std::vector<uint64_t>;
// By object: a bit for each thread that has ever used it; the last one is for all that have none.
std::vector<uint64_t>& users = *new std::vector<uint64_t>;
bool notes_users = false;

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

// States are looked at in series: the first visits of all, then some of every 256, and of every power of two.
bool is_in_series(uint32_t count, bool& is_first) {
  constexpr uint32_t kLater = 32, kDistance = 256, kManyVisits = 1024;
  is_first = count == kManyRounds;
  if (count < kFirstSeriesEnd) return true;
  const uint32_t begin = count < kManyVisits ? count / kDistance * kDistance : std::bit_floor(count);
  is_first = count == begin;
  return begin > kManyRounds && count - begin < kLater;
}

// The current thread, at its next operation: all that a round would have to leave as it was (rounds.hpp). 0: unknown.
uint64_t hash_current_thread() {
  constexpr uint64_t kMostStack = 1 << 16;
  const uint32_t self = current_thread();
  const CallingFrame frame = find_calling_frame();
  const uint64_t begin = frame.stack_pointer, end = end_of_stack(self);
  if (begin == 0 || begin >= end || end - begin > kMostStack) return 0;
  const Operation& next = user_threads.view(self).next;
  const uint64_t known[] = {begin, thread_reads[self].unseen_changes, static_cast<uint64_t>(next.code),
                            next.object.index(), user_threads.own().pc};
  uint64_t hash = hash_memory(known, sizeof known, 1);
  hash = hash_memory(frame.registers, sizeof frame.registers, hash);
  return hash_memory(reinterpret_cast<const void*>(begin), end - begin, hash) | 1;
}

// Has the thread been here in the same state before, or in one that may differ by what the clock has shown alone? A
// loop that counts, or walks through something, is not waiting. Whoever comes here often is looked at now and then.
bool may_be_waiting(Visits& visits) {
  bool is_first = false;
  if (visits.count < kManyRounds || !is_in_series(visits.count, is_first)) return false;
  if (visits.count < kFirstSeriesEnd && visits.calm >= kCalmExecutions) return false;
  const uint32_t times = thread_reads[current_thread()].times;
  if (is_first) {
    visits.states.clear();
    visits.times = times;
  }
  if (visits.times != times) return true;
  const uint64_t state = hash_current_thread();
  if (state == 0) return false;
  if (std::find(visits.states.begin(), visits.states.end(), state) != visits.states.end()) return true;
  visits.states.push_back(state);
  return false;
}

void note_user(ObjectId object, uint32_t thread) {
  if (object.index() >= users.size()) users.resize(object.index() + 1);
  users[object.index()] |= uint64_t{1} << std::min(thread, 63U);
}

bool is_used_by_others(const Operation& next) {
  if (object_count(next.code) == 0 || next.object.index() >= users.size()) return false;
  return std::popcount(users[next.object.index()]) > 1;
}

}  // namespace

bool looks_at_every_step() {
  return notes_users || !bounded_places.empty();
}

bool is_stuck(bool may_bound, bool repeats) {
  if (is_replay()) return false;
  const uint32_t self = current_thread();
  const Operation& next = user_threads.view(self).next;
  if (notes_users && object_count(next.code) > 0) note_user(next.object, self);
  const uint64_t place = place_of_operation();
  const uint64_t key = (place ^ (self + 1)) * 0x9e3779b97f4a7c15ULL;
  if (may_bound && !bounded_places.empty() && is_bounded(place)) {
    uint32_t& rounds_done = rounds_at_bounded[key].get();
    if (rounds_done >= protocol::kAutomaticBound) return true;
    rounds_done++;
    return false;
  }
  Visits& visits = visits_of[key];
  if (visits.execution != execution_number()) {
    if (visits.count > kManyRounds) visits.calm++;
    visits.execution = execution_number();
    visits.count = 0;
    visits.states.clear();
  }
  visits.count++;
  const bool can_watch = channel->settings.symbolic.has_inputs == 0 && !rounds.are_watched();
  // (What a branch says of an input is not part of what is compared.)
  if (can_watch && may_be_waiting(visits)) learn_fact(Fact::kRoundsAreWatched, 0);
  if (visits.count >= kLongLoop) notes_users = true;
  // (That others use it may have been learned since the steps were recorded.)
  if (visits.count < kEndlessRounds || !may_bound || repeats) return false;
  if (!is_used_by_others(next) && visits.count < kEndlessAlone) return false;
  // (Bounded only if it goes on while it is watched.)
  if (can_watch) learn_fact(Fact::kRoundsAreWatched, 0);
  bounded_places.push_back(place);
  tell_endless_loop();
  learn();
  return true;
}

}  // namespace mazurka::runtime
