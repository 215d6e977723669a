#include "runtime/engine/loops/rounds.hpp"

#include <string.h>

#include <algorithm>
#include <bit>

#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

Rounds& rounds = *new Rounds;
bool watches_rounds = false;

void note_time_of_round(Nanoseconds time) {
  thread_reads[current_thread()].times++;
  if (watches_rounds) rounds.note_time(time);
}

void note_write_of_round(uintptr_t address, size_t bytes) {
  rounds.note_write(address, bytes);
}

namespace {

const Registration registered_rounds(rounds);

// So many points of each thread are kept: as long as a round may be.
constexpr size_t kMostPoints = 256;
// Deeper stacks are not compared.
constexpr uint64_t kMostStack = 1 << 16;
constexpr size_t kMostLogged = 1 << 20;
constexpr size_t kMostBytes = 1 << 12;
constexpr uint64_t kGranule = 8;

using Lanes = std::vector<uint32_t>;

void join(Lanes& clock, const Lanes& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (size_t k = 0; k < other.size(); k++) clock[k] = std::max(clock[k], other[k]);
}
uint32_t lane(const Lanes& clock, uint32_t thread) {
  return thread < clock.size() ? clock[thread] : 0;
}

// Whoever comes in between only makes it wait, and it does the same afterwards.
bool only_waits(OpCode code) {
  return code == OpCode::kLock || code == OpCode::kUnlock || code == OpCode::kEnqueue || code == OpCode::kLeave;
}

// Whoever comes to a place very often and did not stop there does something else than to wait, or nothing that can be
// told: it is looked at now and then. (How often that was is part of the thread's past.)
bool is_looked_at(uint32_t visits) {
  constexpr uint32_t kAlways = 192, kSeries = 64;
  return visits < kAlways || visits - std::bit_floor(visits) < kSeries;
}

}  // namespace

void Rounds::watch() {
  watched_ = true;
  restore_always();
  if (is_replay()) watches_rounds = true;
  user_threads.clear_stacks_at_restart();
}

void Rounds::save(Level) {
  forget();
}

void Rounds::restore(Level) {
  forget();
}

void Rounds::forget() {
  watches_rounds = watched_;
  if (!watched_) return;
  threads_.clear();
  objects_.clear();
  events_.clear();
  writes_.clear();
}

Rounds::WatchedThread& Rounds::of(uint32_t thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  return threads_[thread];
}

const Rounds::Point* Rounds::point(uint32_t thread, uint32_t events) const {
  if (thread >= threads_.size()) return nullptr;
  const WatchedThread& watched = threads_[thread];
  if (events < watched.first_point || events - watched.first_point >= watched.points.size()) return nullptr;
  return &watched.points[events - watched.first_point];
}

void Rounds::add_point(uint32_t thread) {
  WatchedThread& watched = of(thread);
  if (watched.points.size() >= kMostPoints) {
    watched.points.erase(watched.points.begin(), watched.points.begin() + kMostPoints / 2);
    watched.first_point += kMostPoints / 2;
  }
  Point& point = watched.points.emplace_back();
  point.pc = user_threads[thread].pc;
  point.unseen = thread_reads[thread].unseen_changes;
  point.times = static_cast<uint32_t>(watched.times.size());
  point.clock = watched.clock;
  point.locks = user_threads[thread].locks.all;
  point.event = watched.points.size() == 1 && watched.first_point == 0 ? 0 : static_cast<uint32_t>(events_.size());
  point.logged_events = events_.size();
  point.logged_writes = writes_.size();
  point.next = user_threads.view(thread).next;
  const bool has_words =
      user_threads.view(thread).status == ThreadStatus::kReady && user_threads[thread].context.thread_pointer != 0;
  point.waits = has_words && words_of(thread).futex_waits != 0;
  if (first_operation(thread, point.pc) == OpCode::kFail)
    watched.first_operations.emplace_back(point.pc, point.next.code);
  point.frame = watched.frame;
  const uint64_t begin = watched.frame.stack_pointer, end = end_of_stack(thread);
  if (begin == 0 || begin >= end || end - begin > kMostStack) return;
  const auto* registers = reinterpret_cast<const char*>(watched.frame.registers);
  point.stack.assign(registers, registers + sizeof watched.frame.registers);
  point.stack.insert(point.stack.end(), reinterpret_cast<const char*>(begin), reinterpret_cast<const char*>(end));
  if (watched.times.empty()) point.stack_hash = hash_memory(point.stack.data(), point.stack.size(), 1) | 1;
}

