#include "runtime/memory/rewind.hpp"

#include <initializer_list>

namespace mazurka::runtime {

namespace detail {
uint64_t execution_number = 0;
bool base_is_reached = false;
uint64_t last_touched = 0;
}  // namespace detail

// Two lists, in the order of turns. Filled before main starts, from constructors: nothing here needs one.
class RewindRegister {
 public:
  static void add(Rewindable& added) {
    Rewindable*& list = added.turn_ == Rewindable::Turn::kMemory ? memory_ : usual_;
    added.next_ = list;
    list = &added;
  }

  template <class Use>
  static void for_each(Use use) {
    for (Rewindable* list : {usual_, memory_})
      for (Rewindable* entry = list; entry != nullptr; entry = entry->next_) use(*entry);
  }

 private:
  static inline constinit Rewindable* usual_ = nullptr;
  static inline constinit Rewindable* memory_ = nullptr;
};

Registration::Registration(Rewindable& added) {
  RewindRegister::add(added);
}

void save_all(Level level) {
  RewindRegister::for_each([level](Rewindable& entry) { entry.save(level); });
}
void restore_all(Level level) {
  RewindRegister::for_each([level](Rewindable& entry) { entry.restore(level); });
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
  RewindRegister::for_each([waypoint](Rewindable& entry) { entry.restore_waypoint(waypoint); });
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
