#include "runtime/races/race_clocks.hpp"

#include "runtime/memory/rewind.hpp"

namespace mazurka::runtime::races {

uint64_t now = 0;
uint64_t begin_time = 0;
uint64_t kept_begin = 0;
uint64_t kept_size = 0;
uint64_t execution_tag = 0;
uint32_t width = 0;
ThreadClocks clocks[kMaxThreads];
uint32_t threads = 0;
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<Sync>& syncs = *new std::vector<Sync>;

namespace {

struct SavedClock {
  uint32_t owner;  // a thread, or an object
  uint32_t which;  // 0: clock, 1: released, 2: pending; 3: an object's
};
struct SavedClocks {
  std::vector<SavedClock> clocks;
  std::vector<Lane> lanes;  // of all of them
  uint32_t width = 0;       // of each
  std::vector<Sync> syncs;
  uint32_t threads = 0;
  uint64_t begin = 0, end = 0;
};
SavedClocks& saved = *new SavedClocks;

// More threads than when it was saved.
void widen_saved() {
  std::vector<Lane> lanes(saved.clocks.size() * width);
  for (size_t k = 0; k < saved.clocks.size(); k++)
    copy(lanes.data() + k * width, saved.lanes.data() + k * saved.width, saved.width);
  saved.lanes = lanes;
  saved.width = width;
}

void save(uint32_t owner, uint32_t which, const Lane* clock, uint32_t lanes) {
  if (clock == nullptr) return;
  saved.clocks.push_back({owner, which});
  saved.lanes.insert(saved.lanes.end(), clock, clock + lanes);
  saved.lanes.resize(saved.clocks.size() * width);
}

// By thread: the epoch that it was given last, and the first one before that since it released anything. (Epochs are
// unique, so that nothing has to be forgotten.)
struct GivenEpoch {
  uint64_t epoch = 0, since = 0;
};
GivenEpoch given_epochs[kMaxThreads];

// Does the clock hold all of what was released at the object?
bool holds(const Lane* clock, const Sync& sync) {
  if (sync.empty) return true;
  return sync.owner != kNobody && clock[sync.owner] >= static_cast<Lane>(sync.owner_epoch);
}

}  // namespace

void tick_all() {
  for (uint32_t t = 0; t < threads; t++)
    if (clocks[t].clock != nullptr) tick(t);
}

void give_new_epoch(uint32_t thread) {
  const uint64_t since = first_epoch_since_release(thread_cells[thread]);
  tick(thread);
  given_epochs[thread] = {epoch_of(thread_cells[thread]), since};
}

void give_new_epochs() {
  for (uint32_t t = 0; t < threads; t++)
    if (clocks[t].clock != nullptr) give_new_epoch(t);
}

uint64_t first_epoch_since_release(Cell cell) {
  const GivenEpoch& given = given_epochs[thread_in(cell)];
  return epoch_of(cell) == given.epoch ? given.since : epoch_of(cell);
}

void widen(uint32_t lanes) {
  uint32_t before = width;
  void_waypoints();
  width = (lanes + 3) & ~3U;
  auto wider = [&](Lane*& clock) {
    if (clock == nullptr) return;
    Lane* old = clock;
    clock = new_clock();
    memset(clock, 0, width * sizeof(Lane));
    copy(clock, old, before);
  };
  for (uint32_t t = 0; t < threads; t++) {
    wider(clocks[t].clock);
    wider(clocks[t].released);
    wider(clocks[t].pending);
  }
}

Sync& sync_at(Granule& granule, uintptr_t address) {
  Origins& origins = origins_of(granule);
  if (Sync* known = find_sync(origins, address)) return *known;
  if (notes_granules) note_granule(granule, address);
  syncs.push_back({address, nullptr, 0, true, first_of(origins.sync), kNobody, 0, era});
  origins.sync = list_of(syncs.size());
  return syncs.back();
}

void join_from(Lane* clock, const Sync& sync) {
  if (!holds(clock, sync)) join(clock, sync.clock, sync.lanes);
}

void leave(Sync& sync, const Lane* clock, bool add, uint32_t owner) {
  bool replaces = !add || holds(clock, sync);
  if (sync.lanes < width) {
    Lane* larger = new_clock();
    memset(larger, 0, width * sizeof(Lane));
    if (!replaces) copy(larger, sync.clock, sync.lanes);
    sync.clock = larger;
    sync.lanes = width;
  }
  sync.empty = false;
  if (replaces) {
    copy(sync.clock, clock, width);
    sync.owner = owner;
    sync.owner_epoch = owner == kNobody ? 0 : static_cast<uint64_t>(clock[owner]);
  } else {
    join(sync.clock, clock, width);
    sync.owner = kNobody;
  }
}

namespace {

// Each restored era is a new one: what was kept in the old one is used up.
uint64_t last_era = 0;
struct SyncChange {
  Sync before;
  uint32_t index;
  size_t first_lane;  // of its clock, in lanes_before
};
struct ClockWaypoint {
  std::vector<ThreadClocks> clocks;
  std::vector<Lane> lanes;  // of them all
  size_t syncs, changes;
  uintptr_t memory_end;
};
std::vector<SyncChange>& sync_changes = *new std::vector<SyncChange>;
std::vector<Lane>& lanes_before = *new std::vector<Lane>;
std::vector<ClockWaypoint>& clock_waypoints = *new std::vector<ClockWaypoint>;

// Calls use(clock) for all clocks of threads.
template <class Use>
void for_clocks(const std::vector<ThreadClocks>& all, Use use) {
  for (const ThreadClocks& thread : all)
    for (Lane* clock : {thread.clock, thread.released, thread.pending})
      if (clock != nullptr) use(clock);
}

}  // namespace

uint64_t era = 0;

void really_keep_sync(Sync& sync) {
  sync_changes.push_back({sync, static_cast<uint32_t>(&sync - syncs.data()), lanes_before.size()});
  if (sync.clock != nullptr) lanes_before.insert(lanes_before.end(), sync.clock, sync.clock + sync.lanes);
  sync.kept_in = era;
}

void keep_clocks_at(uint32_t waypoint) {
  if (clock_waypoints.size() <= waypoint) clock_waypoints.resize(waypoint + 1);
  ClockWaypoint& kept = clock_waypoints[waypoint];
  kept.clocks.assign(clocks, clocks + threads);
  kept.lanes.clear();
  for_clocks(kept.clocks, [&](const Lane* clock) { kept.lanes.insert(kept.lanes.end(), clock, clock + width); });
  kept.syncs = syncs.size();
  kept.changes = sync_changes.size();
  kept.memory_end = execution_memory_end();
  era = ++last_era;
}

void restore_clocks_at(uint32_t waypoint) {
  const ClockWaypoint& kept = clock_waypoints[waypoint];
  while (sync_changes.size() > kept.changes) {
    const SyncChange& change = sync_changes.back();
    syncs[change.index] = change.before;
    if (change.before.clock != nullptr)
      memcpy(change.before.clock, lanes_before.data() + change.first_lane, change.before.lanes * sizeof(Lane));
    lanes_before.resize(change.first_lane);
    sync_changes.pop_back();
  }
  syncs.resize(kept.syncs);
  threads = static_cast<uint32_t>(kept.clocks.size());
  const Lane* from = kept.lanes.data();
  for_clocks(kept.clocks, [&](Lane* clock) {
    memcpy(clock, from, width * sizeof(Lane));
    from += width;
  });
  for (uint32_t t = 0; t < threads; t++) {
    clocks[t] = kept.clocks[t];
    if (clocks[t].clock != nullptr) thread_cells[t] = make_cell(static_cast<uint64_t>(clocks[t].clock[t]), t, 0, 0);
  }
  cut_execution_memory(kept.memory_end);
  era = ++last_era;
}

void forget_kept_clocks() {
  sync_changes.clear();
  lanes_before.clear();
  era = 0;
}

void begin_clocks_at_base() {
  kept_size = 0;
  threads = 1;
  clocks[0] = {new_clock(), nullptr, nullptr};
  memset(clocks[0].clock, 0, width * sizeof(Lane));
  tick(0);
}

void begin_clocks_at_prefix() {
  kept_begin = saved.begin;
  kept_size = saved.end - saved.begin;
  syncs = saved.syncs;
  threads = saved.threads;
  for (uint32_t t = 0; t < threads; t++) clocks[t] = {};
  // All clocks lie one after the other, as they were saved.
  if (saved.width != width) widen_saved();
  Lane* clock = static_cast<Lane*>(execution_allocate(saved.lanes.size() * sizeof(Lane)));
  copy(clock, saved.lanes.data(), static_cast<uint32_t>(saved.lanes.size()));
  for (const SavedClock& entry : saved.clocks) {
    switch (entry.which) {
      case 0: clocks[entry.owner].clock = clock; break;
      case 1: clocks[entry.owner].released = clock; break;
      case 2: clocks[entry.owner].pending = clock; break;
      default: syncs[entry.owner].clock = clock, syncs[entry.owner].lanes = width;
    }
    clock += width;
  }
  tick_all();
}

bool is_before_prefix(uint32_t owner, uint64_t epoch, uint32_t thread) {
  for (size_t k = 0; k < saved.clocks.size(); k++)
    if (saved.clocks[k].owner == thread && saved.clocks[k].which == 0)
      return owner < saved.width && static_cast<Lane>(epoch) <= saved.lanes[k * saved.width + owner];
  return false;
}

void keep_clocks() {
  saved.syncs = syncs;
  saved.threads = threads;
  saved.width = width;
  for (uint32_t t = 0; t < threads; t++) {
    save(t, 0, clocks[t].clock, width);
    save(t, 1, clocks[t].released, width);
    save(t, 2, clocks[t].pending, width);
  }
  for (uint32_t k = 0; k < syncs.size(); k++) save(k, 3, syncs[k].clock, syncs[k].lanes);
  saved.begin = begin_time;
  saved.end = now + 1;
  // What this execution does from here on is no part of the prefix.
  tick_all();
}

}  // namespace mazurka::runtime::races
