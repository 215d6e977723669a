#include "runtime/race_detector.hpp"

#include <string.h>

#include <algorithm>
#include <vector>

#include "runtime/exploration.hpp"
#include "runtime/memory_errors.hpp"
#include "runtime/program_code.hpp"
#include "runtime/shared_memory.hpp"
#include "runtime/stack_depot.hpp"
#include "runtime/trouble.hpp"

namespace mazurka::runtime {

bool watching = false;
bool only_compares = false;
bool notes_granules = false;
Cell thread_cells[kMaxThreads];

namespace {

// ---- clocks

uint64_t now = 0;         // the newest epoch
uint64_t begin_time = 0;  // epochs before this one are of earlier executions,
uint64_t kept_begin = 0;  // except those of the prefix, if this execution began with it
uint64_t kept_size = 0;
uint64_t execution_tag = 0;
uint32_t width = 0;  // lanes in use, a multiple of 4

// Lanes are signed because processors compare signed words.
using Lane = int64_t;

// By thread, in memory of the execution.
struct ThreadClocks {
  Lane* clock = nullptr;
  Lane* released = nullptr;  // its clock at its last release fence
  Lane* pending = nullptr;   // what its relaxed loads saw, for the next acquire fence
};
ThreadClocks clocks[kMaxThreads];
uint32_t threads = 0;  // those with an entry in this execution

struct Sync {
  uintptr_t address;
  Lane* clock;     // what was released here
  uint32_t lanes;  // of clock
  bool empty;      // nothing was
  uint32_t next;   // in the same granule
  uint32_t owner;  // the clock is this thread's at owner_epoch; kNobody: joined from several
  uint64_t owner_epoch;
};
constexpr uint32_t kNobody = UINT32_MAX;

struct FurtherCell {
  Cell cell;
  uint64_t place;
  uint32_t next;  // + 1
};

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<Sync>& syncs = *new std::vector<Sync>;
std::vector<FurtherCell>& further = *new std::vector<FurtherCell>;
std::vector<FoundRace>& found = *new std::vector<FoundRace>;
struct PlacePair {
  uint64_t a, b;
  uintptr_t granule;  // 0: anywhere
};
std::vector<PlacePair>& known_pairs = *new std::vector<PlacePair>;

// What was recorded before the end of the prefix.
struct SavedGranule {
  Granule* granule;
  Granule cells;
  Origins origins;
};
struct SavedClock {
  uint32_t owner;  // a thread, or an object
  uint32_t which;  // 0: clock, 1: released, 2: pending; 3: an object's
};
struct Prefix {
  std::vector<SavedGranule> granules;
  std::vector<SavedClock> clocks;
  std::vector<Lane> lanes;  // of all of them
  uint32_t width = 0;       // of each
  std::vector<Sync> syncs;
  std::vector<FurtherCell> further;
  uint32_t threads = 0;
  uint64_t begin = 0, end = 0;
  bool has_plain = false;
};
Prefix& prefix = *new Prefix;

// Atomic operations alone never race, and many executions have nothing else. So they are only noted at first, and even
// the clocks are put back only when something needs them: see catch_up().
struct NotedAtomic {
  uintptr_t address;
  uint64_t pc;
  uint32_t thread;
  uint8_t bytes;
  AtomicAccess access;
  uint8_t order;
};
constexpr uint32_t kMostNoted = 512;
NotedAtomic noted_atomics[kMostNoted];
uint32_t noted_count = 0;
bool may_note = false;  // in this execution
bool has_begun = true;  // the clocks are those of this execution
Level begins_at = Level::kBase;
bool has_plain = false;  // this execution had accesses that are not atomic
std::vector<Granule*>& noted = *new std::vector<Granule*>;

// Even where there are plain accesses, most atomic objects have none. What happens to them is only listed, until a
// plain access comes to the same granule, in whatever execution.
struct ListedAtomic {
  Granule* granule;
  Cell cell;
  uint64_t pc;
};
constexpr uint32_t kMostListed = 1 << 16;
ListedAtomic listed_atomics[kMostListed];
uint32_t listed_count = 0;
bool lists_atomics = false;  // in this execution

bool is_void(uint64_t epoch) {
  return epoch < begin_time && epoch - kept_begin >= kept_size;
}

// Lists of an execution: its tag and the index of the first entry, in one word.
constexpr uint32_t kIndexBits = 24;
uint32_t first_of(uint64_t list) {
  return list >> kIndexBits == execution_tag ? static_cast<uint32_t>(list & ((1U << kIndexBits) - 1)) : 0;
}
uint64_t list_of(size_t first) {
  return execution_tag << kIndexBits | first;
}

Lane* new_clock() {
  return static_cast<Lane*>(execution_allocate(width * sizeof(Lane)));
}

// Two at a time, as the processor has them.
typedef Lane Lanes __attribute__((vector_size(16), may_alias));
constexpr uint32_t kTogether = sizeof(Lanes) / sizeof(Lane);

[[gnu::always_inline]] inline void copy(Lane* to, const Lane* from, uint32_t lanes) {
  auto* into = reinterpret_cast<Lanes*>(to);
  const auto* other = reinterpret_cast<const Lanes*>(from);
  for (uint32_t k = 0; k < lanes / kTogether; k += 2) {
    into[k] = other[k];
    into[k + 1] = other[k + 1];
  }
}
[[gnu::always_inline]] inline void join(Lane* to, const Lane* from, uint32_t lanes) {
  auto* into = reinterpret_cast<Lanes*>(to);
  const auto* other = reinterpret_cast<const Lanes*>(from);
  for (uint32_t k = 0; k < lanes / kTogether; k += 2) {
    into[k] = into[k] > other[k] ? into[k] : other[k];
    into[k + 1] = into[k + 1] > other[k + 1] ? into[k + 1] : other[k + 1];
  }
}

// More threads than any execution had before: every clock of this one gets more lanes.
void widen(uint32_t lanes) {
  uint32_t before = width;
  width = (lanes + 7) & ~7U;
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

void tick(uint32_t thread) {
  now++;
  clocks[thread].clock[thread] = static_cast<Lane>(now);
  thread_cells[thread] = make_cell(now, thread, 0, 0);
}

// Null if there was no release at this address.
[[gnu::always_inline]] inline Sync* find_sync(const Origins& origins, uintptr_t address) {
  for (uint32_t k = first_of(origins.sync); k != 0; k = syncs[k - 1].next)
    if (syncs[k - 1].address == address) return &syncs[k - 1];
  return nullptr;
}

Sync& sync_at(Granule& granule, uintptr_t address) {
  Origins& origins = origins_of(granule);
  if (Sync* known = find_sync(origins, address)) return *known;
  if (notes_granules) note_granule(granule);
  syncs.push_back({address, nullptr, 0, true, first_of(origins.sync), kNobody, 0});
  origins.sync = list_of(syncs.size());
  return syncs.back();
}

bool is_acquire(int order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}
bool is_release(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

// Does the clock hold all of what was released at the object?
bool holds(const Lane* clock, const Sync& sync) {
  if (sync.empty) return true;
  return sync.owner != kNobody && clock[sync.owner] >= static_cast<Lane>(sync.owner_epoch);
}

void join_from(Lane* clock, const Sync& sync) {
  if (!holds(clock, sync)) join(clock, sync.clock, sync.lanes);
}

// The object's clock becomes `clock`; joined with what is there if `add`. The owner is the thread whose whole clock
// this is.
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

void load_from(uint32_t thread, const Sync& sync, int order) {
  if (sync.empty) return;
  ThreadClocks& self = clocks[thread];
  if (is_acquire(order)) {
    join_from(self.clock, sync);
    return;
  }
  if (self.pending == nullptr) {
    self.pending = new_clock();
    memset(self.pending, 0, width * sizeof(Lane));
  }
  join(self.pending, sync.clock, sync.lanes);
}

// A store is a new beginning; an update continues the release sequence of what it read. True: the thread's epoch is
// over.
bool store_to(uint32_t self, Sync& sync, int order, bool update) {
  if (is_release(order)) {
    leave(sync, clocks[self].clock, update, self);
    return true;
  }
  if (clocks[self].released != nullptr)
    leave(sync, clocks[self].released, update, kNobody);
  else if (!update)
    sync.empty = true;
  return false;
}

// ---- accesses

bool is_new_pair(uint64_t a, uint64_t b, uintptr_t granule) {
  if (a > b) std::swap(a, b);
  for (const PlacePair& pair : known_pairs)
    if (pair.a == a && pair.b == b && pair.granule == granule) return false;
  known_pairs.push_back({a, b, granule});
  return true;
}

// A primitive is made, used or destroyed: such a race is a bug even if others are explored.
bool of_primitive = false;

// The bytes that both accesses have become an object of the exploration.
void learn_from_race(uintptr_t granule, Cell earlier, Cell cell) {
  uint64_t common = (earlier & cell & kMaskBits) >> kMaskShift;
  for (uint32_t begin = 0; begin < 8; begin++) {
    uint32_t end = begin;
    while (end < 8 && (common >> end & 1) != 0) end++;
    if (end > begin) learn_shared(granule + begin, granule + end);
    begin = end;
  }
}

[[gnu::cold, gnu::noinline]] void report_race(uintptr_t address, Cell earlier, uint64_t earlier_place, Cell cell,
                                              uint64_t place) {
  if (channel->settings.races == protocol::Races::kIgnore) return;
  uintptr_t granule = address & ~uintptr_t{7};
  if (explores_plain && !of_primitive && !program->has_primitive_in(granule, granule + 8))
    return learn_from_race(granule, earlier, cell);
  bool anywhere = channel->settings.collect_races == 0 && !program->is_replay();
  if (!is_new_pair(pc_of(earlier_place), pc_of(place), anywhere ? 0 : granule)) return;
  found.push_back({granule, earlier, cell, earlier_place, place, false});
}

// What becomes of a remembered access when a new one comes to its bytes.
enum class Fate { kStays, kGone, kCoversNew };

struct Comparison {
  uintptr_t address;
  Cell cell;
  uint64_t place;
  const Lane* clock;

  [[gnu::always_inline]] Fate with(Cell& other, uint64_t other_place) const {
    if (is_void(epoch_of(other))) return Fate::kGone;
    Cell common = other & cell & kMaskBits;
    if (is_mark(other)) [[unlikely]] {
      if (common != 0) report_marked(address, other, cell, place);
      return Fate::kStays;
    }
    uint32_t thread = thread_in(other);
    if (static_cast<Lane>(epoch_of(other)) > clock[thread]) {
      if (common != 0 && (other & cell & kKindBits) == 0) report_race(address, other, other_place, cell, place);
      return Fate::kStays;
    }
    Cell relevant = kWhoAndWhen | (cell & kMaskBits) | (~cell & kKindBits);
    if (((other ^ cell) & relevant) == 0) return Fate::kCoversNew;
    if ((cell & ~other & kKindBits) != 0) return Fate::kStays;
    other &= ~(cell & kMaskBits);
    return (other & kMaskBits) == 0 ? Fate::kGone : Fate::kStays;
  }
};

// The same access to neighbouring bytes, as of a loop over characters: one cell.
bool extends(Cell cell, uint64_t place, Cell other, uint64_t other_place) {
  return ((cell ^ other) & ~kMaskBits) == 0 && pc_of(place) == pc_of(other_place);
}

}  // namespace

namespace {

void keep_further(Granule& granule, Cell cell, uint64_t place) {
  further.push_back({cell, place, first_of(granule.more)});
  if (further.size() >> kIndexBits != 0) die("an execution has too many unordered accesses to the same memory");
  granule.more = list_of(further.size());
}

// Atomic accesses do not race with each other: those that were listed are remembered, all of them. (What was ordered
// at the time they came can no longer be told.)
[[gnu::cold, gnu::noinline]] void remember_listed(Granule& granule, uintptr_t address) {
  had_plain_access(address) = true;
  for (uint32_t k = 0; k < listed_count; k++)
    if (const ListedAtomic& listed = listed_atomics[k]; listed.granule == &granule)
      keep_further(granule, listed.cell, place_of_access(listed.pc));
}

void record_in(Granule& granule, uintptr_t address, Cell cell, uint64_t pc) {
  Origins& origins = origins_of(granule);
  if ((cell & kKindBits) <= kPlainRead) {
    has_plain = true;
    if (!had_plain_access(address)) [[unlikely]]
      remember_listed(granule, address);
  }
  if (notes_granules) note_granule(granule);
  uint64_t place = place_of_access(pc);
  Comparison comparison{address, cell, place, clocks[thread_in(cell)].clock};
  uint32_t slot = kCells, neighbour = kCells;
  for (uint32_t k = 0; k < kCells; k++) {
    switch (comparison.with(granule.cells[k], origins.places[k])) {
      case Fate::kCoversNew: return;
      case Fate::kGone:
        granule.cells[k] = 0;
        slot = std::min(slot, k);
        break;
      case Fate::kStays:
        if (extends(cell, place, granule.cells[k], origins.places[k])) neighbour = k;
    }
  }
  uint32_t previous = 0;
  for (uint32_t k = first_of(granule.more); k != 0;) {
    FurtherCell& other = further[k - 1];
    uint32_t next = other.next;
    switch (comparison.with(other.cell, other.place)) {
      case Fate::kCoversNew: return;
      case Fate::kGone:
        if (previous == 0)
          granule.more = next == 0 ? 0 : list_of(next);
        else
          further[previous - 1].next = next;
        break;
      case Fate::kStays: previous = k;
    }
    k = next;
  }
  if (neighbour < kCells) {
    granule.cells[neighbour] |= cell;
    return;
  }
  if (slot < kCells) {
    granule.cells[slot] = cell;
    origins.places[slot] = place;
    return;
  }
  keep_further(granule, cell, place);
}

// Blocks of the heap may be marked as free, which is found out at once.
bool is_in_heap(uintptr_t address) {
  return address - kArenaBase < kTlsBase - kArenaBase;
}

// Of an atomic object: in one granule, unless it is larger.
[[gnu::always_inline]] inline void access_atomic(uint32_t thread, Granule& granule, uintptr_t address, size_t bytes,
                                                 AccessKind kind, uint64_t pc) {
  if (address % 8 + bytes > 8) return access_range(address, bytes, kind, pc);
  Cell mask = ((Cell{1} << bytes) - 1) << (address % 8) << kMaskShift;
  Cell cell = thread_cells[thread] | mask | kind;
  if (lists_atomics && !had_plain_access(address) && !is_in_heap(address)) {
    if (listed_count < kMostListed) {
      listed_atomics[listed_count++] = {&granule, cell, pc};
      return;
    }
    remember_listed(granule, address);
  }
  if (!is_known(&granule, cell)) record_in(granule, address, cell, pc);
}

}  // namespace

void record_access(uintptr_t address, Cell cell, uint64_t pc) {
  if (has_shadow(address)) record_in(granule_at(address), address, cell, pc);  // else it will crash
}

void access_range(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  if (bytes == 0) return;
  catch_up();
  Cell self = thread_cells[program->current] | kind;
  uintptr_t end = address + bytes;
  while (address < end) {
    uintptr_t next = (address & ~uintptr_t{7}) + 8;
    uint64_t count = std::min(next, end) - address;
    Cell cell = self | ((Cell{1} << count) - 1) << (address % 8) << kMaskShift;
    if (!is_known(find_granule(address), cell)) record_access(address, cell, pc);
    address = next;
  }
}

void remember_mark(uintptr_t address, size_t bytes, Cell mark) {
  catch_up();
  uintptr_t end = address + bytes;
  while (address < end) {
    uintptr_t next = (address & ~uintptr_t{7}) + 8;
    uint64_t count = std::min(next, end) - address;
    Granule& granule = granule_at(address);
    if (notes_granules) note_granule(granule);
    Cell mask = ((Cell{1} << count) - 1) << (address % 8) << kMaskShift;
    further.push_back({(mark & ~kMaskBits) | mask, 0, first_of(granule.more)});
    granule.more = list_of(further.size());
    address = next;
  }
}

void note_granule(Granule& granule) {
  noted.push_back(&granule);
}

namespace {

void begin_clocks();

void begin_at_base() {
  kept_size = 0;
  threads = 1;
  clocks[0] = {new_clock(), nullptr, nullptr};
  memset(clocks[0].clock, 0, width * sizeof(Lane));
  tick(0);
}

// More threads than when it was saved.
void widen_prefix() {
  std::vector<Lane> lanes(prefix.clocks.size() * width);
  for (size_t k = 0; k < prefix.clocks.size(); k++)
    copy(lanes.data() + k * width, prefix.lanes.data() + k * prefix.width, prefix.width);
  prefix.lanes = lanes;
  prefix.width = width;
}

void begin_at_prefix() {
  kept_begin = prefix.begin;
  kept_size = prefix.end - prefix.begin;
  for (const SavedGranule& saved : prefix.granules) {
    *saved.granule = saved.cells;
    Origins& origins = origins_of(*saved.granule) = saved.origins;
    // Lists belong to the execution that has them.
    if (saved.cells.more != 0) saved.granule->more = list_of(saved.cells.more);
    if (saved.origins.sync != 0) origins.sync = list_of(saved.origins.sync);
  }
  further = prefix.further;
  syncs = prefix.syncs;
  threads = prefix.threads;
  for (uint32_t t = 0; t < threads; t++) clocks[t] = {};
  // All clocks lie one after the other, as they were saved.
  if (prefix.width != width) widen_prefix();
  Lane* clock = static_cast<Lane*>(execution_allocate(prefix.lanes.size() * sizeof(Lane)));
  copy(clock, prefix.lanes.data(), static_cast<uint32_t>(prefix.lanes.size()));
  for (const SavedClock& saved : prefix.clocks) {
    switch (saved.which) {
      case 0: clocks[saved.owner].clock = clock; break;
      case 1: clocks[saved.owner].released = clock; break;
      case 2: clocks[saved.owner].pending = clock; break;
      default: syncs[saved.owner].clock = clock, syncs[saved.owner].lanes = width;
    }
    clock += width;
  }
  for (uint32_t t = 0; t < threads; t++)
    if (clocks[t].clock != nullptr) tick(t);
}

}  // namespace

void begin_race_detection(Level level) {
  // Which loops change nothing must be known even if nobody looks for races.
  if (!program->at_base()) find_program_code();
  watching = channel->settings.races != protocol::Races::kIgnore || channel->settings.memory_errors != 0;
  explores_plain = channel->settings.races == protocol::Races::kExplore && program->at_base();
  only_compares = watching && channel->settings.races != protocol::Races::kExplore;
  if (!watching) return;
  map_access_shadow();
  if (now > kLastEpoch - (uint64_t{1} << 40)) die("the race detector's clock has run out; see --races=ignore");
  begin_steps();
  found.clear();
  noted.clear();
  listed_count = 0;
  noted_count = 0;
  notes_granules = program->at_base() && prefix.threads == 0;
  lists_atomics = program->at_base() && !notes_granules && !program->is_replay();
  // Where the last execution had others, it does not pay to note.
  bool had_plain = has_plain;
  has_plain = level == Level::kPrefix && prefix.has_plain;
  may_note = only_compares && program->at_base() && !notes_granules && !program->is_replay() && !had_plain;
  begins_at = level;
  has_begun = false;
  if (may_note)
    only_compares = false;
  else
    begin_clocks();
}

namespace {

void begin_clocks() {
  has_begun = true;
  forget_execution_memory();
  syncs.clear();
  further.clear();
  execution_tag = program->execution() & ((uint64_t{1} << (64 - kIndexBits)) - 1);
  begin_time = now + 1;
  width = std::max(width, (program->thread_limit() + 7) & ~7U);
  begins_at == Level::kBase ? begin_at_base() : begin_at_prefix();
}

void perform(const NotedAtomic& atomic) {
  Granule& granule = granule_at(atomic.address);
  uint32_t self = atomic.thread;
  switch (atomic.access) {
    case AtomicAccess::kLoad: {
      if (const Sync* sync = find_sync(origins_of(granule), atomic.address)) load_from(self, *sync, atomic.order);
      access_atomic(self, granule, atomic.address, atomic.bytes, kAtomicRead, atomic.pc);
      break;
    }
    case AtomicAccess::kStore: {
      access_atomic(self, granule, atomic.address, atomic.bytes, kAtomicWrite, atomic.pc);
      if (store_to(self, sync_at(granule, atomic.address), atomic.order, false)) tick(self);
      break;
    }
    case AtomicAccess::kUpdate: {
      Sync& sync = sync_at(granule, atomic.address);
      load_from(self, sync, atomic.order);
      access_atomic(self, granule, atomic.address, atomic.bytes, kAtomicWrite, atomic.pc);
      if (store_to(self, sync, atomic.order, true)) tick(self);
    }
  }
}

void really_catch_up() {
  if (!has_begun) begin_clocks();
  for (uint32_t k = 0; k < noted_count; k++) perform(noted_atomics[k]);
  noted_count = 0;
  only_compares = true;
}

}  // namespace

void catch_up() {
  if (may_note && !only_compares) really_catch_up();
}

void keep_race_prefix() {
  if (!watching) return;
  catch_up();
  prefix.has_plain = has_plain;
  notes_granules = false;
  std::sort(noted.begin(), noted.end());
  noted.erase(std::unique(noted.begin(), noted.end()), noted.end());
  for (Granule* granule : noted) {
    SavedGranule saved{granule, *granule, origins_of(*granule)};
    saved.cells.more = first_of(saved.cells.more);
    saved.origins.sync = first_of(saved.origins.sync);
    prefix.granules.push_back(saved);
  }
  prefix.further = further;
  prefix.syncs = syncs;
  prefix.threads = threads;
  prefix.width = width;
  auto save = [](uint32_t owner, uint32_t which, const Lane* clock, uint32_t lanes) {
    if (clock == nullptr) return;
    prefix.clocks.push_back({owner, which});
    prefix.lanes.insert(prefix.lanes.end(), clock, clock + lanes);
    prefix.lanes.resize(prefix.clocks.size() * width);
  };
  for (uint32_t t = 0; t < threads; t++) {
    save(t, 0, clocks[t].clock, width);
    save(t, 1, clocks[t].released, width);
    save(t, 2, clocks[t].pending, width);
  }
  for (uint32_t k = 0; k < syncs.size(); k++) save(k, 3, syncs[k].clock, syncs[k].lanes);
  prefix.begin = begin_time;
  prefix.end = now + 1;
  // What this execution does from here on is no part of the prefix.
  for (uint32_t t = 0; t < threads; t++)
    if (clocks[t].clock != nullptr) tick(t);
}

void hb_create(uint32_t child) {
  if (!watching) return;
  catch_up();
  if (child >= width) widen(child + 1);
  for (; threads <= child; threads++) clocks[threads] = {};
  clocks[child] = {new_clock(), nullptr, nullptr};
  copy(clocks[child].clock, clocks[program->current].clock, width);
  tick(child);
  tick(program->current);
}

void hb_join(uint32_t child) {
  catch_up();
  if (!watching || child >= threads || clocks[child].clock == nullptr) return;
  join(clocks[program->current].clock, clocks[child].clock, width);
}

void hb_acquire(const void* object) {
  if (!watching) return;
  catch_up();
  uintptr_t at = reinterpret_cast<uintptr_t>(object);
  if (const Sync* sync = find_sync(origins_of(granule_at(at)), at))
    load_from(program->current, *sync, __ATOMIC_ACQUIRE);
}

void hb_acquire_for(uint32_t thread, const void* object) {
  if (!watching) return;
  catch_up();
  uintptr_t at = reinterpret_cast<uintptr_t>(object);
  const Sync* sync = find_sync(origins_of(granule_at(at)), at);
  if (sync != nullptr) join_from(clocks[thread].clock, *sync);
}

void hb_release(const void* object) {
  if (!watching) return;
  catch_up();
  uintptr_t at = reinterpret_cast<uintptr_t>(object);
  store_to(program->current, sync_at(granule_at(at), at), __ATOMIC_RELEASE, true);
  tick(program->current);
}

namespace {
template <AccessKind kind>
[[gnu::always_inline]] inline void access_primitive(const void* object, uint64_t pc) {
  uintptr_t address = reinterpret_cast<uintptr_t>(object);
  if (only_compares || !watching) return access<1, kind>(address, pc);
  if (kind == kPlainWrite) note_plain_write(address);
  of_primitive = true;
  access_range(address, 1, kind, pc);
  of_primitive = false;
}
}  // namespace

void use_primitive(const void* object, uint64_t pc) {
  uintptr_t address = reinterpret_cast<uintptr_t>(object);
  if (!only_compares || !watching) return access_primitive<kAtomicRead>(object, pc);
  access_atomic(program->current, granule_at(address), address, 1, kAtomicRead, pc);
}
void make_primitive(const void* object, uint64_t pc) {
  access_primitive<kPlainWrite>(object, pc);
}
void destroy_primitive(const void* object, uint64_t pc) {
  access_primitive<kPlainWrite>(object, pc);
}

// (An address that no program can have crashes the program before it comes here.)
void atomic_access(AtomicAccess access, const volatile void* address, size_t bytes, int order, uint64_t pc) {
  uintptr_t at = reinterpret_cast<uintptr_t>(address);
  NotedAtomic atomic{at, pc, program->current, static_cast<uint8_t>(bytes), access, static_cast<uint8_t>(order)};
  if (!may_note || is_in_heap(at) || at % 8 + bytes > 8) {
    catch_up();
    return perform(atomic);
  }
  if (noted_count == kMostNoted) catch_up();
  noted_atomics[noted_count++] = atomic;
  only_compares = false;
}

void atomic_fence(int order) {
  if (!watching) return;
  catch_up();
  ThreadClocks& self = clocks[program->current];
  if (is_acquire(order) && self.pending != nullptr) join(self.clock, self.pending, width);
  if (!is_release(order)) return;
  if (self.released == nullptr) self.released = new_clock();
  copy(self.released, self.clock, width);
  tick(program->current);
}

uint32_t found_race_count() {
  if (has_plain && noted_count > 0) catch_up();
  return static_cast<uint32_t>(found.size());
}
const FoundRace& found_race(uint32_t k) {
  return found[k];
}

}  // namespace mazurka::runtime
