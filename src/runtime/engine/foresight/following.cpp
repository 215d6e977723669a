// Steps that are made are followed: what comes of them is known from then on.
#include "runtime/engine/foresight/foresight.hpp"

#include <pthread.h>

#include <algorithm>

#include "base/hash.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/memory/state_name.hpp"

namespace mazurka::runtime {

bool watches_step = false;
void (*show_all_accesses)() = nullptr;

namespace {

uintptr_t variables_begin = 0, variables_end = 0;
bool is_variable_of_program(uintptr_t address, size_t bytes) {
  return address >= variables_begin && address + bytes <= variables_end;
}

// What the step at hand has done beside its operation. (A thread that it starts runs in it, too.)
struct StepUse {
  uintptr_t address;
  uint32_t thread;
  uint32_t value;  // before
  bool writes;
  bool whole;  // all bytes
};
constexpr uint32_t kMostUses = 64;
StepUse uses[kMostUses];
uint32_t use_count = 0;
bool is_unforeseeable = false;

}  // namespace

void note_unforeseeable() {
  is_unforeseeable = true;
  watches_step = false;
}

void set_program_variables(uintptr_t begin, uintptr_t end) {
  variables_begin = begin;
  variables_end = end;
}
bool has_program_variables() {
  return variables_begin != 0;
}

void note_plain_access(uintptr_t address, size_t bytes, bool writes) {
  constexpr uintptr_t kBytes = WatchedMemory::kBytes;
  const uint32_t self = current_thread();
  if (is_on_own_stack(self, reinterpret_cast<const void*>(address))) return;
  if (!is_variable_of_program(address, bytes)) return note_unforeseeable();
  const uintptr_t end = address + bytes;
  for (uintptr_t at = address & ~(kBytes - 1); at < end; at += kBytes) {
    if (use_count == kMostUses) return note_unforeseeable();
    const uint32_t value = *reinterpret_cast<const volatile uint32_t*>(at);
    uses[use_count++] = {at, self, value, writes, writes && at >= address && at + kBytes <= end};
  }
}

void Foresight::begin_step(ThreadId thread, Choice choice) {
  step_.thread = thread;
  step_.choice = choice;
  step_.op = visible_.threads[thread.index()].next;
  step_.before = found_by(step_.op);
  use_count = 0;
  is_unforeseeable = false;
  watches_step = true;
  if (show_all_accesses != nullptr) show_all_accesses();
}

void Foresight::note_made(bool went_wrong) {
  watches_step = false;
  // (If it has written to an object, that is not visible yet.)
  if (is_unforeseeable || went_wrong || uses_open_places()) lose_track();
}

bool Foresight::uses_open_places() {
  return std::any_of(uses, uses + use_count,
                     [this](const StepUse& use) { return memory_.is_open(memory_.place_at(use.address)); });
}

// What threads do with an object is known by its value: the program's plain accesses of it are never foreseen.
void Foresight::note_next_object(uint32_t thread) {
  const ThreadView& view = visible_.threads[thread];
  if (view.status != ThreadStatus::kReady || object_count(view.next.code) == 0) return;
  const size_t at = view.next.object.index();
  if (known_objects_.size() <= at) known_objects_.resize(at + 1, false);
  if (known_objects_[at]) return;
  known_objects_[at] = true;
  const ObjectInfo& object = objects_[view.next.object];
  const size_t bytes = object.kind->is_primitive ? sizeof(pthread_mutex_t) : object.bytes;
  constexpr uintptr_t kBytes = WatchedMemory::kBytes;
  for (uintptr_t place = object.address & ~(kBytes - 1); place < object.address + bytes; place += kBytes)
    note(memory_.open(memory_.place_at(place)));
}

bool Foresight::is_same(uint32_t thread, Node node) const {
  const ThreadView& now = visible_.threads[thread];
  if (node == StepGraph::kNone) return now.status == ThreadStatus::kNotStarted;
  const ThreadView& known = graph_[node].view;
  if (now.status != known.status || now.woken != known.woken) return false;
  if (now.status != ThreadStatus::kReady) return true;
  return now.next.code == known.next.code && now.next.object == known.next.object &&
         now.next.object2 == known.next.object2 && now.next.partner == known.next.partner &&
         now.next.a == known.next.a && now.next.b == known.next.b && now.next.ordered == known.next.ordered;
}

// The thread as it is now. Its steps so far count only as far as they left something: on its stack, or in what holds
// for it now.
StepGraph::State Foresight::state_of(uint32_t thread) {
  const Thread& self = user_threads[thread];
  const ThreadView& view = visible_.threads[thread];
  const Standing standing = standing_of(thread);
  const bool has_ended = view.status == ThreadStatus::kEnded;
  const uint64_t result = has_ended ? reinterpret_cast<uintptr_t>(self.end.result) : 0;
  const uint64_t words[] = {thread, static_cast<uint64_t>(view.status), self.children, self.locks.all, standing.sum,
                            result};
  Fingerprint name = hash_bytes(words, sizeof words);
  const bool is_elsewhere = !is_on_own_stack(thread, self.context.stack_pointer) || view.next.code == OpCode::kFail;
  if (view.status == ThreadStatus::kReady && is_elsewhere) {
    name = {execution_number(), ++elsewhere_};  // like no other
  } else if (view.status == ThreadStatus::kReady) {
    // As switch_stack() leaves it: what it has saved, and a gap.
    constexpr size_t kSaved = 16, kGap = 128;
    const auto* begin = static_cast<const char*>(self.context.stack_pointer);
    name = hash_bytes(begin, kSaved, name.high ^ reinterpret_cast<uintptr_t>(begin));
    begin += kSaved + kGap;
    const Fingerprint stack = hash_bytes(begin, static_cast<size_t>(stack_top(thread) - begin), name.low);
    name = {name.high ^ stack.high, stack.low};
  }
  return {view, self.pc, self.name, static_cast<Value>(result), name};
}

// Steps of these kinds, where they find what they should.
bool Foresight::is_foreseeable() const {
  const Operation& op = step_.op;
  const Value own = static_cast<Value>(step_.thread.number) + 1;
  bool is_mutex = false;
  switch (op.code) {
    case OpCode::kLoad:
    case OpCode::kStore:
    case OpCode::kFetchAdd:
    case OpCode::kExchange:
    case OpCode::kCas: break;
    case OpCode::kUnlock:
      if (step_.before != own) return false;
      is_mutex = true;
      break;
    case OpCode::kLock:
      if (step_.before != 0 || visible_.values[op.object.index()] != own) return false;
      is_mutex = true;
      break;
    case OpCode::kTryLock: is_mutex = true; break;
    case OpCode::kJoin:
    case OpCode::kSpawn: return true;
    default: return false;
  }
  const ObjectInfo& object = objects_[op.object];
  if (object.kind != (is_mutex ? &kMutexObject : &kAtomicObject) || object.overlaps || object.united_plus_one != 0 ||
      object.in_sections || object.bytes > 8)
    return false;
  return is_variable_of_program(object.address, object.bytes);
}

// False: two threads join one, which depends on more than their own steps.
bool Foresight::is_only_joiner() {
  if (step_.op.code != OpCode::kJoin) return true;
  const uint32_t thread = step_.thread.number;
  const size_t joined = step_.op.partner.index();
  if (joiners_.size() <= joined) joiners_.resize(joined + 1, 0);
  if (joiners_[joined] == 0) joiners_[joined] = thread + 1;
  return joiners_[joined] == thread + 1;
}

Foresight::Standing Foresight::standing_of(uint32_t thread) {
  Standing result;
  mutexes_.clear();
  for (const Done& done : path_) {
    if (done.thread != thread) continue;
    switch (done.code) {
      case OpCode::kSpawn: result.started |= as_few(done.partner.number); break;
      case OpCode::kJoin: result.joined |= as_few(done.partner.number); break;
      case OpCode::kUnlock: std::erase(mutexes_, done.object); break;
      case OpCode::kTryLock:
        if (done.before != 0) break;
        [[fallthrough]];
      case OpCode::kLock: mutexes_.push_back(done.object); break;
      default: break;
    }
    if (done.code == OpCode::kSpawn || done.code == OpCode::kJoin)
      result.sum += combine_hashes(done.partner.number, static_cast<uint64_t>(done.code));
  }
  for (ObjectId mutex : mutexes_) result.sum += combine_hashes(mutex.number, 1);
  return result;
}

// False: the step may be part of a race.
bool Foresight::note_uses() {
  Standing standing;
  uint32_t whose = UINT32_MAX;
  bool is_safe = true;
  note_next_object(step_.thread.number);
  if (step_.op.code == OpCode::kSpawn) note_next_object(step_.op.partner.number);
  if (step_.op.code == OpCode::kSpawn)
    note(memory_.note_start(step_.op.partner.number, step_.thread.number, standing_of(step_.thread.number).joined));
  for (uint32_t k = 0; k < use_count; k++) {
    if (uses[k].thread != whose) standing = standing_of(whose = uses[k].thread);
    const uint32_t place = memory_.place_at(uses[k].address);
    note(memory_.note_access(place, uses[k].thread, uses[k].writes, {mutexes_, standing.started & ~standing.joined}));
    is_safe = is_safe && !memory_.is_open(place);
  }
  return is_safe;
}

// What the step found at places first, and left there. False: somebody has written there who was not seen.
bool Foresight::collect_values(StepGraph::Outcome& outcome) {
  finds_.clear();
  writes_.clear();
  for (uint32_t k = 0; k < use_count; k++) {
    const uint32_t place = memory_.place_at(uses[k].address);
    if (!memory_.is_written(place)) {
      memory_.take_for_constant(place);
      continue;
    }
    const bool is_first =
        std::none_of(uses, uses + k, [k](const StepUse& other) { return other.address == uses[k].address; });
    if (is_first && memory_.has_value(place) && memory_.value(place) != uses[k].value) {
      memory_.open(place);
      return false;
    }
    if (!memory_.has_value(place)) memory_.set(place, uses[k].value);
    if (is_first && !uses[k].whole) finds_.push_back({place, uses[k].value});
    const bool is_written = std::any_of(writes_.begin(), writes_.end(),
                                        [place](const PlaceValue& written) { return written.place == place; });
    if (uses[k].writes && !is_written)
      writes_.push_back({place, *reinterpret_cast<const volatile uint32_t*>(uses[k].address)});
  }
  outcome.find_count = static_cast<uint32_t>(finds_.size());
  outcome.write_count = static_cast<uint32_t>(writes_.size());
  return true;
}

// From here on the execution is not followed.
void Foresight::lose_path() {
  is_followed_ = watches_step = is_path_ = false;
  values_.assign(visible_.values.begin(), visible_.values.end());
  has_values_ = true;
}

// The same when a step was made, which may have changed the value of its object.
void Foresight::lose_track() {
  lose_path();
  if (object_count(step_.op.code) >= 1) values_[step_.op.object.index()] = step_.before;
}

void Foresight::end_step() {
  if (!is_followed_) return;
  if (!is_only_joiner()) return turn_off();
  if (must_forget_ || !is_foreseeable()) return lose_track();
  // Where loops are looked for, no step may leave anything else on the stacks when it is made again.
  if (path_.size() >= kMostEvents) return give_up();
  const auto [thread, choice, op, before] = step_;
  StepGraph::Outcome outcome;
  outcome.choice = choice;
  outcome.before = before;
  outcome.after = object_count(op.code) == 1 ? visible_.values[op.object.index()] : 0;
  outcome.exits = visible_.exited && !exited_;
  // The accesses of the step come after its operation.
  path_.push({thread.number, choice, op.code, exited_, op.object, op.partner, before, now_[thread.index()], 0});
  const bool is_safe = note_uses();
  const StepGraph::State state = state_of(thread.number);
  path_.pop();
  if (!is_safe || must_forget_) return lose_track();
  if (!collect_values(outcome)) {
    must_forget_ = true;
    return lose_track();
  }
  const StepGraph::Outcome* known = find(now_[thread.index()], choice, before);
  if (known == nullptr) {
    if (graph_.is_full()) return lose_track();
    outcome.next = graph_.node_of(state);
    if (op.code == OpCode::kSpawn) outcome.started = graph_.node_of(state_of(op.partner.number));
    outcome.finds = graph_.keep(finds_);
    outcome.writes = graph_.keep(writes_);
    graph_.add(now_[thread.index()], outcome);
    known = &outcome;
  } else if (!came_to(*known, outcome)) {
    return doubt();
  }
  if (now_.size() < visible_.threads.size()) now_.resize(visible_.threads.size(), StepGraph::kNone);
  take(thread, choice, op, before, *known);
}

// The step was made before, and should come to the same.
bool Foresight::came_to(const StepGraph::Outcome& known, const StepGraph::Outcome& now) const {
  if (!is_same(step_.thread.number, known.next) || known.after != now.after || known.exits != now.exits) return false;
  if (step_.op.code == OpCode::kSpawn && !is_same(step_.op.partner.number, known.started)) return false;
  const auto written = graph_.values(known.writes, known.write_count);
  return std::equal(written.begin(), written.end(), writes_.begin(), writes_.end(),
                    [](const PlaceValue& a, const PlaceValue& b) { return a.place == b.place && a.value == b.value; });
}

const StepGraph::Outcome* Foresight::find(Node from, Choice choice, Value before) {
  return graph_.find(from, choice, before, [this](const PlaceValue& found) {
    return memory_.has_value(found.place) && memory_.value(found.place) == found.value;
  });
}

}  // namespace mazurka::runtime
