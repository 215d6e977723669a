#include "runtime/races/race_state.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/memory/state_name.hpp"
#include "runtime/races/noted_granules.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/race_cells.hpp"
#include "runtime/races/race_clocks.hpp"
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
  Lockset lockset;
  uint64_t users = 0;       // a bit for each thread that has used it; the last one is for all that have none
  bool has_others = false;  // used by several threads,
  bool is_written = false;  // and written,
  bool has_plain = false;   // not only by atomic operations,
  bool counts = false;      // and not always under one mutex: it may race
};

// By a number: open addressing, 1 + the place in `all`.
struct Places {
  std::vector<uint32_t> slots = std::vector<uint32_t>(1 << 12, 0);

  // The place of the key, which is the next one if it is new.
  template <class KeyAt>
  uint32_t find(uint64_t key, size_t size, KeyAt key_at) {
    if (2 * (size + 1) > slots.size()) grow(size, key_at);
    size_t at = slot_of(key);
    for (; slots[at] != 0; at = (at + 1) & (slots.size() - 1))
      if (key_at(slots[at] - 1) == key) return slots[at] - 1;
    slots[at] = static_cast<uint32_t>(size + 1);
    return static_cast<uint32_t>(size);
  }

 private:
  size_t slot_of(uint64_t key) const { return key * 0x9e3779b97f4a7c15ULL >> 20 & (slots.size() - 1); }
  template <class KeyAt>
  void grow(size_t size, KeyAt key_at) {
    slots.assign(2 * slots.size(), 0);
    for (uint32_t k = 0; k < size; k++) {
      size_t at = slot_of(key_at(k));
      while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
      slots[at] = k + 1;
    }
  }
};

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
struct Locations {
  std::vector<Location> all;
  Places places;  // by the address of the granule
  // Where something was released: holders with odd numbers.
  std::vector<uintptr_t> released;
  Places released_places;
  uint64_t threads_seen = 0;  // a bit each: others have accessed its stack or storage
  bool is_noting = false;     // a step is done that was not done before
  bool has_counting = false;  // some location counts
  uint64_t sharing_changes = 0;
  std::vector<Flow> of_step;  // of the last one: all accesses,
  std::vector<Flow> told;     // and only those that count
};
Locations& locations = *new Locations;

}  // namespace

uint32_t races::location_of(Granule& granule, uintptr_t address) {
  const auto key = reinterpret_cast<uintptr_t>(&granule) / sizeof(Granule);
  const uint32_t number = locations.places.find(key, locations.all.size(), [](uint32_t k) {
    return reinterpret_cast<uintptr_t>(locations.all[k].granule) / sizeof(Granule);
  });
  if (number < locations.all.size()) return number;
  Location added;
  added.granule = &granule;
  added.address = address & ~uintptr_t{7};
  locations.all.push_back(added);
  return number;
}

namespace {

// ---- an access as a number: of which bytes of which location, and of which kind; or the end of a thread

constexpr uint32_t kAccessBits = kThreadShift;
constexpr uint64_t kEndOfThread = uint64_t{1} << 63;

uint64_t access_of(uint32_t location, Cell cell) {
  return uint64_t{location} << kAccessBits | (cell & (kMaskBits | kKindBits));
}

// User thread's side, too. Lists grow now and then, and what that leaves on the stack must not tell of it.
void add_flow(const Flow& flow) {
  locations.of_step.push_back(flow);
  if (stacks_tell_of_steps()) [[unlikely]]
    clear_stack_below();
}

void note_location(Granule& granule, uintptr_t address, Cell cell) {
  if (!locations.is_noting) return;
  const uint32_t thread = thread_in(cell);
  const Flow flow{Flow::Kind::kAccess, thread, holder_of(thread), access_of(location_of(granule, address), cell)};
  // (Loops.)
  if (!locations.of_step.empty() && locations.of_step.back() == flow) return;
  add_flow(flow);
}

// What a thread accessed in an earlier step is noted again: its epoch is another one. (If nobody looks for races, there
// are no clocks.)
void begin_step_of_races() {
  locations.of_step.clear();
  locations.is_noting = true;
  give_new_epochs();
}

bool is_shared(const Location& location) {
  return location.counts || (location.has_others && location.is_written);
}

// A thread has used the location in its last step. True: it counts from now on.
bool learn_use(Location& location, Cell cell, uint32_t thread) {
  if (user_threads.is_alone(thread)) return false;
  if (is_in_heap(location.address) && is_in_heap_of_others(location.address, thread)) return true;
  location.users |= bit_of(thread);
  location.has_others |= !std::has_single_bit(location.users) || location.users == kManyUsers;
  location.is_written |= (cell & 1) == 0;
  location.has_plain |= (cell & kKindBits) <= kPlainRead;
  location.lockset.intersect(user_threads[thread].held);
  return location.has_others && location.is_written && location.has_plain && location.lockset.mutexes.count == 0;
}

}  // namespace

void races::learn_from_step() {
  bool is_new = false;
  for (const Flow& flow : locations.of_step) {
    if (flow.kind != Flow::Kind::kAccess || (flow.access & kEndOfThread) != 0) continue;
    Location& location = locations.all[flow.access >> kAccessBits];
    if (location.counts) continue;
    const bool was_shared = is_shared(location);
    if (learn_use(location, flow.access, flow.to)) location.counts = is_new = locations.has_counting = true;
    locations.sharing_changes += !was_shared && is_shared(location);
  }
  for (uint32_t t = 0; is_any_seen && t < user_threads.size(); t++) {
    if ((locations.threads_seen & bit_of(t)) != 0 || seen_memory_of(t).empty()) continue;
    locations.threads_seen |= bit_of(t);
    is_new = true;
  }
  if (is_new) program->note_new_naming();
}

