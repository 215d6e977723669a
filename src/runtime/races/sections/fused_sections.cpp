#include "runtime/races/sections/fused_sections.hpp"

#include <optional>
#include <span>
#include <vector>

#include "base/check.hpp"
#include "explore/critical_sections.hpp"
#include "runtime/engine/loops/suspects.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/sections.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/races/race_cells.hpp"
#include "runtime/races/race_clocks.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/race_state.hpp"
#include "runtime/races/sections/section_uses.hpp"

namespace mazurka::runtime {

using namespace races;

namespace {

// The section that a thread is in. There is one at most: the thread runs on from the lock to its next operation, and if
// that is the unlock, it comes next.
enum class Stage : uint8_t { kNone, kInside, kAtEnd };
struct Section {
  Stage stage = Stage::kNone;
  uint32_t thread = 0;
  uintptr_t mutex = 0;
  ObjectId object;
  uint64_t foreign_calls = 0;  // before it
  uint32_t flows = 0;          // of its step, before it
  SectionUses uses;
  std::vector<FoundRace> deferred;
};

// The clock of a mutex for a location has an address that no program has. Its granule is that of the mutex.
constexpr uint32_t kLastLocation = (1U << (64 - kPlaceBits - 1)) - 2;
uintptr_t clock_of(uintptr_t mutex, uint32_t location, bool writes) {
  return mutex | (uintptr_t{location + 1} << 1 | (writes ? 1 : 0)) << kPlaceBits;
}

class FusedSections final : public CriticalSections, public Rewindable {
 public:
  void begin() { note_before_ = note_for_names; }

  // ---- CriticalSections
  void fuse(bool fuses) override {
    fuses_ = doubts_races = fuses;
    beginnings_ = 0;
    apart_.clear();
    footprints_.begin_again();
    end_section();
  }
  void keep_apart(ObjectId mutex) override {
    if (apart_.size() <= mutex.index()) apart_.resize(mutex.index() + 1, false);
    apart_[mutex.index()] = true;
  }
  std::optional<std::span<const PlainUse>> section_of(ThreadId thread) override;
  Doubt doubt(bool has_ended) override;

  // ---- Rewindable
  void save(Level) override {}
  void restore(Level) override { end_section(); }
  bool allows_waypoint() const override { return section_.stage == Stage::kNone; }
  bool is_named() const override { return section_.stage == Stage::kNone; }

  // ---- user thread's side
  void lock(uintptr_t mutex);
  void reach_unlock(uintptr_t mutex);
  void unlock(uintptr_t mutex);
  void note_access(Granule& granule, uintptr_t address, Cell cell) {
    if (section_.stage == Stage::kInside) [[unlikely]]
      use(granule, address, cell);
    note_before_(granule, address, cell);
  }
  bool defer(const FoundRace& race) {
    if (section_.stage != Stage::kInside) return false;
    section_.deferred.push_back(race);
    return true;
  }
  // Checker's side.
  void end_run(uint32_t thread);

 private:
  void use(Granule& granule, uintptr_t address, Cell cell);
  void give_up();
  void end_section() {
    section_.stage = Stage::kNone;
    section_.deferred.clear();
  }
  void look_at_deferred();
  // Calls use(clock) for the clocks that the section acquires.
  template <class Use>
  void for_clocks(Use use) {
    for (const PlainUse& one : section_.uses.get()) {
      if (!footprints_.is_needed(one.location)) continue;
      use(clock_of(section_.mutex, one.location, true));
      if (one.writes) use(clock_of(section_.mutex, one.location, false));
    }
  }

  static constexpr uint32_t kMostBeginnings = 100;

