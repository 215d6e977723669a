#include "report/toy/toy_bug.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "protocol/replay_records.hpp"
#include "report/explanation/explanation.hpp"
#include "report/explanation/touches.hpp"

namespace mazurka::report {

namespace {

using toy::Machine;
using toy::ToyBug;

Frame frame_of(const Machine& machine, const std::string& file, const toy::Position& position, uint32_t thread) {
  return {machine.thread_name(ThreadId(thread)), file, position.line, position.column};
}

bool has_number(toy::ObjectKind kind) {
  return kind == toy::ObjectKind::kVariable || kind == toy::ObjectKind::kSemaphore;
}

// Objects have no addresses: their numbers will do.
uint64_t address_of(ObjectId object) {
  return uint64_t{object.index()} + 1;
}

NativeStep step_of(const Machine& machine, const Event& event, const std::string& file) {
  NativeStep step;
  step.thread = event.thread.number;
  step.choice = event.choice;
  step.code = static_cast<uint32_t>(event.op.code);
  step.operation = machine.describe(event.op);
  step.at = frame_of(machine, file, machine.position(event.op.site), step.thread);
  step.stack = {step.at};
  if (event.op.code == OpCode::kSpawn || event.op.code == OpCode::kJoin)
    step.object = machine.thread_name(event.op.partner);
  if (event.access_count == 0) return step;
  const Access& access = event.access[0];
  step.object = machine.object_name(access.object);
  step.address = address_of(access.object);
  step.type = name_of(machine.code().object_kind(access.object));
  if (!has_number(machine.code().object_kind(access.object))) return step;
  step.before = std::to_string(access.before);
  step.after = std::to_string(access.after);
  step.detail = access.mode == Mode::kRead ? step.before : step.before + " -> " + step.after;
  return step;
}

// Which events of other threads happen before each, and before none of the others. Those before `first` are left out.
class OrderOfEvents {
 public:
  OrderOfEvents(std::span<const Event> events, size_t first, size_t threads)
      : events_(events), first_(first), threads_(threads) {}

  // Of one event after the other.
  std::vector<size_t> follows(size_t k) {
    std::vector<uint32_t> clock(threads_, 0), own;
    const auto join = [&](PositionPlusOne before) {
      if (before <= first_) return;
      const std::vector<uint32_t>& other = clocks_[before - 1 - first_];
      for (size_t t = 0; t < threads_; t++) clock[t] = std::max(clock[t], other[t]);
    };
    const Event& event = events_[k];
    join(event.previous_in_thread);
    own = clock;
    // (A thread's first event follows the one that has started it.)
    if (const size_t before = event.previous_in_thread; before > first_ && events_[before - 1].thread != event.thread)
      own.assign(threads_, 0);
    join(event.ordered_after);
    for (uint32_t i = 0; i < event.access_count; i++)
      for (PositionPlusOne at = event.access[i].previous; at > first_; at = previous(at, event.access[i].object))
        if (events_[at - 1].thread != event.thread && accesses_conflict(events_[at - 1], event)) join(at);
    std::vector<size_t> result;
    for (size_t t = 0; t < threads_; t++)
      if (t != event.thread.index() && clock[t] > own[t]) result.push_back(clock[t] - 1);
    std::erase_if(result, [&](size_t a) {
      return std::any_of(result.begin(), result.end(),
                         [&](size_t b) { return a != b && clocks_[b - first_][events_[a].thread.index()] > a; });
    });
    clock[event.thread.index()] = static_cast<uint32_t>(k + 1);
    clocks_.push_back(std::move(clock));
    return result;
  }

 private:
  PositionPlusOne previous(PositionPlusOne at, ObjectId object) const {
    const Event& event = events_[at - 1];
    for (uint32_t i = 0; i < event.access_count; i++)
      if (event.access[i].object == object) return event.access[i].previous;
    return 0;
  }

  std::span<const Event> events_;
  size_t first_, threads_;
  std::vector<std::vector<uint32_t>> clocks_;  // by event: of each thread, the place of its last event before, plus one
};

void take_steps(const ToyBug& bug, const Machine& machine, const std::string& file, NativeBug& told) {
  const std::span<const Event> events = bug.schedule;
  const size_t first = events.size() - std::min<size_t>(events.size(), protocol::kMostShown);
  told.steps_not_told = first;
  OrderOfEvents order(events, first, machine.thread_count());
  std::vector<size_t> places;  // of the events among the steps: failures are not told as such
  for (size_t k = first; k < events.size(); k++) {
    std::vector<size_t> follows = order.follows(k);
    places.push_back(told.steps.size());
    if (events[k].op.code == OpCode::kFail) continue;
    NativeStep step = step_of(machine, events[k], file);
    for (const size_t before : follows) step.follows.push_back(places[before - first]);
    told.steps.push_back(std::move(step));
  }
}

void take_threads(const ToyBug& bug, const Machine& machine, NativeBug& told) {
  for (uint32_t t = 0; t < machine.thread_count(); t++) {
    NativeThread thread{t, machine.thread_name(ThreadId(t)), std::nullopt, t < bug.ended.size() && bug.ended[t]};
    for (size_t k = 0; k < told.steps.size(); k++)
      if (static_cast<OpCode>(told.steps[k].code) == OpCode::kSpawn && told.steps[k].object == thread.name)
        thread.created_in = k;
    told.threads.push_back(std::move(thread));
  }
}

NativeWaiting waiting_of(const toy::ToyWaiting& from, const Machine& machine, const std::string& file) {
  NativeWaiting waiting;
  waiting.thread = from.thread.number;
  waiting.operation = machine.describe(from.op);
  if (object_count(from.op.code) >= 1) {
    waiting.object = machine.object_name(from.op.object);
    waiting.address = address_of(from.op.object);
  }
  if (from.op.code == OpCode::kJoin) waiting.joined = from.op.partner.number;
  if (from.holder) waiting.holder = from.holder->number;
  waiting.for_signal = from.op.code == OpCode::kWake;
  waiting.for_message = from.op.code == OpCode::kReceive;
  waiting.for_room = from.op.code == OpCode::kSend;
  waiting.at = frame_of(machine, file, machine.position(from.op.site), from.thread.number);
  waiting.stack = {waiting.at};
  return waiting;
}

}  // namespace

NativeBug native_bug_of(const ToyBug& bug, const Machine& machine, const std::string& file) {
  NativeBug told;
  const bool waits = bug.kind == ToyBug::Kind::kDeadlock;
  told.kind = waits ? protocol::BugKind::kDeadlock : protocol::BugKind::kAssertion;
  told.message = bug.message;
  told.execution = bug.first_execution;
  told.occurrences = bug.executions;
  for (const Event& event : bug.schedule) told.schedule.push_back({event.thread.number, event.choice});
  for (uint32_t t = 0; t < machine.thread_count(); t++)
    if (!waits && machine.thread_name(ThreadId(t)) == bug.thread) told.thread = t;
  if (!waits) {
    told.at = frame_of(machine, file, bug.position, told.thread);
    told.stack = {*told.at};
  }
  take_steps(bug, machine, file, told);
  for (const toy::ToyWaiting& waiting : bug.waiting) told.waiting.push_back(waiting_of(waiting, machine, file));
  take_threads(bug, machine, told);
  for (const auto& [name, value] : bug.inputs) told.inputs.push_back({name, static_cast<uint64_t>(value), 64, true});
  told.explanation = explanation_of(told);
  told.values = values_named(told, {});
  return told;
}

}  // namespace mazurka::report
