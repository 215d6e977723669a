#include "conformance/race_oracle.hpp"

#include <algorithm>
#include <string>

namespace mazurka::conformance {

void RaceOracle::join(Clock& into, const Clock& from) {
  for (size_t t = 0; t < into.size(); t++) into[t] = std::max(into[t], from[t]);
}

bool RaceOracle::has_race(std::span<const Event> events) {
  threads_ = {};
  released_.clear();
  left_by_readers_.clear();
  accesses_.clear();
  found_ = false;
  machine_.restart();
  for (const Event& event : events) {
    machine_.step(event.thread, event.choice);
    synchronise(event);
    look_at_thread(event.thread.index());
    if (event.op.code == OpCode::kSpawn) look_at_thread(event.op.partner.index());
  }
  return found_;
}

void RaceOracle::acquire(Thread& self, const Clock& clock, int order) {
  join(is_acquire(order) ? self.clock : self.seen_relaxed, clock);
}

void RaceOracle::synchronise_atomic(Thread& self, const Event& event, int order) {
  Clock& released = released_[event.op.object.number];
  const Clock& given = is_release(order) ? self.clock : self.fence;
  bool writes = event.access[0].mode == Mode::kWrite;
  if (event.op.code == OpCode::kStore) {
    released = given;
  } else if (writes) {
    acquire(self, released, order);
    join(released, given);
  } else {
    // A compare-exchange that fails has the order's acquire part only, which is all that counts.
    acquire(self, released, order);
  }
  // Who acquires what it released is ordered after it.
  size_t t = event.thread.index();
  note_access(std::stoi(machine_.object_name(event.op.object).substr(1)), {t, self.clock[t], writes, true});
}

// The number of writers that wait for a lock orders nothing (toy_text.cpp).
bool RaceOracle::counts_writers(ObjectId object) const {
  return machine_.object_name(object).ends_with('w');
}

void RaceOracle::synchronise(const Event& event) {
  size_t t = event.thread.index();
  Thread& self = threads_[t];
  self.clock[t]++;
  const Operation& op = event.op;
  if (event.access_count > 0 && counts_writers(op.object)) return;
  bool succeeds = event.access_count == 0 || event.access[0].mode != Mode::kRead;
  switch (op.code) {
    case OpCode::kLoad:
    case OpCode::kStore:
    case OpCode::kFetchAdd:
    case OpCode::kExchange:
    case OpCode::kCas: {
      int statement = lines_[machine_.position(op.site).line - 1];
      return synchronise_atomic(self, event, program_.threads[t][static_cast<size_t>(statement)].order);
    }
    case OpCode::kLock:
    case OpCode::kTryLock:
    case OpCode::kSemAcquire:
    case OpCode::kSemTryAcquire:
    case OpCode::kReadLock:
    case OpCode::kTryReadLock:
      if (succeeds) join(self.clock, released_[op.object.number]);
      return;
    case OpCode::kWriteLock:
    case OpCode::kTryWriteLock:
      if (succeeds) join(self.clock, released_[op.object.number]);
      if (succeeds) join(self.clock, left_by_readers_[op.object.number]);
      return;
    case OpCode::kUnlock:
    case OpCode::kSemRelease:
    case OpCode::kWriteUnlock: return join(released_[op.object.number], self.clock);
    case OpCode::kReadUnlock: return join(left_by_readers_[op.object.number], self.clock);
    case OpCode::kSpawn: return join(threads_[op.partner.index()].clock, self.clock);
    case OpCode::kJoin:
      // Its end comes after all that it did.
      threads_[op.partner.index()].clock[op.partner.index()]++;
      return join(self.clock, threads_[op.partner.index()].clock);
    default: return;
  }
}

void RaceOracle::look_at_thread(size_t t) {
  const std::vector<Statement>& statements = program_.threads[t];
  // A statement that a guard leaves out is passed when a later one is done.
  size_t end = statements.size();
  ThreadId id(static_cast<uint32_t>(t));
  while (end > 0 && machine_.register_value(id, static_cast<uint32_t>(end - 1)) == 0) end--;
  for (size_t& k = threads_[t].statements; k < end; k++) {
    if (machine_.register_value(id, static_cast<uint32_t>(k)) == 0) continue;
    if (statements[k].op == Op::kFence) fence(t, statements[k].order);
    bool writes = statements[k].op == Op::kPlainWrite;
    // It comes after the last step of the thread, and is told to others by the next one.
    if (writes || statements[k].op == Op::kPlainRead)
      note_access(statements[k].object, {t, threads_[t].clock[t] + 1, writes, false});
  }
}

void RaceOracle::fence(size_t t, int order) {
  Thread& self = threads_[t];
  self.clock[t]++;
  if (is_acquire(order)) join(self.clock, self.seen_relaxed);
  if (is_release(order)) self.fence = self.clock;
}

void RaceOracle::note_access(int object, const Access& access) {
  const Clock& clock = threads_[access.thread].clock;
  std::vector<Access>& others = accesses_[object];
  for (const Access& other : others) {
    bool conflict = other.thread != access.thread && (access.writes || other.writes);
    found_ |= conflict && !(access.atomic && other.atomic) && clock[other.thread] < other.time;
  }
  others.push_back(access);
}

}  // namespace mazurka::conformance
