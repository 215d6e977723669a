#include "runtime/races/owned_memory.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/threads/shared_frames.hpp"
#include "runtime/races/stack_depot.hpp"

namespace mazurka::runtime::races {

bool is_any_seen = false;
uint64_t ended_in[kMaxThreads];
KnownBlocks known_blocks[kMaxThreads];

namespace {

// Of one thread.
struct Owned {
  std::vector<Allocation> allocations;  // by address, which is the order in which they came
  Cell newest = 0;                      // of these
  std::vector<uintptr_t> seen;          // granules of its stack and storage that other threads accessed

  void clear() {
    allocations.clear();
    newest = 0;
    seen.clear();
  }
};

class OwnedMemory final : public Rewindable {
 public:
  Owned& of(uint32_t thread) {
    changed_ = true;
    while (thread >= now_.size()) now_.push_back(new Owned);
    return *now_[thread];
  }
  const Owned& look_at(uint32_t thread) const { return thread < now_.size() ? *now_[thread] : nothing_; }
  bool is_of_prefix(uint32_t thread, size_t allocation) const {
    return in_force_ == Level::kPrefix && thread < at_prefix_.size() &&
           allocation < at_prefix_[thread].allocations.size();
  }

  bool is_named() const override { return true; }
  bool allows_waypoint() const override { return in_force_ == Level::kPrefix && !changed_; }
  void save_waypoint(uint32_t waypoint) override {
    ended_at_waypoints_.resize(waypoint + 1);
    ended_at_waypoints_[waypoint] = threads_that_ended();
  }
  void restore_waypoint(uint32_t waypoint) override {
    restore(Level::kPrefix);
    for (uint64_t left = ended_at_waypoints_[waypoint]; left != 0; left &= left - 1)
      ended_in[std::countr_zero(left)] = execution_number();
  }

  uint64_t digest() const override { return threads_that_ended(); }

  void save(Level level) override {
    if (level == Level::kPrefix) {
      for (const Owned* owned : now_) at_prefix_.push_back(*owned);
      any_seen_at_prefix_ = is_any_seen;
      main_ended_at_prefix_ = ended_in[0] == execution_number();
    }
    in_force_ = level;
    changed_ = false;
  }
  void restore(Level level) override {
    is_any_seen = level == Level::kPrefix && any_seen_at_prefix_;
    if (level == Level::kPrefix && main_ended_at_prefix_) ended_in[0] = execution_number();
    if (!changed_ && level == in_force_) return;
    for (Owned* owned : now_) owned->clear();
    if (level == Level::kPrefix)
      for (size_t t = 0; t < at_prefix_.size(); t++) *now_[t] = at_prefix_[t];
    in_force_ = level;
    changed_ = false;
  }

 private:
  // A bit each.
  static uint64_t threads_that_ended() {
    uint64_t ended = 0;
    for (uint32_t thread = 0; thread < std::min(user_threads.size(), 64U); thread++)
      ended |= uint64_t{ended_in[thread] == execution_number()} << thread;
    return ended;
  }

