#include "runtime/races/race_cells.hpp"

#include <algorithm>
#include <vector>

#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/memory/state_name.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/shared_memory.hpp"
#include "runtime/races/stack_depot.hpp"

namespace mazurka::runtime {

namespace races {

bool has_plain = false;
bool of_primitive = false;
ListedAtomic listed_atomics[kMostListed];
uint32_t listed_count = 0;
bool lists_atomics = false;
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<FoundRace>& found = *new std::vector<FoundRace>;
bool (*defer_race)(const FoundRace& race) = nullptr;
bool doubts_races = false;

bool found_any = false;
bool has_whole_pages = false, has_new_whole_pages = false;

namespace {

struct FurtherCell {
  Cell cell;
  uint64_t place;
  uint32_t next;  // + 1
};

struct PlacePair {
  uint64_t a, b;
  uintptr_t granule;  // 0: anywhere
};

// Which accesses of which threads race, without when.
struct ReportedRace {
  uintptr_t granule;
  Cell earlier, later;
  uint64_t earlier_pc;

  friend auto operator<=>(const ReportedRace&, const ReportedRace&) = default;
};

// What was recorded before the end of the prefix.
struct SavedGranule {
  Granule* granule;
  Granule cells;
  Origins origins;
};
struct SavedPage {
  HeapPage* page;
  HeapPage contents;
};
struct SavedCells {
  std::vector<SavedGranule> granules;
  std::vector<SavedPage> pages;
  std::vector<FurtherCell> further;
  bool found_any = false, has_whole_pages = false;
};

std::vector<FurtherCell>& further = *new std::vector<FurtherCell>;
std::vector<PlacePair>& known_pairs = *new std::vector<PlacePair>;
std::vector<ReportedRace>& reported = *new std::vector<ReportedRace>;  // sorted
SavedCells& saved = *new SavedCells;

PlacePair pair_of(uint64_t a, uint64_t b, uintptr_t granule) {
  bool anywhere = channel->settings.collect_races == 0 && !is_replay();
  return {std::min(a, b), std::max(a, b), anywhere ? 0 : granule};
}

bool is_new_pair(const PlacePair& pair) {
  for (const PlacePair& known : known_pairs)
    if (known.a == pair.a && known.b == pair.b && known.granule == pair.granule) return false;
  known_pairs.push_back(pair);
  return true;
}

ReportedRace reported_race(uintptr_t granule, Cell earlier, uint64_t earlier_place, Cell later) {
  constexpr Cell kWho = kThreadBits | kKindBits;
  return {granule, earlier & kWho, later & kWho, pc_of(earlier_place)};
}

void note_reported(const FoundRace& race) {
  const ReportedRace added = reported_race(race.address, race.earlier, race.earlier_place, race.later);
  const auto at = std::lower_bound(reported.begin(), reported.end(), added);
  if (at == reported.end() || *at != added) reported.insert(at, added);
}

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

}  // namespace

[[gnu::cold, gnu::noinline]] void report_race(const FoundRace& race) {
  found_any = true;
  foresee_no_more();
  if (doubts_races) return;
  if (names_states) note_reported(race);
  if (is_new_pair(pair_of(pc_of(race.earlier_place), pc_of(race.place), race.address))) found.push_back(race);
}

namespace {

// False: it may be none.
[[gnu::cold, gnu::noinline]] bool note_race(uintptr_t address, Cell earlier, uint64_t earlier_place, Cell cell,
                                            uint64_t place) {
  if (channel->settings.races == protocol::Races::kIgnore) return true;
  uintptr_t granule = address & ~uintptr_t{7};
  if (explores_plain && !of_primitive && !program->objects().has_primitive_in(granule, granule + 8)) {
    learn_from_race(granule, earlier, cell);
    return true;
  }
  const FoundRace race{granule, earlier, cell, earlier_place, place, false};
  if (defer_race != nullptr && defer_race(race)) return false;
  report_race(race);
  return true;
}

// What becomes of a remembered access when a new one comes to its bytes.
enum class Fate { kStays, kGone, kCoversNew };

struct Comparison {
  uintptr_t address;
  Cell cell;
  uint64_t place;
  const Lane* clock;
  bool races = false;  // was found

  // The clock may lag behind.
  bool is_ordered_after(Cell other) const {
    uint32_t thread = thread_in(other);
    return thread == thread_in(cell) || static_cast<Lane>(epoch_of(other)) <= clock[thread];
  }

