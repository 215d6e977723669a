#include "toy/oracle/oracle.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <vector>

#include "toy/oracle/oracle_steps.hpp"

namespace mazurka::toy {

namespace {

uint64_t saturating_sum(uint64_t a, uint64_t b) {
  return a > std::numeric_limits<uint64_t>::max() - b ? std::numeric_limits<uint64_t>::max() : a + b;
}

// A prefix on the way down, and how far its successors were looked at.
struct Frame {
  Machine machine;
  TraceHasher hasher;
  Fingerprint name;
  uint64_t interleavings = 0;
  uint32_t thread = 0;
  uint32_t k = 0;
  bool maximal = true;
};

// Finds the next step (thread, k-th choice) of a frame, and moves past it.
bool next_step(Frame& frame, ThreadId& thread, uint32_t& k) {
  for (; frame.thread < frame.machine.thread_count(); frame.thread++, frame.k = 0) {
    if (frame.k >= frame.machine.choices(ThreadId(frame.thread))) continue;
    thread = ThreadId(frame.thread);
    k = frame.k++;
    frame.maximal = false;
    return true;
  }
  return false;
}

// Frames are kept when they are left, and assigned to when a frame of the same depth is needed again: copying into the
// vectors of an old frame allocates nothing.
class Frames {
 public:
  explicit Frames(const Machine& program) {
    Frame& root = push(program);
    root.machine.restart();
    root.hasher.reset(root.machine.thread_count(), root.machine.object_count());
    root.name = root.hasher.fingerprint();
  }
  bool empty() const { return depth_ == 0; }
  Frame& top() { return frames_[depth_ - 1]; }
  Frame& push(const Machine& machine) {
    if (depth_ == frames_.size())
      frames_.push_back(Frame{machine, {}, {}});
    else
      frames_[depth_].machine = machine;
    Frame& frame = frames_[depth_++];
    frame.interleavings = 0;
    frame.thread = frame.k = 0;
    frame.maximal = true;
    return frame;
  }
  void pop() { depth_--; }

 private:
  std::deque<Frame> frames_;
  size_t depth_ = 0;
};

class Counter {
 public:
  Counter(const Machine& program, Equivalence equivalence, const OracleLimits& limits, const TraceVisitor& visit)
      : equivalence_(equivalence), limits_(limits), visit_(visit), frames_(program) {}

  Census run() {
    census_.prefixes = 1;
    while (!frames_.empty() && census_.complete) {
      ThreadId thread;
      uint32_t k = 0;
      if (next_step(frames_.top(), thread, k))
        look_at(thread, k);
      else
        leave();
    }
    return std::move(census_);
  }

 private:
  void look_at(ThreadId thread, uint32_t k) {
    Frame& from = frames_.top();
    scratch_ = from.hasher;
    Event event = event_of(from.machine, equivalence_, thread, k);
    Fingerprint event_name = scratch_.add(event);
    Fingerprint name = scratch_.fingerprint();
    auto seen = interleavings_of_.find(name);
    if (seen != interleavings_of_.end()) {
      from.interleavings = saturating_sum(from.interleavings, seen->second);
      return;
    }
    if (++census_.prefixes > limits_.prefixes) census_.complete = false;
    path_.push_back(event);
    Frame& to = frames_.push(from.machine);
    size_t failures = to.machine.failures().size();
    to.machine.step(thread, event.choice);
    to.hasher = scratch_;
    to.name = name;
    if (to.machine.failures().size() != failures) census_.failing_events.insert(event_name);
    if (to.machine.error().has_value()) {
      census_.misused = true;
      census_.complete = false;
    }
  }

  void leave() {
    Frame& frame = frames_.top();
    if (frame.maximal) {
      frame.interleavings = 1;
      add_trace(frame);
    }
    uint64_t interleavings = frame.interleavings;
    interleavings_of_.emplace(frame.name, interleavings);
    frames_.pop();
    if (!path_.empty()) path_.pop_back();
    uint64_t& total = frames_.empty() ? census_.interleavings : frames_.top().interleavings;
    total = saturating_sum(total, interleavings);
  }

  void add_trace(const Frame& frame) {
    Outcome outcome = outcome_of(frame.machine);
    census_.traces.emplace(frame.name, outcome);
    if (visit_) visit_(path_, frame.machine);
    census_.deadlocked += outcome.deadlocked;
    census_.failed += outcome.failed;
    census_.cut += outcome.cut;
    if (census_.traces.size() > limits_.traces) census_.complete = false;
  }

  Equivalence equivalence_;
  OracleLimits limits_;
  const TraceVisitor& visit_;
  Frames frames_;
  std::vector<Event> path_;  // from the beginning to the top frame
  TraceHasher scratch_;
  std::unordered_map<Fingerprint, uint64_t> interleavings_of_;
  Census census_;
};

// All of a state that can be seen from outside.
std::vector<Value> visible_state(const Machine& machine) {
  std::vector<Value> state;
  for (uint32_t o = 0; o < machine.object_count(); o++) machine.append_value(ObjectId(o), state);
  for (uint32_t t = 0; t < machine.thread_count(); t++) {
    state.push_back(static_cast<Value>(machine.status(ThreadId(t))));
    if (machine.status(ThreadId(t)) != ThreadStatus::kReady) continue;
    const Operation& next = machine.next(ThreadId(t));
    for (Value v : {Value(next.code), Value(next.object.number), Value(next.site), next.a, next.b}) state.push_back(v);
  }
  return state;
}

}  // namespace

Census take_census(const Machine& program, Equivalence equivalence, const OracleLimits& limits) {
  return Counter(program, equivalence, limits, {}).run();
}

Census take_census(const Machine& program, Equivalence equivalence, const OracleLimits& limits,
                   const TraceVisitor& visit) {
  return Counter(program, equivalence, limits, visit).run();
}

PlainCensus take_plain_census(const Machine& program, Equivalence equivalence, uint64_t max_interleavings) {
  PlainCensus census;
  std::unordered_map<Fingerprint, std::vector<Value>> states;
  Frames frames(program);
  while (!frames.empty()) {
    Frame& from = frames.top();
    ThreadId thread;
    uint32_t k = 0;
    if (next_step(from, thread, k)) {
      Event event = event_of(from.machine, equivalence, thread, k);
      Frame& to = frames.push(from.machine);
      to.hasher = from.hasher;
      to.hasher.add(event);
      to.machine.step(thread, event.choice);
      continue;
    }
    if (from.maximal) {
      if (++census.interleavings > max_interleavings) {
        census.complete = false;
        return census;
      }
      Fingerprint name = from.hasher.fingerprint();
      census.traces.emplace(name, outcome_of(from.machine));
      std::vector<Value> state = visible_state(from.machine);
      auto [known, fresh] = states.try_emplace(name, state);
      if (!fresh && known->second != state) census.unsound++;
    }
    frames.pop();
  }
  return census;
}

}  // namespace mazurka::toy