bool races::is_shared(uint32_t location) {
  return runtime::is_shared(locations.all[location]);
}
uint64_t races::sharing_changes() {
  return locations.sharing_changes;
}

namespace {

void add_races(StateName& name) {
  if (explores_plain) return name.refuse();
  catch_up();
  learn_from_step();
}
const StatePart race_part(add_races);

std::span<const Flow> tell_flows() {
  locations.is_noting = false;
  locations.told.clear();
  // Nobody asks what threads know.
  if (!locations.has_counting && locations.threads_seen == 0) return locations.told;
  for (const Flow& flow : locations.of_step) {
    const bool is_end = flow.kind == Flow::Kind::kAccess && (flow.access & kEndOfThread) != 0;
    if (is_end && (locations.threads_seen & bit_of(flow.to)) == 0) continue;
    if (flow.kind == Flow::Kind::kAccess && !is_end && !locations.all[flow.access >> kAccessBits].counts) continue;
    locations.told.push_back(flow);
  }
  return locations.told;
}

// ---- does a later access race?

alignas(64) Lane known_later[kMaxThreads];  // what its thread will know
std::vector<RememberedAccess>& accesses_now = *new std::vector<RememberedAccess>;

void add_holder(uint32_t holder) {
  if (holder % 2 != 0) {
    const uintptr_t address = locations.released[holder / 2];
    Granule* granule = find_granule(place_of_holder(address));
    const Sync* sync = granule == nullptr ? nullptr : find_sync(origins_of(*granule), address);
    if (sync != nullptr && !sync->empty) join(known_later, sync->clock, sync->lanes);
    return;
  }
  const uint32_t thread = holder / 2 / 3;
  if (thread >= threads) return;
  const ThreadClocks& own = clocks[thread];
  const Lane* all[] = {own.clock, own.released, own.pending};
  const Lane* clock = all[holder / 2 % 3];
  if (clock != nullptr) join(known_later, clock, width);
}

// `later` is complete but for its time.
bool races_with_cells(Granule& granule, uintptr_t address, Cell later) {
  accesses_now.clear();
  append_accesses(granule, accesses_now);
  for (const auto& [cell, place] : accesses_now) {
    const bool conflicts = (cell & later & kMaskBits) != 0 && (cell & later & kKindBits) == 0;
    const uint32_t thread = thread_in(cell);
    if (conflicts && thread != thread_in(later) && static_cast<Lane>(epoch_of(cell)) > known_later[thread] &&
        !is_reported(address, cell, place, later))
      return true;
  }
  return false;
}

// (To allocate is a plain write.)
bool races_with_allocation(uintptr_t address, Cell later) {
  const uint32_t thread = thread_in(later);
  if (!is_in_heap(address) || !is_in_heap_of_others(address, thread)) return false;
  const Allocation* allocation = allocation_after(address, thread, known_later);
  if (allocation == nullptr) return false;
  const Cell write = (allocation->cell & ~kKindBits) | kPlainWrite;
  return !is_reported(address, write, allocation->place, later);
}

bool may_race(uint32_t thread, uint64_t access, std::span<const uint32_t> holders) {
  std::fill(known_later, known_later + width, 0);
  for (uint32_t holder : holders) add_holder(holder);
  const Cell who = make_cell(0, thread, 0, 0);
  if ((access & kEndOfThread) != 0) {
    const std::vector<uintptr_t>& seen = seen_memory_of(thread);
    return std::any_of(seen.begin(), seen.end(), [&](uintptr_t address) {
      Granule* granule = find_granule(address);
      return granule != nullptr && races_with_cells(*granule, address, who | kMaskBits | kPlainWrite);
    });
  }
  const Location& location = locations.all[access >> kAccessBits];
  const Cell later = who | (access & (kMaskBits | kKindBits));
  return races_with_cells(*location.granule, location.address, later) || races_with_allocation(location.address, later);
}

}  // namespace

uint32_t races::holder_at(uintptr_t address) {
  const uint32_t number = locations.released_places.find(address, locations.released.size(),
                                                         [](uint32_t k) { return locations.released[k]; });
  if (number == locations.released.size()) locations.released.push_back(address);
  return 2 * number + 1;
}

uint32_t races::flow_count() {
  return static_cast<uint32_t>(locations.of_step.size());
}

void races::insert_flow(uint32_t at, const Flow& flow) {
  locations.of_step.insert(locations.of_step.begin() + at, flow);
}

void races::note_flow(Flow::Kind kind, uint32_t to, uint32_t from) {
  if (locations.is_noting) add_flow({kind, to, from, 0});
}

void races::note_fence(uint32_t thread, bool acquires, bool releases) {
  if (acquires) note_flow(Flow::Kind::kJoin, holder_of(thread), holder_of(thread, ClockKind::kPending));
  if (releases) note_flow(Flow::Kind::kCopy, holder_of(thread, ClockKind::kReleased), holder_of(thread));
}

void races::note_end_of_memory(uint32_t thread) {
  if (!locations.is_noting) return;
  add_flow({Flow::Kind::kAccess, thread, holder_of(thread), kEndOfThread});
}

void begin_to_name_races() {
  note_for_names = note_location;
  at_named_step = begin_step_of_races;
  flows_of_step = tell_flows;
  may_race_later = may_race;
}

}  // namespace mazurka::runtime