  [[gnu::always_inline]] Fate with(Cell& other, uint64_t other_place) {
    if (other == 0 || is_void(epoch_of(other))) return Fate::kGone;
    Cell common = other & cell & kMaskBits;
    if (is_mark(other)) [[unlikely]] {
      if (common != 0) report_marked(address, other, cell, place);
      return Fate::kStays;
    }
    if (!is_ordered_after(other)) {
      if (common == 0 || (other & cell & kKindBits) != 0) return Fate::kStays;
      catch_up();
      if (!is_ordered_after(other)) {
        races |= note_race(address, other, other_place, cell, place);
        return Fate::kStays;
      }
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

// The thread that allocated the block has written it.
[[gnu::noinline]] void compare_unknown_block(uintptr_t address, Cell cell, uint64_t place) {
  const Lane* clock = clocks[thread_in(cell)].clock;
  if (allocation_not_before(address, cell, clock) == nullptr) return;
  catch_up();
  const Allocation* allocation = allocation_not_before(address, cell, clock);
  if (allocation == nullptr) return;
  Cell write = allocation->cell | (cell & kMaskBits) | kPlainWrite;
  note_race(address, write, allocation->place, cell, place);
}

[[gnu::always_inline]] inline void compare_with_allocation(uintptr_t address, Cell cell, uint64_t place) {
  if (!is_after_allocation(address, cell)) compare_unknown_block(address, cell, place);
}

// What is known of all bytes of the page is met like an access to these.
[[gnu::cold, gnu::noinline]] void compare_with_page(Granule& granule, uintptr_t address, Cell cell, uint64_t place) {
  const HeapPage& page = page_of(granule, address);
  if (is_void(epoch_of(page.whole))) return;
  if (is_mark(page.whole)) return report_marked(address, page.whole, cell, place);
  const Comparison comparison{address, cell, place, clocks[thread_in(cell)].clock};
  if (comparison.is_ordered_after(page.whole)) return;
  catch_up();
  if (comparison.is_ordered_after(page.whole)) return;
  note_race(address, page.whole, page.place, cell, place);
}

void keep_further(Granule& granule, Cell cell, uint64_t place) {
  further.push_back({cell, place, first_of(granule.more)});
  if (further.size() >> kIndexBits != 0)
    stop_exploring("an execution has too many unordered accesses to the same memory");
  granule.more = list_of(further.size());
}

// Has the thread not done as much to these bytes since it last released anything? Its epoch may have changed without
// that, where states are named.
bool is_new_since_release(const Granule& granule, Cell cell) {
  const uint64_t since = first_epoch_since_release(cell);
  Cell missing = cell & kMaskBits;
  const auto look_at = [&](Cell other) {
    if (thread_in(other) == thread_in(cell) && epoch_of(other) >= since && (other & ~cell & kKindBits) == 0)
      missing &= ~other;
  };
  for (Cell other : granule.cells) look_at(other);
  for (uint32_t k = first_of(granule.more); k != 0; k = further[k - 1].next) look_at(further[k - 1].cell);
  return missing != 0;
}

}  // namespace

// Atomic accesses do not race with each other: those that were listed are remembered, all of them. (What was ordered
// at the time they came can no longer be told.)
[[gnu::cold]] void remember_listed(Granule& granule, uintptr_t address) {
  catch_up();
  // What comes to the granule after an earlier waypoint is listed no more: it must be repeated.
  void_waypoints();
  plain_flags(address) |= kHadPlain;
  for (uint32_t k = 0; k < listed_count; k++)
    if (const ListedAtomic& listed = listed_atomics[k]; listed.granule == &granule)
      keep_further(granule, listed.cell, place_of_access(listed.pc));
}

namespace {
[[gnu::cold, gnu::noinline]] void note_plain(Granule& granule, uintptr_t address) {
  if (!had_plain_access(address)) remember_listed(granule, address);
  if ((plain_flags(address) & kTellsPlain) != 0) tallies.note_plain(address);
}
}  // namespace

void record_in(Granule& granule, uintptr_t address, Cell cell, uint64_t pc) {
  Origins& origins = origins_of(granule);
  if ((cell & kKindBits) <= kPlainRead) {
    has_plain = true;
    if (plain_flags(address) != kHadPlain) [[unlikely]]
      note_plain(granule, address);
  }
  bool is_new = true;
  if (notes_granules) {
    note_access(granule, address, cell);
    is_new = !names_states || is_new_since_release(granule, cell);
  }
  uint64_t place = place_of_access(pc);
  bool is_owned = may_be_freed(address);
  if (is_owned && may_be_memory_of_others(address, thread_in(cell))) [[unlikely]]
    if (Cell mark = note_thread_memory(address, cell)) report_marked(address, mark, cell, place);
  if (is_on_main_stack(address) && thread_in(cell) != 0) [[unlikely]]
    if (Cell mark = note_main_stack(address)) report_marked(address, mark, cell, place);
  if (has_whole_pages && is_in_heap(address)) [[unlikely]]
    compare_with_page(granule, address, cell, place);
  Comparison comparison{address, cell, place, clocks[thread_in(cell)].clock};
  uint32_t slot = kCells, neighbour = kCells;
#pragma GCC unroll 3
  for (uint32_t k = 0; k < kCells; k++) {
    switch (comparison.with(granule.cells[k], origins.places[k])) {
      case Fate::kCoversNew: return;
      case Fate::kGone:
        granule.cells[k] = 0;
        if (slot == kCells) slot = k;
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
  if (is_owned && is_in_heap_of_others(address, thread_in(cell))) {
    note_other(granule, address, cell);
    if (!comparison.races) compare_with_allocation(address, cell, place);
  }
  if ((cell & kKindBits) <= kPlainRead) thread_reads[thread_in(cell)].recorded += is_new;
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

void begin_to_find(Level level) {
  found.clear();
  found_any = level == Level::kPrefix && saved.found_any;
  forget_noted_granules();
  listed_count = 0;
  has_plain = false;
  has_whole_pages = has_new_whole_pages = false;
}

void begin_cells(Level level) {
  further.clear();
  if (level == Level::kBase) return;
  for (const SavedGranule& entry : saved.granules) {
    *entry.granule = entry.cells;
    Origins& origins = origins_of(*entry.granule) = entry.origins;
    // Lists belong to the execution that has them.
    if (entry.cells.more != 0) entry.granule->more = list_of(entry.cells.more);
    if (entry.origins.sync != 0) origins.sync = list_of(entry.origins.sync);
  }
  further = saved.further;
  for (const SavedPage& entry : saved.pages) *entry.page = entry.contents;
  has_whole_pages = saved.has_whole_pages;
}

namespace {

struct CellWaypoint {
  std::vector<FurtherCell> further;
  NotedChanges changes;
  uint32_t listed;
  bool has_plain, found_any;
};
std::vector<CellWaypoint>& cell_waypoints = *new std::vector<CellWaypoint>;
constexpr size_t kMostFurther = 64;

}  // namespace

bool can_keep_cells() {
  return further.size() <= kMostFurther && found.empty() && !has_new_whole_pages;
}

void keep_cells_at(uint32_t waypoint) {
  if (cell_waypoints.size() <= waypoint) cell_waypoints.resize(waypoint + 1);
  CellWaypoint& kept = cell_waypoints[waypoint];
  kept.further = further;
  kept.changes = noted_changes();
  kept.listed = listed_count;
  kept.has_plain = has_plain;
  kept.found_any = found_any;
}

void restore_cells_at(uint32_t waypoint) {
  const CellWaypoint& kept = cell_waypoints[waypoint];
  take_back_granules(kept.changes);
  further = kept.further;
  listed_count = kept.listed;
  has_plain = kept.has_plain;
  found_any = kept.found_any;
  found.clear();
}

void keep_cells() {
  saved.found_any = found_any;
  saved.has_whole_pages = has_whole_pages;
  notes_for_prefix = false;
  notes_granules = names_states;
  for (Granule* granule : take_noted_granules()) {
    SavedGranule entry{granule, *granule, origins_of(*granule)};
    entry.cells.more = first_of(entry.cells.more);
    entry.origins.sync = first_of(entry.origins.sync);
    saved.granules.push_back(entry);
  }
  for (HeapPage* page : take_noted_pages()) saved.pages.push_back({page, *page});
  saved.further = further;
}

}  // namespace races

void races::append_accesses(Granule& granule, std::vector<RememberedAccess>& accesses) {
  auto append = [&](Cell cell, uint64_t place) {
    if ((cell & kMaskBits) != 0 && !is_mark(cell) && !is_void(epoch_of(cell))) accesses.push_back({cell, place});
  };
  const Origins& origins = origins_of(granule);
  for (uint32_t k = 0; k < kCells; k++) append(granule.cells[k], origins.places[k]);
  for (uint32_t k = first_of(granule.more); k != 0; k = further[k - 1].next)
    append(further[k - 1].cell, further[k - 1].place);
}

bool races::is_reported(uintptr_t granule, Cell earlier, uint64_t earlier_place, Cell later) {
  if (reported.empty()) return false;
  return std::binary_search(reported.begin(), reported.end(), reported_race(granule, earlier, earlier_place, later));
}

using namespace races;

void forget_races() {
  known_pairs.clear();
  reported.clear();
}

void forget_found_races() {
  // (Those that stay known are found again.)
  reported.clear();
  for (const FoundRace& race : found) {
    const PlacePair pair = pair_of(pc_of(race.earlier_place), pc_of(race.place), race.address);
    std::erase_if(known_pairs, [&](const PlacePair& known) {
      return known.a == pair.a && known.b == pair.b && known.granule == pair.granule;
    });
  }
}

uint64_t name_of_race(const FoundRace& race) {
  const PlacePair pair = pair_of(pc_of(race.earlier_place), pc_of(race.place), race.address);
  return ((pair.a * 0x9e3779b97f4a7c15ULL ^ pair.b) * 0x9e3779b97f4a7c15ULL ^ pair.granule) | 1;
}

void record_access(uintptr_t address, Cell cell, uint64_t pc) {
  if (has_shadow(address)) record_in(granule_at(address), address, cell, pc);  // else it will crash
}

void access_range(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  if (bytes == 0) return;
  if (watches_step && (kind == kPlainRead || kind == kPlainWrite)) [[unlikely]]
    of_primitive ? note_unforeseeable() : note_plain_access(address, bytes, kind == kPlainWrite);
  have_clocks();
  OneAccess one;
  Cell self = thread_cells[current_thread()] | kind;
  uintptr_t end = address + bytes;
  while (address < end) {
    uintptr_t next = (address & ~uintptr_t{7}) + 8;
    uint64_t count = std::min(next, end) - address;
    Cell cell = self | ((Cell{1} << count) - 1) << (address % 8) << kMaskShift;
    if (!is_known(find_granule(address), cell)) record_access(address, cell, pc);
    address = next;
  }
}

void access_known(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  constexpr uintptr_t kChunk = uintptr_t{1} << kChunkShift;
  have_clocks();
  uintptr_t end = has_shadow(address + bytes) ? address + bytes : 0;
  while (address < end) {
    uintptr_t next = std::min((address & ~(kChunk - 1)) + kChunk, end);
    const Granule* granule = find_granule(address);
    for (; granule != nullptr && address < next; granule++) {
      uintptr_t after = std::min((address & ~uintptr_t{7}) + 8, next);
      bool is_used = (granule->cells[0] | granule->cells[1] | granule->cells[2] | granule->more) != 0;
      if (is_used || (plain_flags(address) & kTellsPlain) != 0) access_range(address, after - address, kind, pc);
      address = after;
    }
    address = next;
  }
}

void forget_accesses(uintptr_t address) {
  Granule* granule = find_granule(address);
  if (granule == nullptr) return;
  if (notes_granules) note_granule(*granule, address);
  const Cell byte = Cell{1} << (address % 8) << kMaskShift;
  auto forget = [&](Cell& cell) {
    if (!is_mark(cell)) cell &= ~byte;
  };
  for (Cell& cell : granule->cells) forget(cell);
  for (uint32_t k = first_of(granule->more); k != 0; k = further[k - 1].next) forget(further[k - 1].cell);
}

void remember_mark(uintptr_t address, size_t bytes, Cell mark) {
  have_clocks();
  uintptr_t end = address + bytes;
  while (address < end) {
    uintptr_t next = (address & ~uintptr_t{7}) + 8;
    uint64_t count = std::min(next, end) - address;
    Granule& granule = granule_at(address);
    if (notes_granules) note_granule(granule, address);
    Cell mask = ((Cell{1} << count) - 1) << (address % 8) << kMaskShift;
    further.push_back({(mark & ~kMaskBits) | mask, 0, first_of(granule.more)});
    granule.more = list_of(further.size());
    address = next;
  }
}

}  // namespace mazurka::runtime