void Rounds::note_operation() {
  const bool looked_at = is_looked_at(++of(current_thread()).visits[user_threads.own().pc]);
  CallingFrame frame;
  if (looked_at) frame = find_calling_frame();
  of(current_thread()).frame = frame;
}

// The clocks of all that an access comes after are joined; read-locks and the like commute among themselves.
void Rounds::order(uint32_t thread, const Access& access) {
  if (access.object.index() >= objects_.size()) objects_.resize(access.object.index() + 1);
  ObjectClocks& object = objects_[access.object.index()];
  Clock& clock = of(thread).clock;
  join(clock, object.written);
  if (access.mode != Mode::kRead) join(clock, object.read);
  if (access.mode != Mode::kShared) join(clock, object.shared);
}

void Rounds::before_step(const Event& event) {
  const uint32_t thread = event.thread.number;
  const Operation& op = event.op;
  const std::span<const Access> accesses = {event.access, event.access_count};
  const bool has_partner = op.code == OpCode::kJoin || op.code == OpCode::kSpawn;
  if (has_partner) of(op.partner.number);
  WatchedThread& self = of(thread);
  is_blind_ = tallies.is_blind(thread, op);
  if (!is_blind_) tallies.note_use(op);
  if (self.points.empty()) add_point(thread);
  const uint32_t index = events_of(self) + 1;
  if (self.clock.size() <= thread) self.clock.resize(thread + 1);
  self.clock[thread] = index;
  if (op.code == OpCode::kJoin) join(self.clock, of(op.partner.number).clock);
  if (op.code == OpCode::kWake) join(self.clock, self.woken);
  for (const Access& access : accesses) order(thread, access);
  const Clock clock = self.clock;
  for (const Access& access : accesses) {
    ObjectClocks& object = objects_[access.object.index()];
    if (access.mode == Mode::kRead)
      join(object.read, clock);
    else if (access.mode == Mode::kShared)
      join(object.shared, clock);
    else
      object.written = clock;
  }
  if (op.code == OpCode::kSpawn) {
    WatchedThread& child = of(op.partner.number);
    child = {};
    child.clock = clock;
  }
  if (wakes_threads(op.code) && !accesses.empty()) {
    const uint64_t all = threads_woken(op, accesses[0].before, event.choice);
    for (uint64_t woken = all; woken != 0; woken &= woken - 1)
      of(static_cast<uint32_t>(std::countr_zero(woken))).woken = clock;
    // (Who arrives at a barrier is ordered; who has a lock mostly has that of those who wait.)
    if (op.code != OpCode::kArrive && user_threads[thread].locks.all == 0) note_unordered_wake(thread, all);
  }
}

// A race needs a round of a thread that is not woken itself, in the past of the one that wakes.
void Rounds::note_unordered_wake(uint32_t thread, uint64_t woken) {
  if (!watched_) return;
  const Clock& clock = of(thread).clock;
  for (uint32_t other = 0; other < clock.size(); other++) {
    const uint64_t bit = uint64_t{1} << std::min(other, 63U);
    if (clock[other] != 0 && (ever_stopped_ & bit) != 0 && (woken & ~bit) != 0) unordered_ = true;
  }
}

bool Rounds::after_step(uint32_t thread, const Event& done, bool ready) {
  LoggedEvent event = {};
  event.thread = thread;
  event.code = done.op.code;
  event.choice = done.choice;
  event.is_blind = is_blind_;
  event.index = events_of(of(thread)) + 1;
  event.access_count = done.access_count;
  std::copy(done.access, done.access + done.access_count, event.access);
  events_.push_back(event);
  add_point(thread);
  return ready && repeats_itself(thread);
}

void Rounds::note_write(uintptr_t address, size_t bytes) {
  const uint32_t thread = current_thread();
  if (writes_.size() > kMostLogged || bytes > kMostBytes) {
    thread_reads[thread].unseen_changes++;
    return;
  }
  WatchedThread& self = of(thread);
  // (It runs on from its last event, which is not logged yet.)
  const uint32_t index = self.points.empty() ? 0 : events_of(self) + 1;
  for (uintptr_t granule = address & ~(kGranule - 1); granule < address + bytes; granule += kGranule)
    writes_.push_back({granule, *reinterpret_cast<const volatile uint64_t*>(granule), thread, index});
}

