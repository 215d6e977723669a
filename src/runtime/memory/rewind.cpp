#include "runtime/memory/rewind.hpp"

#include <bit>

#include "base/check.hpp"

namespace mazurka::runtime {

namespace detail {
uint64_t execution_number = 0;
bool base_is_reached = false;
uint64_t last_touched = 0;
uint32_t to_restore = 0;
}  // namespace detail

// Those whose turn it is to be the last have the higher bits. Filled before main starts, from constructors: nothing
// here needs one.
class RewindRegister {
 public:
  static void add(Rewindable& added) {
    const bool is_usual = added.turn_ == Rewindable::Turn::kUsual;
    uint32_t& number = is_usual ? usual_ : memory_;
    CHECK(number < (is_usual ? kUsual : kMost), "there is room for whatever is rewound");
    added.bit_ = uint32_t{1} << number;
    if (added.changes_ == Rewindable::Changes::kAreSilent) always_ |= added.bit_;
    all_ |= added.bit_;
    entries_[number++] = &added;
  }
  static void restore_always(const Rewindable& entry) { always_ |= entry.bit_; }

  template <class Use>
  static void for_each(Use use) {
    for_each_of(all_, use);
  }

  // Those of which something may be different.
  template <class Restore>
  static void restore(Level level, Restore restore_one) {
    const uint32_t which = has_level_ && level == level_ ? always_ | detail::to_restore : all_;
    detail::to_restore = 0;
    has_level_ = true;
    level_ = level;
    for_each_of(which, restore_one);
  }
  // A level is another one now.
  static void forget_level() { has_level_ = false; }

 private:
  static constexpr uint32_t kUsual = 28, kMost = 32;

  template <class Use>
  static void for_each_of(uint32_t bits, Use use) {
    for (; bits != 0; bits &= bits - 1) use(*entries_[std::countr_zero(bits)]);
  }

  static inline constinit Rewindable* entries_[kMost] = {};
  static inline constinit uint32_t usual_ = 0, memory_ = kUsual;  // where the next one goes
  static inline constinit uint32_t all_ = 0, always_ = 0;
  static inline constinit bool has_level_ = false;
  static inline constinit Level level_ = Level::kBase;  // the one that was restored last
};

void Rewindable::restore_always() {
  changes_ = Changes::kAreSilent;
  RewindRegister::restore_always(*this);
}

Registration::Registration(Rewindable& added) {
  RewindRegister::add(added);
}

void save_all(Level level) {
  RewindRegister::forget_level();
  RewindRegister::for_each([level](Rewindable& entry) { entry.save(level); });
}
void restore_all(Level level) {
  RewindRegister::restore(level, [level](Rewindable& entry) { entry.restore(level); });
}
void begin_all_in_new_process() {
  RewindRegister::for_each([](Rewindable& entry) { entry.begin_in_new_process(); });
}

bool any_is_changed() {
  bool any = false;
  RewindRegister::for_each([&any](const Rewindable& entry) { any |= entry.is_changed(); });
  return any;
}

bool all_allow_waypoint() {
  bool all = detail::last_touched != detail::execution_number;
  if (all) RewindRegister::for_each([&all](const Rewindable& entry) { all = all && entry.allows_waypoint(); });
  return all;
}
bool all_are_named() {
  bool all = detail::last_touched != detail::execution_number;
  RewindRegister::for_each([&all](const Rewindable& entry) {
    all = all && (entry.is_named() ? !entry.is_changed() : entry.allows_waypoint());
  });
  return all;
}
void save_all_at_waypoint(uint32_t waypoint) {
  RewindRegister::for_each([waypoint](Rewindable& entry) { entry.save_waypoint(waypoint); });
}
void restore_all_at_waypoint(uint32_t waypoint) {
  RewindRegister::restore(Level::kPrefix, [waypoint](Rewindable& entry) { entry.restore_waypoint(waypoint); });
}

uint64_t digest_of_all() {
  uint64_t digest = 0;
  RewindRegister::for_each(
      [&digest](const Rewindable& entry) { digest = (digest ^ entry.digest()) * 0x9e3779b97f4a7c15ULL; });
  return digest;
}

namespace {
bool are_void = false;
}  // namespace
void void_waypoints() {
  are_void = true;
}
bool take_voided_waypoints() {
  bool were_void = are_void;
  are_void = false;
  return were_void;
}

void reach_base() {
  detail::base_is_reached = true;
}
void begin_execution() {
  detail::execution_number++;
}

}  // namespace mazurka::runtime