  std::vector<Owned*> now_;  // which stay where they are
  std::vector<Owned> at_prefix_;
  Owned nothing_;
  bool any_seen_at_prefix_ = false;
  bool main_ended_at_prefix_ = false;
  Level in_force_ = Level::kBase;
  bool changed_ = false;
  std::vector<uint64_t> ended_at_waypoints_;  // threads whose memory was given up
};
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
OwnedMemory& memory = *new OwnedMemory;
const Registration registered(memory);

// Of main's stack, counted from its end: granules that other threads accessed, in any execution.
constexpr size_t kMainGranules = 4 * kMainRoom / 8;
bool is_seen_of_main[kMainGranules];
std::vector<uintptr_t>& seen_of_main = *new std::vector<uintptr_t>;
uintptr_t main_frame = 0;  // to which main returned, the same in every execution

bool is_in_main_room(uintptr_t address) {
  return main_frame != 0 && address - (main_frame - kMainRoom) < kMainRoom;
}

bool is_on_stack(uintptr_t address) {
  return address >= kStackBase;
}

// Whose stack or storage it is; none that exists if nobody's.
uint32_t owner_of(uintptr_t address) {
  if (is_on_main_stack(address)) return 0;
  if (is_on_stack(address)) return owner_of_stack(address);
  for (uint32_t t = 1; t < user_threads.size(); t++) {
    MemoryRange storage = user_threads.storage_of(t);
    if (address >= storage.begin && address < storage.end) return t;
  }
  return kMaxThreads;
}

bool is_own(uintptr_t address, uint32_t thread) {
  if (is_on_stack(address)) return owner_of(address) == thread;
  MemoryRange storage = user_threads.storage_of(thread);
  return address >= storage.begin && address < storage.end;
}

bool has_ended(uint32_t thread) {
  return ended_in[thread] == execution_number() || user_threads.view(thread).status == ThreadStatus::kEnded;
}

}  // namespace

void note_new_memory(uintptr_t address, uint64_t pc) {
  uint32_t thread = current_thread();
  bool counts = is_cxx_or_program_code(pc);
  if (!counts && memory.look_at(thread).newest == 0) return;
  Owned& owned = memory.of(thread);
  // Cell 0 is long ago.
  Cell cell = counts ? thread_cells[thread] : 0;
  bool as_before = !owned.allocations.empty() && owned.allocations.back().cell == cell;
  if (as_before && (cell == 0 || (owned.allocations.back().pc == pc && !keep_stacks))) return;
  owned.allocations.push_back({address, cell, pc, counts ? place_of_call(pc) : 0});
  if (counts) owned.newest = cell;
}

const Allocation* allocation_not_before(uintptr_t address, Cell cell, const Lane* clock) {
  uint32_t owner = static_cast<uint32_t>((address - kArenaBase) / kArenaBytes);
  if (owner == thread_in(cell)) return nullptr;
  const Owned& owned = memory.look_at(owner);
  auto is_ordered = [&](Cell allocation) { return static_cast<Lane>(epoch_of(allocation)) <= clock[owner]; };
  if (owned.newest == 0 || is_ordered(owned.newest)) return nullptr;
  const auto next = std::upper_bound(owned.allocations.begin(), owned.allocations.end(), address | 7,
                                     [](uintptr_t at, const Allocation& other) { return at < other.address; });
  if (next == owned.allocations.begin()) return nullptr;
  const auto block = next - 1;
  if (!is_ordered(block->cell)) return &*block;
  // (What comes after the last one is not known yet.)
  if (next != owned.allocations.end()) {
    bool is_always = memory.is_of_prefix(owner, static_cast<size_t>(next - owned.allocations.begin())) &&
                     is_before_prefix(owner, epoch_of(block->cell), thread_in(cell));
    known_blocks[thread_in(cell)] = {block->address, next->address - block->address, is_always ? kept_begin : now};
  }
  return nullptr;
}

const Allocation* allocation_after(uintptr_t address, uint32_t thread, const Lane* clock) {
  const auto owner = static_cast<uint32_t>((address - kArenaBase) / kArenaBytes);
  const Owned& owned = memory.look_at(owner);
  if (owner == thread || owned.newest == 0) return nullptr;
  const auto next = std::upper_bound(owned.allocations.begin(), owned.allocations.end(), address | 7,
                                     [](uintptr_t at, const Allocation& other) { return at < other.address; });
  if (next == owned.allocations.begin()) return nullptr;
  const Allocation& allocation = *(next - 1);
  return static_cast<Lane>(epoch_of(allocation.cell)) > clock[owner] ? &allocation : nullptr;
}

const std::vector<uintptr_t>& seen_memory_of(uint32_t thread) {
  return memory.look_at(thread).seen;
}

Cell note_thread_memory(uintptr_t address, Cell cell) {
  uint32_t thread = thread_in(cell);
  if (is_own(address, thread)) return 0;
  uint32_t owner = owner_of(address);
  if (owner >= user_threads.size()) return 0;
  if (has_ended(owner)) return mark_of_ended(address, owner);
  if (is_on_stack(address) && is_gone(owner, address)) return mark_of_ended(address, owner);
  memory.of(owner).seen.push_back(address & ~uintptr_t{7});
  is_any_seen = true;
  return 0;
}

const std::vector<uintptr_t>& seen_memory() {
  uint32_t thread = current_thread();
  if (memory.look_at(thread).seen.empty()) return memory.look_at(thread).seen;
  std::vector<uintptr_t>& seen = memory.of(thread).seen;
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  return seen;
}

// (Main's stack stays when main has ended.)
Cell mark_of_ended(uintptr_t address, uint32_t thread) {
  return make_cell(epoch_of(thread_cells[thread]), kMarkThread, 0xff,
                   is_on_stack(address) ? kEndedStack : kEndedStorage);
}

bool is_of_ended_thread(uintptr_t address) {
  const uint32_t owner = owner_of(address);
  return owner < user_threads.size() && has_ended(owner);
}

Cell note_main_stack(uintptr_t address) {
  if (ended_in[0] == execution_number()) {
    if (is_in_main_room(address)) return mark_of_ended(address, 0);
  } else if (is_gone(0, address)) {
    return mark_of_ended(address, 0);
  }
  const size_t number = (kMainStackBase + kMainStackBytes - 1 - address) / 8;
  if (number < kMainGranules && !is_seen_of_main[number]) {
    is_seen_of_main[number] = true;
    seen_of_main.push_back(address & ~uintptr_t{7});
  }
  return 0;
}

std::vector<uintptr_t> seen_in_main_room(uintptr_t frame) {
  main_frame = frame;
  std::vector<uintptr_t> seen;
  auto add = [&seen](uintptr_t granule) {
    if (is_in_main_room(granule)) seen.push_back(granule);
  };
  program->objects().for_each_in(frame - kMainRoom, frame, add);
  for (uintptr_t granule : seen_of_main) add(granule);
  return seen;
}

uint64_t place_of_end(uint32_t thread) {
  const Thread& state = user_threads[thread];
  return state.pc != 0 ? state.pc : reinterpret_cast<uint64_t>(state.start);
}

bool is_end_of_thread(Cell cell, uintptr_t address, uint64_t place) {
  uint32_t thread = thread_in(cell);
  if (thread == 0 ? ended_in[0] != execution_number() || !is_in_main_room(address)
                  : !is_in_thread_memory(address) || !is_own(address, thread) || !has_ended(thread))
    return false;
  return (cell & kKindBits) == kPlainWrite && (cell & kMaskBits) == kMaskBits && pc_of(place) == place_of_end(thread);
}

}  // namespace mazurka::runtime::races