void Rounds::note_time(int64_t virtual_time) {
  of(current_thread()).times.push_back(virtual_time);
}

// Is the word something that the clock has shown not long before, as seconds, as what is left of these, or as one
// number?
bool Rounds::is_time(uint32_t thread, const Point& at, uint64_t word, uint32_t& form) const {
  constexpr uint32_t kLast = 8;
  const std::vector<int64_t>& times = threads_[thread].times;
  for (uint32_t back = 1; back <= kLast && back <= at.times; back++)
    for (form = 0; form < kFormsOfTime; form++)
      if (form_of_time(times[at.times - back], form) == word) return true;
  return false;
}

// What our own functions have on the stack is rubbish to a large part. It follows from what was called, from where, and
// from what came of the operations of this call until now: those since the one that such a call begins with.
bool Rounds::is_same_call(uint32_t thread, uint32_t before, uint32_t now) const {
  constexpr uint32_t kMostOperations = 16;
  const Point& at = *point(thread, now);
  const OpCode first = first_operation(thread, at.pc);
  if (at.next.code == first) return true;
  for (uint32_t k = 0; k < kMostOperations; k++) {
    const Point* then_point = k > before ? nullptr : point(thread, before - k);
    const Point* now_point = k > now ? nullptr : point(thread, now - k);
    if (then_point == nullptr || now_point == nullptr || then_point->event == 0 || now_point->event == 0) return false;
    const LoggedEvent& then_event = events_[then_point->event - 1];
    const LoggedEvent& now_event = events_[now_point->event - 1];
    if (then_event.code != now_event.code || then_event.choice != now_event.choice ||
        then_event.access_count != now_event.access_count)
      return false;
    for (uint32_t i = 0; i < now_event.access_count; i++)
      if (then_event.access[i].object != now_event.access[i].object ||
          then_event.access[i].mode != now_event.access[i].mode ||
          then_event.access[i].before != now_event.access[i].before)
        return false;
    if (now_event.code == first) return true;
  }
  return false;
}

OpCode Rounds::first_operation(uint32_t thread, uint64_t pc) const {
  for (const auto& [place, code] : threads_[thread].first_operations)
    if (place == pc) return code;
  return OpCode::kFail;
}

Rounds::Alike Rounds::compare(uint32_t thread, uint32_t before, uint32_t now) const {
  const Point* then = point(thread, before);
  const Point* at = point(thread, now);
  if (then == nullptr || at == nullptr || then->pc != at->pc) return Alike::kNo;
  const Operation& next = at->next;
  const bool comparable = then->next.code == next.code && then->next.object == next.object &&
                          then->next.object2 == next.object2 && then->next.partner == next.partner &&
                          then->frame.stack_pointer == at->frame.stack_pointer && then->unseen == at->unseen &&
                          then->waits == at->waits && then->stack.size() == at->stack.size() && !at->stack.empty() &&
                          (then->stack_hash == at->stack_hash || then->stack_hash == 0 || at->stack_hash == 0);
  if (!comparable || !is_same_call(thread, before, now)) return Alike::kNo;
  return compare_stacks(thread, *then, *at);
}

Rounds::Alike Rounds::compare_stacks(uint32_t thread, const Point& before, const Point& now) const {
  // (Whether it keeps what the clock has shown or not: it may have looked whether it is late.)
  Alike alike = before.times == now.times ? Alike::kYes : Alike::kButForTime;
  for (size_t k = 0; k + 8 <= now.stack.size(); k += 8) {
    uint64_t then = 0, word = 0;
    memcpy(&then, &before.stack[k], 8);
    memcpy(&word, &now.stack[k], 8);
    if (then == word) continue;
    uint32_t form_then = 0, form = 0;
    const bool are_times = is_time(thread, before, then, form_then) && is_time(thread, now, word, form);
    if (!are_times || form_then != form) return Alike::kNo;
    alike = Alike::kButForTime;
  }
  return alike;
}

