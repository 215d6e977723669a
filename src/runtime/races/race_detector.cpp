#include "runtime/races/race_detector.hpp"

#include <algorithm>
#include <vector>

#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/sections.hpp"
#include "runtime/memory/state_name.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/race_cells.hpp"
#include "runtime/races/race_clocks.hpp"
#include "runtime/races/race_state.hpp"
#include "runtime/races/shared_memory.hpp"
#include "runtime/races/stack_depot.hpp"

namespace mazurka::runtime {

using namespace races;

bool watching = false;
bool only_compares = false;
volatile bool computes_for_long = false;
Cell thread_cells[kMaxThreads];

namespace {

// Atomic operations alone never race, and what they order matters only to plain accesses that would race without. So
// they are only noted at first; catch_up() performs them, if something needs that. The clocks lag behind meanwhile. But
// what a thread does after a release must not look like something that it did before: it has its new epoch at once. In
// an execution that begins as one without plain accesses, not even the clocks are put back before they are needed; what
// it does to primitives is noted then, too.
enum class Noted : uint8_t { kLoad, kStore, kUpdate, kUse, kLook, kAcquire, kRelease, kJoin };
struct NotedAtomic {
  uintptr_t address;  // kJoin: the thread that ended
  uint64_t pc;
  uint64_t next_epoch;  // that it gave the thread; 0: none yet
  uint32_t thread;
  uint8_t bytes;
  Noted access;
  uint8_t order;
};
constexpr uint32_t kMostNoted = 512;
NotedAtomic noted_atomics[kMostNoted];
uint32_t noted_count = 0;
bool may_note = false;     // in this execution
bool may_compare = false;  // what only_compares is once there are clocks
bool has_begun = true;     // the clocks are those of this execution
Level begins_at = Level::kBase;
bool has_prefix = false;

bool may_only_compare() {
  return may_compare && !computes_for_long && !watches_step;
}

void begin_clocks() {
  has_begun = true;
  forget_execution_memory();
  syncs.clear();
  execution_tag = execution_number() & ((uint64_t{1} << (64 - kIndexBits)) - 1);
  begin_time = now + 1;
  width = std::max(width, (user_threads.size() + 3) & ~3U);
  begin_cells(begins_at);
  begins_at == Level::kBase ? begin_clocks_at_base() : begin_clocks_at_prefix();
}

// The thread's epoch is over, if it was a release.
void begin_next_epoch(const NotedAtomic& atomic) {
  if (atomic.next_epoch == 0) return tick(atomic.thread);
  clocks[atomic.thread].clock[atomic.thread] = static_cast<Lane>(atomic.next_epoch);
}

void join_clocks(uint32_t self, uint32_t child) {
  if (child < threads && clocks[child].clock != nullptr) join(clocks[self].clock, clocks[child].clock, width);
}

void perform(const NotedAtomic& atomic) {
  uint32_t self = atomic.thread;
  if (atomic.access == Noted::kJoin) return join_clocks(self, static_cast<uint32_t>(atomic.address));
  Granule& granule = granule_at(atomic.address);
  switch (atomic.access) {
    case Noted::kLoad: {
      if (const Sync* sync = find_sync(origins_of(granule), atomic.address)) load_from(self, *sync, atomic.order);
      access_atomic(self, granule, atomic.address, atomic.bytes, kAtomicRead, atomic.pc);
      break;
    }
    case Noted::kStore: {
      access_atomic(self, granule, atomic.address, atomic.bytes, kAtomicWrite, atomic.pc);
      if (store_to(self, sync_at(granule, atomic.address), atomic.order, false)) begin_next_epoch(atomic);
      break;
    }
    case Noted::kUpdate: {
      Sync& sync = sync_at(granule, atomic.address);
      load_from(self, sync, atomic.order);
      access_atomic(self, granule, atomic.address, atomic.bytes, kAtomicWrite, atomic.pc);
      if (store_to(self, sync, atomic.order, true)) begin_next_epoch(atomic);
      break;
    }
    case Noted::kUse: access_atomic(self, granule, atomic.address, 1, kAtomicWrite, atomic.pc); break;
    case Noted::kLook: access_atomic(self, granule, atomic.address, 1, kAtomicRead, atomic.pc); break;
    case Noted::kAcquire: {
      if (const Sync* sync = find_sync(origins_of(granule), atomic.address)) load_from(self, *sync, __ATOMIC_ACQUIRE);
      break;
    }
    case Noted::kRelease: {
      store_to(self, sync_at(granule, atomic.address), __ATOMIC_RELEASE, true);
      tick(self);
      break;
    }
    case Noted::kJoin: break;
  }
}

// What the current thread does to a primitive, before there are clocks. False: it must be done at once.
[[gnu::always_inline]] inline bool note_before_clocks(Noted access, uintptr_t address, uint64_t pc) {
  if (has_begun || noted_count == kMostNoted) return false;
  noted_atomics[noted_count++] = {address, pc, 0, current_thread(), 1, access, 0};
  return true;
}

void really_catch_up() {
  if (!has_begun) begin_clocks();
  for (uint32_t k = 0; k < noted_count; k++) perform(noted_atomics[k]);
  noted_count = 0;
  only_compares = may_only_compare();
}

}  // namespace

void have_clocks() {
  if (!has_begun) really_catch_up();
}

void catch_up() {
  if (noted_count != 0 || !has_begun) really_catch_up();
}

void list_no_more() {
  catch_up();
  lists_atomics = may_note = false;
}

void begin_race_detection(Level level) {
  // Which loops change nothing must be known even if nobody looks for races.
  if (!at_base()) find_program_code();
  // (What libraries do with values that depend on inputs must be seen, too.)
  watching = channel->settings.races != protocol::Races::kIgnore || channel->settings.memory_errors != 0 ||
             channel->settings.symbolic.has_inputs != 0;
  explores_plain = channel->settings.races == protocol::Races::kExplore && at_base();
  // (On replay all accesses are noted: told_accesses.hpp.)
  may_compare = watching && channel->settings.races != protocol::Races::kExplore && !is_replay();
  only_compares = may_compare;
  computes_for_long = false;
  if (!watching) return;
  map_access_shadow();
  tallies.for_each([](uintptr_t address) {
    granule_at(address);
    plain_flags(address) |= kTellsPlain;
  });
  restore_marks();
  if (now > kLastEpoch - (uint64_t{1} << 40))
    stop_exploring("the race detector's clock has run out; see --races=ignore");
  begin_steps();
  noted_count = 0;
  notes_for_prefix = at_base() && !has_prefix;
  notes_granules = notes_for_prefix || names_states;
  // (What is only listed would have to be part of a state's name.)
  lists_atomics = at_base() && !notes_granules && !is_replay();
  may_note = lists_atomics && may_compare;
  bool had_plain = has_plain;
  begin_to_find(level);
  begins_at = level;
  has_begun = false;
  // As the last execution, probably.
  if (may_note && !had_plain)
    only_compares = false;
  else
    begin_clocks();
}

namespace {

void keep_prefix() {
  if (!watching) return;
  catch_up();
  keep_cells();
  keep_clocks();
  has_prefix = true;
}

class RaceDetection final : public Rewindable {
 public:
  void save(Level level) override {
    if (level == Level::kPrefix) keep_prefix();
  }
  void restore(Level level) override {
    if (era != 0) forget_waypoints();
    begin_race_detection(level);
  }
  bool is_named() const override { return true; }
  // Before there are clocks, what was noted is all there is, and stays as it is: waypoints are along one execution.
  bool allows_waypoint() const override {
    if (!watching || (may_note && !has_begun)) return true;
    return has_begun && may_note && can_keep_cells();
  }
  void save_waypoint(uint32_t waypoint) override {
    if (!watching) return;
    waypoints_.resize(waypoint + 1);
    waypoints_[waypoint] = {noted_count, has_begun};
    if (!has_begun) return;
    catch_up();
    if (era == 0) keep_granules(true);
    keep_clocks_at(waypoint);
    keep_cells_at(waypoint);
  }
  void restore_waypoint(uint32_t waypoint) override {
    if (watching && waypoints_[waypoint].has_clocks) {
      noted_count = 0;
      only_compares = may_only_compare();
      restore_cells_at(waypoint);
      restore_clocks_at(waypoint);
      forget_known_blocks(user_threads.size());
      return;
    }
    restore(Level::kPrefix);
    if (!watching) return;
    noted_count = waypoints_[waypoint].noted;
    if (has_begun) catch_up();
  }
  // The shadow is the process's own.
  void begin_in_new_process() override { begin_race_detection(Level::kBase); }

