// Steps that are made are followed: what comes of them is known from then on.
#include "runtime/engine/foresight/foresight.hpp"

#include <pthread.h>

#include <algorithm>

#include "base/hash.hpp"
#include "runtime/engine/threads/fiber.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/memory/state_name.hpp"
#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

bool watches_step = false;
void (*show_all_accesses)() = nullptr;

namespace {

uintptr_t variables_begin = 0, variables_end = 0;
bool is_variable_of_program(uintptr_t address, size_t bytes) {
  return address >= variables_begin && address + bytes <= variables_end;
}
bool is_in_heap(uintptr_t address, size_t bytes) {
  return address >= kArenaBase && address + bytes <= kArenaBase + kMaxThreads * kArenaBytes;
}

// What the step at hand has done beside its operation. (A thread that it starts runs in it, too.)
struct StepUse {
  uintptr_t address;
  uint32_t thread;
  uint32_t value;  // before
  bool writes;
  bool whole;  // all bytes
  bool frees;  // there is no memory there from then on
  bool makes;  // it is part of a block that is made
};
constexpr uint32_t kMostUses = 256;
StepUse uses[kMostUses];
uint32_t use_count = 0;
bool is_unforeseeable = false;

// A thread's next addresses depend on all blocks that it has made and freed before.
struct HeapUse {
  uint32_t thread;
  uint64_t what;
};
constexpr uint32_t kMostHeapUses = 32;
HeapUse heap_uses[kMostHeapUses];
uint32_t heap_use_count = 0;

uint64_t heap_after(uint64_t heap, uint32_t thread) {
  for (uint32_t k = 0; k < heap_use_count; k++)
    if (heap_uses[k].thread == thread) heap = combine_hashes(heap, heap_uses[k].what);
  return heap;
}

void note_heap_use(const void* memory, bool frees) {
  if (heap_use_count == kMostHeapUses) return note_unforeseeable();
  heap_uses[heap_use_count++] = {current_thread(), reinterpret_cast<uintptr_t>(memory) << 1 | uint64_t{frees}};
}

struct Access {
  bool writes = false;
  bool frees = false;
  bool makes = false;
  bool finds = true;  // even if it writes all of a place
};
void note_use(uintptr_t address, size_t bytes, Access access) {
  constexpr uintptr_t kBytes = WatchedMemory::kBytes;
  const uintptr_t end = address + bytes;
  for (uintptr_t at = address & ~(kBytes - 1); at < end; at += kBytes) {
    if (use_count == kMostUses) return note_unforeseeable();
    const uint32_t value = *reinterpret_cast<const volatile uint32_t*>(at);
    const bool whole = access.writes && !access.finds && at >= address && at + kBytes <= end;
    uses[use_count++] = {at, current_thread(), value, access.writes, whole, access.frees, access.makes};
  }
}

constexpr size_t kLargestBlock = 512;

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
  if (is_on_own_stack(current_thread(), reinterpret_cast<const void*>(address))) return;
  if (!is_variable_of_program(address, bytes) && !is_in_heap(address, bytes)) return note_unforeseeable();
  // (Whoever writes to a block finds that there is one.)
  note_use(address, bytes, {.writes = writes, .finds = is_in_heap(address, bytes)});
}

void note_block_made(const void* memory) {
  const size_t room = room_of_block(memory);
  if (room > kLargestBlock) return note_unforeseeable();
  note_heap_use(memory, false);
  const uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t end = (address + bytes_of_block(memory)) & ~uintptr_t{WatchedMemory::kBytes - 1};
  const uintptr_t header = address - kBlockHeaderBytes;
  note_use(header, end - header, {.writes = true, .makes = true, .finds = false});
  note_use(end, address + room - end, {.writes = true, .frees = true, .makes = true, .finds = false});
}

void note_block_freed(const void* memory) {
  const size_t room = room_of_block(memory);
  const uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  if (room > kLargestBlock || !is_in_heap(address, room)) return note_unforeseeable();
  note_heap_use(memory, true);
  note_use(address - kBlockHeaderBytes, kBlockHeaderBytes, {});
  note_use(address - kBlockHeaderBytes, kBlockHeaderBytes + room, {.writes = true, .frees = true, .finds = false});
}

