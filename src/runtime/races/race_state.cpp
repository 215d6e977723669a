#include "runtime/races/race_state.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/memory/state_name.hpp"
#include "runtime/races/noted_granules.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/race_cells.hpp"
#include "runtime/races/race_clocks.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

using namespace races;

namespace {

// The mutexes that were held at all accesses so far.
struct Lockset {
  HeldMutexes mutexes;
  bool is_all = true;  // there was none

  void intersect(const HeldMutexes& held) {
    if (is_all) {
      mutexes = held;
      is_all = false;
      return;
    }
    uint32_t kept = 0;
    for (uint32_t k = 0; k < mutexes.count; k++)
      if (held.has(mutexes.objects[k])) mutexes.objects[kept++] = mutexes.objects[k];
    mutexes.count = kept;
  }
};

constexpr uint64_t kManyUsers = uint64_t{1} << 63;
uint64_t bit_of(uint32_t thread) {
  return uint64_t{1} << std::min(thread, 63U);
}

// What is known of a granule, in all executions so far.
struct Location {
  Granule* granule = nullptr;
  uintptr_t address = 0;
  bool is_new = false;  // changed by the last step
  Lockset lockset;
  uint64_t users = 0;       // a bit for each thread that has used it; the last one is for all that have none
  bool has_others = false;  // used by several threads,
  bool is_written = false;  // and written,
  bool has_plain = false;   // not only by atomic operations,
  bool counts = false;      // and not always under one mutex: it may race
};

struct Foreign {
  uintptr_t address;
  uint32_t number;  // of the location
  friend bool operator<(const Foreign& one, uintptr_t other) { return one.address < other; }
};

// By the address of the granule: open addressing, 1 + the number of the location. Never destroyed.
struct Locations {
  std::vector<Location> all;
  std::vector<uint32_t> slots = std::vector<uint32_t>(1 << 12, 0);
  std::vector<uint32_t> of_step;   // those that the last step changed
  std::vector<uint32_t> counting;  // those that count
  std::vector<Foreign> foreign;    // heap that others than its allocator have used: sorted
};
Locations& locations = *new Locations;

size_t slot_of(const Granule* granule, size_t slots) {
  return (reinterpret_cast<uintptr_t>(granule) / sizeof(Granule)) * 0x9e3779b97f4a7c15ULL >> 20 & (slots - 1);
}

void grow_slots() {
  std::vector<uint32_t> larger(locations.slots.size() * 2, 0);
  for (uint32_t k = 0; k < locations.all.size(); k++) {
    size_t at = slot_of(locations.all[k].granule, larger.size());
    while (larger[at] != 0) at = (at + 1) & (larger.size() - 1);
    larger[at] = k + 1;
  }
  locations.slots.swap(larger);
}

uint32_t location_of(Granule& granule, uintptr_t address) {
  size_t at = slot_of(&granule, locations.slots.size());
  for (; locations.slots[at] != 0; at = (at + 1) & (locations.slots.size() - 1))
    if (locations.all[locations.slots[at] - 1].granule == &granule) return locations.slots[at] - 1;
  Location added;
  added.granule = &granule;
  added.address = address & ~uintptr_t{7};
  locations.all.push_back(added);
  locations.slots[at] = static_cast<uint32_t>(locations.all.size());
  if (2 * locations.all.size() > locations.slots.size()) grow_slots();
  return static_cast<uint32_t>(locations.all.size() - 1);
}

// User thread's side, too.
void note_location(Granule& granule, uintptr_t address) {
  const uint32_t number = location_of(granule, address);
  Location& location = locations.all[number];
  if (location.is_new) return;
  location.is_new = true;
  locations.of_step.push_back(number);
}

void forget_step() {
  for (uint32_t number : locations.of_step) locations.all[number].is_new = false;
  locations.of_step.clear();
}

// No other thread can run now or was not joined by this one.
bool is_alone(uint32_t thread) {
  for (uint32_t other = 0; other < user_threads.size(); other++) {
    if (other == thread) continue;
    const ThreadStatus status = user_threads.view(other).status;
    const bool is_joined = status == ThreadStatus::kEnded && user_threads[other].end.joiner_plus_one == thread + 1;
    if (status != ThreadStatus::kNotStarted && !is_joined) return false;
  }
  return true;
}

bool is_used_by_others(const Location& location, uint32_t thread) {
  return is_in_heap(location.address) && is_in_heap_of_others(location.address, thread);
}

// What a name says of the location depends on who uses it.
void note_user(Location& location, uint32_t thread) {
  if ((location.users & bit_of(thread)) != 0) return;
  location.users |= bit_of(thread);
  if (location.counts || is_in_heap(location.address)) program->note_new_naming();
}

// A thread has used the location in its last step. True: it counts from now on.
bool learn_use(uint32_t number, Cell cell, uint32_t thread) {
  Location& location = locations.all[number];
  if (is_used_by_others(location, thread)) {
    const auto at = std::lower_bound(locations.foreign.begin(), locations.foreign.end(), location.address);
    if (at == locations.foreign.end() || at->address != location.address) {
      locations.foreign.insert(at, {location.address, number});
      program->note_new_naming();
    }
  }
  if (is_alone(thread)) return false;
  note_user(location, thread);
  location.has_others |= !std::has_single_bit(location.users) || location.users == kManyUsers;
  location.is_written |= (cell & 1) == 0;
  location.has_plain |= (cell & kKindBits) <= kPlainRead;
  location.lockset.intersect(user_threads[thread].held);
  return location.has_others && location.is_written && location.has_plain && location.lockset.mutexes.count == 0;
}

std::vector<Cell>& cells_now = *new std::vector<Cell>;

void learn_from_step() {
  for (uint32_t number : locations.of_step) {
    Location& location = locations.all[number];
    cells_now.clear();
    append_cells(*location.granule, cells_now);
    for (Cell cell : cells_now) {
      const uint32_t thread = thread_in(cell);
      if (!ran_in_step(thread) || !learn_use(number, cell, thread) || location.counts) continue;
      location.counts = true;
      locations.counting.push_back(number);
      program->note_new_naming();
    }
  }
}

// ---- who knows of an access

struct Knowledge {
  uint64_t hash = 0;
  uint64_t ignorant = 0;  // a bit for each thread that can run and does not know of it
};

// Of one state: what was found out of an epoch.
struct KnownEpoch {
  uint64_t epoch;
  uint32_t thread;
  Knowledge knowledge;
};
std::vector<KnownEpoch>& known_epochs = *new std::vector<KnownEpoch>;

bool knows(const Lane* clock, uint32_t lanes, uint32_t thread, uint64_t epoch) {
  return clock != nullptr && thread < lanes && clock[thread] >= static_cast<Lane>(epoch);
}

Knowledge find_knowledge(uint32_t thread, uint64_t epoch) {
  Knowledge result;
  for (uint32_t t = 0; t < threads; t++) {
    const ThreadStatus status = user_threads.view(t).status;
    const bool is_gone = status == ThreadStatus::kEnded && user_threads[t].end.joiner_plus_one != 0;
    if (status == ThreadStatus::kNotStarted || status == ThreadStatus::kParked || is_gone) continue;
    const ThreadClocks& own = clocks[t];
    const bool knows_it = knows(own.clock, width, thread, epoch);
    if (status == ThreadStatus::kReady && !knows_it) result.ignorant |= bit_of(t);
    const uint64_t what = (knows_it ? 1U : 0U) | (knows(own.released, width, thread, epoch) ? 2U : 0U) |
                          (knows(own.pending, width, thread, epoch) ? 4U : 0U);
    result.hash += combine_hashes(what, t);
  }
  if (result.ignorant == 0) return result;
  for (const Sync& sync : syncs)
    if (!sync.empty && knows(sync.clock, sync.lanes, thread, epoch)) result.hash += combine_hashes(sync.address, 1);
  return result;
}

Knowledge knowledge_of(Cell cell) {
  for (const KnownEpoch& known : known_epochs)
    if (known.epoch == epoch_of(cell) && known.thread == thread_in(cell)) return known.knowledge;
  known_epochs.push_back({epoch_of(cell), thread_in(cell), find_knowledge(thread_in(cell), epoch_of(cell))});
  return known_epochs.back().knowledge;
}

// Those among the users who count now. What one that is not there yet will know is what others know who start it.
uint64_t users_now(uint64_t users) {
  for (uint32_t t = 0; t < user_threads.size(); t++)
    if ((users & bit_of(t)) != 0 && user_threads.view(t).status == ThreadStatus::kNotStarted) return UINT64_MAX;
  return users;
}

void add_location(const Location& location, StateName& name) {
  const uint64_t users = users_now(location.users);
  cells_now.clear();
  append_cells(*location.granule, cells_now);
  for (Cell cell : cells_now) {
    const Knowledge knowledge = knowledge_of(cell);
    if ((knowledge.ignorant & users) == 0) continue;
    name.add(location.address, combine_hashes(knowledge.hash, cell & (kMaskBits | kKindBits)));
  }
}

// A block counts as written by the thread that allocated it.
void add_allocations(StateName& name) {
  for (uint32_t t = 0; t < threads; t++) {
    const std::vector<Allocation>& allocations = allocations_of(t);
    for (size_t k = 0; k < allocations.size(); k++) {
      if (allocations[k].cell == 0 || is_void(epoch_of(allocations[k].cell))) continue;
      const uintptr_t end = k + 1 < allocations.size() ? allocations[k + 1].address : UINTPTR_MAX;
      uint64_t users = 0;
      for (auto used = std::lower_bound(locations.foreign.begin(), locations.foreign.end(), allocations[k].address);
           used != locations.foreign.end() && used->address < end; ++used)
        users |= locations.all[used->number].users;
      if (users == 0) continue;
      users = users_now(users);
      const Knowledge knowledge = knowledge_of(allocations[k].cell);
      if ((knowledge.ignorant & users) != 0) name.add(allocations[k].address, combine_hashes(knowledge.hash, 7));
    }
  }
}

void add_races(StateName& name) {
  if (!watching) return;
  if (explores_plain) return name.refuse();
  catch_up();
  learn_from_step();
  known_epochs.clear();
  for (uint32_t number : locations.counting) add_location(locations.all[number], name);
  add_allocations(name);
}
const StatePart race_part(add_races);

}  // namespace

void begin_to_name_races() {
  note_for_names = note_location;
  at_named_step = forget_step;
}

}  // namespace mazurka::runtime