// Lowers the threads' places until no event of the cut comes after one that is not in it.
bool Rounds::find_cut(uint32_t thread, uint32_t events, std::vector<uint32_t>& cut, Alike& alike) const {
  const Clock& now = threads_[thread].clock;
  cut.assign(threads_.size(), 0);
  for (uint32_t other = 0; other < threads_.size(); other++) cut[other] = lane(now, other);
  cut[thread] = events;
  for (bool lowered = true; lowered;) {
    lowered = false;
    for (uint32_t other = 0; other < threads_.size(); other++) {
      if (lane(now, other) == 0) continue;
      const Point* end = point(other, lane(now, other));
      for (;;) {
        const Point* place = point(other, cut[other]);
        if (place == nullptr || end == nullptr) return false;
        bool consistent = true;
        for (uint32_t k = 0; k < cut.size() && consistent; k++) consistent = lane(place->clock, k) <= cut[k];
        if (consistent && (place == end || compare(other, cut[other], lane(now, other)) != Alike::kNo)) break;
        if (cut[other] == 0) return false;
        cut[other]--;
        lowered = true;
      }
    }
  }
  alike = Alike::kYes;
  for (uint32_t other = 0; other < threads_.size(); other++)
    if (cut[other] != lane(now, other) && compare(other, cut[other], lane(now, other)) == Alike::kButForTime)
      alike = Alike::kButForTime;
  return cut[thread] < lane(now, thread);
}

// Is it changed there by updates alone whose results nobody uses? Then it may be a tally.
bool Rounds::is_tally_of_round(uint32_t thread, const std::vector<uint32_t>& cut, ObjectId object) const {
  const Clock& now = threads_[thread].clock;
  for (const LoggedEvent& event : events_) {
    if (event.index <= cut[event.thread] || event.index > lane(now, event.thread) || event.is_blind) continue;
    for (uint32_t i = 0; i < event.access_count; i++)
      if (event.access[i].object == object) return false;
  }
  return true;
}

// But for `counted`, which may be tallies.
bool Rounds::leaves_all_as_it_was(uint32_t thread, const std::vector<uint32_t>& cut,
                                  std::vector<ObjectId>& counted) const {
  const Clock& now = threads_[thread].clock;
  auto is_between = [&](uint32_t other, uint32_t index) { return index > cut[other] && index <= lane(now, other); };
  // What they did to an object must add up to nothing: in between only operations that commute may have come.
  std::vector<std::pair<ObjectId, uint64_t>> sums;
  size_t first_event = events_.size(), first_write = writes_.size();
  for (uint32_t other = 0; other < cut.size(); other++) {
    if (cut[other] == lane(now, other)) continue;
    first_event = std::min(first_event, point(other, cut[other])->logged_events);
    first_write = std::min(first_write, point(other, cut[other])->logged_writes);
  }
  for (size_t k = first_event; k < events_.size(); k++) {
    const LoggedEvent& event = events_[k];
    if (!is_between(event.thread, event.index)) continue;
    for (uint32_t i = 0; i < event.access_count; i++) {
      const Access& access = event.access[i];
      if (is_of_mailbox(access.mode)) return false;
      uint64_t change = static_cast<uint64_t>(access.after) - static_cast<uint64_t>(access.before);
      auto known = std::find_if(sums.begin(), sums.end(), [&](auto& sum) { return sum.first == access.object; });
      if (known == sums.end())
        sums.emplace_back(access.object, change);
      else
        known->second += change;
    }
  }
  for (const auto& [object, sum] : sums) {
    if (sum == 0 || tallies.contains(object)) continue;
    if (!tallies.may_become(object) || !is_tally_of_round(thread, cut, object)) return false;
    counted.push_back(object);
  }
  // Memory: before the first of these writes, and after the last of them.
  std::vector<uintptr_t> seen;
  for (size_t k = first_write; k < writes_.size(); k++) {
    const LoggedWrite& write = writes_[k];
    if (!is_between(write.thread, write.index)) continue;
    if (std::find(seen.begin(), seen.end(), write.granule) != seen.end()) continue;
    seen.push_back(write.granule);
    uint64_t after = *reinterpret_cast<const volatile uint64_t*>(write.granule);
    for (size_t later = writes_.size(); later-- > k + 1;) {
      if (writes_[later].granule != write.granule) continue;
      if (is_between(writes_[later].thread, writes_[later].index)) break;
      after = writes_[later].before;
    }
    if (after != write.before) return false;
  }
  return true;
}