 private:
  struct Waypoint {
    uint32_t noted;
    bool has_clocks;
  };
  static void forget_waypoints() {
    keep_granules(false);
    forget_kept_clocks();
  }
  std::vector<Waypoint> waypoints_;
};
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
RaceDetection& race_detection = *new RaceDetection;

const Registration registered(race_detection);
[[maybe_unused]] const bool shows_accesses = [] {
  show_all_accesses = [] { only_compares = false; };
  return true;
}();
[[maybe_unused]] const bool orders_sections = [] {
  section_order = {hb_acquire, hb_release};
  return true;
}();

}  // namespace

namespace {
const char lock_of_library = 0;
alignas(64) Lane clock_before_library[kMaxThreads];  // of the thread that is in there: no other thread runs meanwhile
}  // namespace

void hb_enter_library() {
  if (!watching) return;
  catch_up();
  copy(clock_before_library, clocks[current_thread()].clock, width);
  if (names_states) note_flow(Flow::Kind::kCopy, kLibraryHolder, holder_of(current_thread()));
  hb_acquire(&lock_of_library);
}

void hb_leave_library() {
  if (!watching) return;
  hb_release(&lock_of_library);
  // The thread forgets what it learned there, but not that it was there: nobody may conclude the one from the other.
  auto at = reinterpret_cast<uintptr_t>(&lock_of_library);
  Sync& sync = sync_at(granule_at(at), at);
  keep_sync(sync);
  sync.owner = kNobody;
  Lane* clock = clocks[current_thread()].clock;
  clock_before_library[current_thread()] = clock[current_thread()];
  copy(clock, clock_before_library, width);
  if (names_states) note_flow(Flow::Kind::kCopy, holder_of(current_thread()), kLibraryHolder);
}

void hb_create(uint32_t child) {
  if (!watching) return;
  catch_up();
  if (child >= width) widen(child + 1);
  for (; threads <= child; threads++) clocks[threads] = {};
  clocks[child] = {new_clock(), nullptr, nullptr};
  copy(clocks[child].clock, clocks[current_thread()].clock, width);
  if (names_states) note_flow(Flow::Kind::kCopy, holder_of(child), holder_of(current_thread()));
  tick(child);
  tick(current_thread());
}

void hb_join(uint32_t child) {
  if (!watching || note_before_clocks(Noted::kJoin, child, 0)) return;
  catch_up();
  if (names_states) note_flow(Flow::Kind::kJoin, holder_of(current_thread()), holder_of(child));
  join_clocks(current_thread(), child);
}

void hb_acquire(const void* object) {
  uintptr_t at = reinterpret_cast<uintptr_t>(object);
  if (!watching || note_before_clocks(Noted::kAcquire, at, 0)) return;
  catch_up();
  if (names_states) note_flow(Flow::Kind::kJoin, holder_of(current_thread()), holder_at(at));
  if (const Sync* sync = find_sync(origins_of(granule_at(at)), at))
    load_from(current_thread(), *sync, __ATOMIC_ACQUIRE);
}

void hb_acquire_for(uint32_t thread, const void* object) {
  if (!watching) return;
  catch_up();
  uintptr_t at = reinterpret_cast<uintptr_t>(object);
  if (names_states) note_flow(Flow::Kind::kJoin, holder_of(thread), holder_at(at));
  const Sync* sync = find_sync(origins_of(granule_at(at)), at);
  if (sync != nullptr) join_from(clocks[thread].clock, *sync);
}

void hb_release(const void* object) {
  uintptr_t at = reinterpret_cast<uintptr_t>(object);
  if (!watching || note_before_clocks(Noted::kRelease, at, 0)) return;
  catch_up();
  if (names_states) note_flow(Flow::Kind::kJoin, holder_at(at), holder_of(current_thread()));
  store_to(current_thread(), sync_at(granule_at(at), at), __ATOMIC_RELEASE, true);
  tick(current_thread());
}

namespace {
template <AccessKind kind>
[[gnu::always_inline]] inline void access_primitive(const void* object, uint64_t pc) {
  uintptr_t address = reinterpret_cast<uintptr_t>(object);
  if (only_compares || !watching) return access<1, kind>(address, pc);
  if (kind == kPlainWrite) note_plain_write(address, 1);
  of_primitive = true;
  access_range(address, 1, kind, pc);
  of_primitive = false;
}
template <AccessKind kind>
[[gnu::always_inline]] inline void access_primitive_atomically(const void* object, uint64_t pc) {
  uintptr_t address = reinterpret_cast<uintptr_t>(object);
  if (watching && may_note && !has_begun && may_be_listed(address, 1) &&
      note_before_clocks(kind == kAtomicWrite ? Noted::kUse : Noted::kLook, address, pc))
    return;
  if (!only_compares || !watching) return access_primitive<kind>(object, pc);
  catch_up();
  access_atomic(current_thread(), granule_at(address), address, 1, kind, pc);
}
}  // namespace

void use_primitive(const void* object, uint64_t pc) {
  access_primitive_atomically<kAtomicWrite>(object, pc);
}
void look_at_primitive(const void* object, uint64_t pc) {
  access_primitive_atomically<kAtomicRead>(object, pc);
}
void make_primitive(const void* object, uint64_t pc) {
  access_primitive<kPlainWrite>(object, pc);
}
void destroy_primitive(const void* object, uint64_t pc) {
  access_primitive<kPlainWrite>(object, pc);
}

// The second byte is for those who are inside of it.
void stay_in_primitive(const void* object, uint64_t pc) {
  use_primitive(static_cast<const char*>(object) + 1, pc);
}
void make_waiting_primitive(const void* object, uint64_t pc) {
  make_primitive(object, pc);
  make_primitive(static_cast<const char*>(object) + 1, pc);
}
void destroy_waiting_primitive(const void* object, uint64_t pc) {
  destroy_primitive(object, pc);
  if (watching) forget_accesses(reinterpret_cast<uintptr_t>(object) + 1);
}

namespace {
[[gnu::cold, gnu::noinline]] void perform_and_note(const NotedAtomic& atomic) {
  const uint32_t holder = holder_at(atomic.address);
  if (atomic.access != Noted::kStore) {
    const ClockKind kind = is_acquire(atomic.order) ? ClockKind::kOwn : ClockKind::kPending;
    note_flow(Flow::Kind::kJoin, holder_of(atomic.thread, kind), holder);
  }
  const bool has_released = clocks[atomic.thread].released != nullptr;
  perform(atomic);
  if (atomic.access == Noted::kLoad) return;
  const Flow::Kind how = atomic.access == Noted::kStore ? Flow::Kind::kCopy : Flow::Kind::kJoin;
  if (is_release(atomic.order))
    note_flow(how, holder, holder_of(atomic.thread));
  else if (has_released)
    note_flow(how, holder, holder_of(atomic.thread, ClockKind::kReleased));
  else if (atomic.access == Noted::kStore)
    note_flow(Flow::Kind::kClear, holder, holder);
}

[[gnu::noinline]] void perform_at_once(const NotedAtomic& atomic) {
  catch_up();
  if (names_states) [[unlikely]]
    return perform_and_note(atomic);
  perform(atomic);
}
}  // namespace

// (An address that no program can have crashes the program before it comes here.)
namespace {

// Accesses of different sizes to the same memory: each byte synchronises by itself. Those that were done before it was
// known that there are such accesses did so by their first byte; in that execution no race is to be found too many.
void access_bytes(AtomicAccess access, uintptr_t address, size_t bytes, int order, uint64_t pc, uintptr_t whole) {
  catch_up();
  const uint32_t self = current_thread();
  auto load_byte = [&](uintptr_t at) {
    if (const Sync* sync = find_sync(origins_of(granule_at(at)), at)) load_from(self, *sync, order);
  };
  if (access != AtomicAccess::kStore) {
    for (size_t k = 0; k < bytes; k++) load_byte(address + k);
    if (has_learned()) load_byte(whole);
  }
  const AccessKind kind = access == AtomicAccess::kLoad ? kAtomicRead : kAtomicWrite;
  access_atomic(self, granule_at(address), address, bytes, kind, pc);
  if (access == AtomicAccess::kLoad) return;
  bool is_released = false;
  for (size_t k = 0; k < bytes; k++)
    is_released |=
        store_to(self, sync_at(granule_at(address + k), address + k), order, access == AtomicAccess::kUpdate);
  if (is_released) tick(self);
}

}  // namespace

void atomic_access(AtomicAccess access, const volatile void* address, size_t bytes, int order, uint64_t pc) {
  uintptr_t at = reinterpret_cast<uintptr_t>(address);
  uint32_t self = current_thread();
  // (A replay does not know beforehand which accesses are of different sizes.)
  if (is_replay()) return access_bytes(access, at, bytes, order, pc, at);
  if (program->objects().has_parts()) [[unlikely]]
    if (const ObjectInfo* whole = program->objects().whole_around(at, static_cast<uint32_t>(bytes)))
      return access_bytes(access, at, bytes, order, pc, whole->address);
  const auto noted = static_cast<Noted>(access);
  if (!may_note || !may_be_listed(at, bytes))
    return perform_at_once({at, pc, 0, self, static_cast<uint8_t>(bytes), noted, static_cast<uint8_t>(order)});
  if (noted_count == kMostNoted) catch_up();
  // Written where it stays: the processor waits for what was written in pieces and is copied as a whole.
  NotedAtomic& atomic = noted_atomics[noted_count++];
  atomic.address = at;
  atomic.pc = pc;
  atomic.next_epoch = 0;
  atomic.thread = self;
  atomic.bytes = static_cast<uint8_t>(bytes);
  atomic.access = noted;
  atomic.order = static_cast<uint8_t>(order);
  if (has_begun && access != AtomicAccess::kLoad && is_release(order)) {
    atomic.next_epoch = ++now;
    thread_cells[self] = make_cell(now, self, 0, 0);
  }
}

void atomic_fence(int order) {
  if (!watching) return;
  catch_up();
  ThreadClocks& self = clocks[current_thread()];
  if (is_acquire(order) && self.pending != nullptr) join(self.clock, self.pending, width);
  if (names_states) note_fence(current_thread(), is_acquire(order), is_release(order));
  if (!is_release(order)) return;
  if (self.released == nullptr) self.released = new_clock();
  copy(self.released, self.clock, width);
  tick(current_thread());
}

bool has_race() {
  return found_any;
}
uint32_t found_race_count() {
  return static_cast<uint32_t>(found.size());
}
const FoundRace& found_race(uint32_t k) {
  return found[k];
}

}  // namespace mazurka::runtime