  bool fuses_ = false;
  uint32_t beginnings_ = 0;
  std::vector<bool> apart_;  // by object
  Section section_;
  Footprints footprints_;
  void (*note_before_)(Granule& granule, uintptr_t address, Cell cell) = nullptr;
};

// ---- checker's side

std::optional<std::span<const PlainUse>> FusedSections::section_of(ThreadId thread) {
  if (section_.stage != Stage::kAtEnd || section_.thread != thread.number) return std::nullopt;
  learn_from_step();
  const std::span<const PlainUse> told = footprints_.tell(section_.uses.get());
  for_clocks([&](uintptr_t clock) {
    insert_flow(section_.flows, {Flow::Kind::kJoin, holder_of(section_.thread), holder_at(clock), 0});
  });
  return told;
}

// (An execution shows more until it ends. At first, nothing is known of what threads share.)
CriticalSections::Doubt FusedSections::doubt(bool has_ended) {
  if (!fuses_) return Doubt::kNone;
  // The order of sections can be seen, or what was recorded of them is not what is repeated.
  if (virtual_clock.has_moved() || watches_rounds || looks_at_every_step() || sections.are_used())
    return Doubt::kNoMore;
  if (!has_ended) return Doubt::kNone;
  if (!footprints_.must_begin_again()) return has_race() ? Doubt::kNoMore : Doubt::kNone;
  footprints_.begin_again();
  return ++beginnings_ == kMostBeginnings ? Doubt::kNoMore : Doubt::kAgain;
}

void FusedSections::end_run(uint32_t thread) {
  if (section_.stage == Stage::kNone || section_.thread != thread) return;
  const ThreadView& view = user_threads.view(thread);
  const bool unlocks = view.status == ThreadStatus::kReady && view.next.code == OpCode::kUnlock;
  if (section_.stage == Stage::kInside || !unlocks || view.next.object != section_.object) give_up();
}

// ---- user thread's side

void FusedSections::lock(uintptr_t mutex) {
  const ObjectId object = program->object(mutex, kMutexObject, 4);
  if (!fuses_ || (object.index() < apart_.size() && apart_[object.index()])) return;
  CHECK(section_.stage == Stage::kNone, "a section that is one event ends before another one begins");
  const uint32_t self = current_thread();
  // What the thread accesses from here on is told, even if it has done so before.
  give_new_epoch(self);
  section_.stage = Stage::kInside;
  section_.thread = self;
  section_.mutex = mutex;
  section_.object = object;
  section_.foreign_calls = foreign_calls();
  section_.flows = flow_count();
  section_.uses.clear();
}

void FusedSections::use(Granule& granule, uintptr_t address, Cell cell) {
  const PlainUse added{location_of(granule, address), (cell & 1) == 0};
  if (stacks_tell_of_steps()) [[unlikely]]
    clear_stack_below();
  const bool is_plain = (cell & kKindBits) <= kPlainRead && foreign_calls() == section_.foreign_calls;
  if (!is_plain || added.location > kLastLocation || !section_.uses.add(added)) give_up();
}

// It is no such section.
void FusedSections::give_up() {
  look_at_deferred();
  end_section();
}

void FusedSections::look_at_deferred() {
  const Lane* clock = clocks[section_.thread].clock;
  for (const FoundRace& race : section_.deferred)
    if (static_cast<Lane>(epoch_of(race.earlier)) > clock[thread_in(race.earlier)]) report_race(race);
}

void FusedSections::reach_unlock(uintptr_t mutex) {
  if (section_.stage != Stage::kInside) return;
  if (section_.mutex != mutex || foreign_calls() != section_.foreign_calls) return give_up();
  section_.stage = Stage::kAtEnd;
}

void FusedSections::unlock(uintptr_t mutex) {
  if (section_.stage == Stage::kNone) return hb_release(reinterpret_cast<const void*>(mutex));
  const uint32_t self = current_thread();
  CHECK(self == section_.thread && mutex == section_.mutex, "a section that is one event ends at once");
  for_clocks([&](uintptr_t clock) {
    Granule* granule = find_granule(mutex);
    const Sync* sync = granule == nullptr ? nullptr : find_sync(origins_of(*granule), clock);
    if (sync != nullptr) load_from(self, *sync, __ATOMIC_ACQUIRE);
  });
  look_at_deferred();
  for (const PlainUse& use : section_.uses.get()) {
    if (!footprints_.is_needed(use.location)) continue;
    const uintptr_t clock = clock_of(mutex, use.location, use.writes);
    note_flow(Flow::Kind::kJoin, holder_at(clock), holder_of(self));
    store_to(self, sync_at(granule_at(mutex), clock), __ATOMIC_RELEASE, true);
  }
  tick(self);
  end_section();
}

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
FusedSections& all = *new FusedSections;
const Registration registered(all);

}  // namespace

void begin_to_fuse() {
  all.begin();
  note_for_names = [](Granule& granule, uintptr_t address, Cell cell) { all.note_access(granule, address, cell); };
  at_end_of_run = [](uint32_t thread) { all.end_run(thread); };
  defer_race = [](const FoundRace& race) { return all.defer(race); };
  fused_sections = &all;
}

void begin_section(const void* mutex) {
  all.lock(reinterpret_cast<uintptr_t>(mutex));
}
void reach_end_of_section(const void* mutex) {
  all.reach_unlock(reinterpret_cast<uintptr_t>(mutex));
}
void end_section(const void* mutex) {
  all.unlock(reinterpret_cast<uintptr_t>(mutex));
}

}  // namespace mazurka::runtime