bool Rounds::repeats_itself(uint32_t thread) {
  constexpr uint32_t kMostCandidates = 8;
  WatchedThread& self = threads_[thread];
  const uint32_t now = events_of(self);
  if (point(thread, now)->stack.empty()) return false;
  const uint32_t needed = kept_ ? 2 : 1;
  uint32_t candidates = 0, repeats = 0;
  for (uint32_t before = now; before-- > self.first_point;) {
    if (compare(thread, before, now) == Alike::kNo) continue;
    if (++candidates > kMostCandidates) return false;
    Alike alike = Alike::kNo;
    std::vector<uint32_t> cut;
    if (!find_cut(thread, before, cut, alike) || !holds_least(thread, cut[thread])) continue;
    std::vector<ObjectId> counted;
    if (!leaves_all_as_it_was(thread, cut, counted)) continue;
    if (!counted.empty()) {
      // (They count when the exploration starts again.)
      tallies.add(counted);
      self.cut = std::move(cut);
      return self.stopped = true;
    }
    if (alike == Alike::kButForTime && (self.flown_at == UINT32_MAX || cut[thread] < self.flown_at)) {
      if (self.flown_at == UINT32_MAX) {
        self.flown_at = now;
        virtual_clock.let_years_pass(thread);
      }
      continue;
    }
    if (++repeats == 1) self.cut = std::move(cut);
    if (repeats < needed) continue;
    self.stopped = true;
    ever_stopped_ |= uint64_t{1} << std::min(thread, 63U);
    return true;
  }
  return false;
}

// Where it holds the fewest locks: others are not to wait for a thread that has stopped in the middle.
bool Rounds::holds_least(uint32_t thread, uint32_t since) const {
  const uint32_t now = events_of(threads_[thread]);
  for (uint32_t k = since; k < now; k++)
    if (point(thread, k)->locks < point(thread, now)->locks) return false;
  return true;
}

bool Rounds::was_changed_since(uint32_t thread) const {
  const WatchedThread& self = threads_[thread];
  for (uint32_t other = 0; other < self.cut.size(); other++)
    if (other != thread && self.cut[other] != lane(self.clock, other)) return true;
  for (const LoggedEvent& used : events_) {
    if (used.thread != thread || !is_in_round(used)) continue;
    for (const LoggedEvent& event : events_) {
      // Whatever others did outside of its past comes after that. Their own last rounds leave nothing behind.
      if (event.index <= lane(self.clock, event.thread)) continue;
      if (is_in_round(event) && only_waits(event.code) && only_waits(used.code)) continue;
      for (uint32_t i = 0; i < used.access_count; i++)
        for (uint32_t k = 0; k < event.access_count; k++)
          if (used.access[i].object == event.access[k].object && event.access[k].mode != Mode::kRead &&
              !tallies.contains(event.access[k].object))
            return true;
    }
  }
  return false;
}

bool Rounds::is_waited_for(uint32_t thread) const {
  for (const LoggedEvent& event : events_) {
    if (event.thread != thread || !is_in_round(event)) continue;
    for (uint32_t i = 0; i < event.access_count; i++) {
      if (event.access[i].mode == Mode::kRead) continue;
      const ObjectId changed = event.access[i].object;
      if (tallies.contains(changed)) continue;
      for (uint32_t other = 0; other < user_threads.size(); other++) {
        if (other == thread || user_threads.view(other).status != ThreadStatus::kReady) continue;
        const Operation& next = user_threads.view(other).next;
        if (object_count(next.code) >= 1 && next.object == changed) return true;
        if (object_count(next.code) == 2 && next.object2 == changed) return true;
        if (user_threads[other].waiting)
          for (const Sighting& seen : user_threads[other].sightings)
            if (seen.object == changed) return true;
      }
      for (const LoggedEvent& used : events_) {
        if (used.thread == thread || !is_in_round(used)) continue;
        if (only_waits(event.code) && only_waits(used.code)) continue;
        for (uint32_t k = 0; k < used.access_count; k++)
          if (used.access[k].object == changed) return true;
      }
    }
  }
  return false;
}

bool Rounds::has_overlooked_change() const {
  for (uint32_t thread = 0; thread < threads_.size(); thread++)
    if (threads_[thread].stopped && (was_changed_since(thread) || is_waited_for(thread))) return true;
  return false;
}

}  // namespace mazurka::runtime