// What std::thread starts with is a function of the library, which calls a virtual one of its argument.
void note_begin(uintptr_t function, uintptr_t argument) {
  if (is_variable_of_program(function, 1)) return;
  if (!is_in_heap(argument, sizeof(void*))) return note_unforeseeable();
  note_use(argument, sizeof(void*), {});
}

void note_claim(const int32_t& claimed) {
  const auto address = reinterpret_cast<uintptr_t>(&claimed);
  note_use(address, sizeof claimed, {});
  note_use(address, sizeof claimed, {.writes = true});
}

void Foresight::begin_step(ThreadId thread, Choice choice) {
  step_.thread = thread;
  step_.choice = choice;
  step_.op = visible_.threads[thread.index()].next;
  step_.before = found_by(step_.op);
  use_count = heap_use_count = 0;
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
StepGraph::State Foresight::state_of(uint32_t thread, uint64_t heap) {
  const Thread& self = user_threads[thread];
  const ThreadView& view = visible_.threads[thread];
  const Standing standing = standing_of(thread);
  const bool has_ended = view.status == ThreadStatus::kEnded;
  const uint64_t result = has_ended ? reinterpret_cast<uintptr_t>(self.end.result) : 0;
  const uint64_t words[] = {thread,        static_cast<uint64_t>(view.status),
                            self.children, self.locks.all,
                            standing.sum,  result,
                            heap,          uint64_t{view.next.object.number} << 32 | view.next.object2.number};
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
  return {view, self.pc, self.name, static_cast<Value>(result), heap, name};
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

void Foresight::note_written(uint32_t place, bool is_gone, uint32_t value) {
  for (PlaceValue& written : writes_) {
    if (written.place != place) continue;
    written.is_gone = is_gone;
    return;
  }
  writes_.push_back({place, is_gone, value});
}

// What the step found at places first, and left there.
Foresight::Collected Foresight::collect_values(StepGraph::Outcome& outcome) {
  finds_.clear();
  writes_.clear();
  step_number_++;
  for (uint32_t k = 0; k < use_count; k++) {
    const StepUse& use = uses[k];
    const uint32_t place = memory_.place_at(use.address);
    if (!memory_.is_written(place)) {
      memory_.take_for_constant(place);
      continue;
    }
    const bool is_first = memory_.is_first_in(step_number_, place);
    if (is_first && memory_.has_value(place) && memory_.value(place) != use.value) {
      memory_.open(place);
      return Collected::kWrong;
    }
    if (use.makes) memory_.note_made(place);
    if (is_first && !use.whole) {
      // (The end of a block whose bytes do not fill the place.)
      if (!memory_.has_value(place) && memory_.was_made(place)) return Collected::kNotAll;
      if (!memory_.has_value(place)) memory_.set(place, use.value);
      finds_.push_back({place, false, use.value});
    }
    if (use.writes) note_written(place, use.frees, *reinterpret_cast<const volatile uint32_t*>(use.address));
  }
  outcome.find_count = static_cast<uint32_t>(finds_.size());
  outcome.write_count = static_cast<uint32_t>(writes_.size());
  return Collected::kAll;
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
  const StepGraph::State state = state_of(thread.number, heap_after(graph_[now_[thread.index()]].heap, thread.number));
  path_.pop();
  if (!is_safe || must_forget_) return lose_track();
  const Collected collected = collect_values(outcome);
  if (collected == Collected::kWrong) must_forget_ = true;
  if (collected != Collected::kAll) return lose_track();
  const StepGraph::Outcome* known = find(now_[thread.index()], choice, before);
  if (known == nullptr) {
    if (graph_.is_full() || memory_.is_full()) return lose_track();
    outcome.next = graph_.node_of(state);
    if (op.code == OpCode::kSpawn)
      outcome.started = graph_.node_of(state_of(op.partner.number, heap_after(0, op.partner.number)));
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
                    [](const PlaceValue& a, const PlaceValue& b) {
                      return a.place == b.place && a.is_gone == b.is_gone && (a.is_gone != 0 || a.value == b.value);
                    });
}

const StepGraph::Outcome* Foresight::find(Node from, Choice choice, Value before) {
  return graph_.find(from, choice, before, [this](const PlaceValue& found) {
    return memory_.has_value(found.place) && memory_.value(found.place) == found.value;
  });
}

}  // namespace mazurka::runtime
