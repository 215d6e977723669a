// One way to be rewound. Whatever describes the running execution
// - lies in the program's memory, which is restored with it (snapshot.hpp), or
// - is a PerExecution<T> (per_execution.hpp), or
// - is part of a Rewindable, which is registered here once and never destroyed.
// A restart, the base and the state after the first steps go through the register; they know none of its members.
//
// Checker's side, all of this.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// What an execution can be restarted from: the base, and the state after the first steps that all executions share.
enum class Level : uint8_t { kBase, kPrefix };

class Rewindable {
 public:
  // The state now is the one to return to.
  virtual void save(Level level) = 0;
  virtual void restore(Level level) = 0;
  // Did this execution change something that save(kPrefix) would not keep? There is no such level then.
  virtual bool is_changed() const { return false; }
  // A state beyond the prefix is to be kept (engine/restarts/waypoints.hpp). Is everything here as restore(kPrefix)
  // would make it, or kept by save_waypoint()? If not, or if nobody says so, there is no waypoint.
  virtual bool allows_waypoint() const { return false; }
  // Waypoints have the numbers from 0 on, along the execution. When one is saved or restored, those above are gone.
  virtual void save_waypoint(uint32_t waypoint) { (void)waypoint; }
  virtual void restore_waypoint(uint32_t waypoint) {
    (void)waypoint;
    restore(Level::kPrefix);
  }
  // Is the state now part of the names of states (state_name.hpp)? If not, a state has a name only where there may be a
  // waypoint.
  virtual bool is_named() const { return false; }
  // A number for the state now, of those who keep something at waypoints (--check-restarts).
  virtual uint64_t digest() const { return 0; }
  // Each execution has a process of its own, and this is a new one: the base, as it was before anything was mapped or
  // opened after it. Called after restore(kBase).
  virtual void begin_in_new_process() {}

  Rewindable(const Rewindable&) = delete;
  Rewindable& operator=(const Rewindable&) = delete;

 protected:
  // The memory itself comes last: others decide at a save what belongs to it, and put back at a restore what can be
  // written to.
  enum class Turn : uint8_t { kUsual, kMemory };
  // Of many, hardly an execution changes anything. If they call note_change() at every change, they are left alone in a
  // restart to the level that they were restored to before, unless they did.
  enum class Changes : uint8_t { kAreSilent, kAreNoted };
  constexpr explicit Rewindable(Turn turn = Turn::kUsual) : turn_(turn) {}
  constexpr explicit Rewindable(Changes changes) : changes_(changes) {}
  ~Rewindable() = default;

  void note_change() const;
  // From now on.
  void restore_always();

 private:
  friend class RewindRegister;
  Turn turn_ = Turn::kUsual;
  Changes changes_ = Changes::kAreSilent;
  uint32_t bit_ = 0;  // in the register
};

// Registers it. Apart from its constructor, so that it may be constinit: the program's libraries call us before our own
// constructors run.
class Registration {
 public:
  explicit Registration(Rewindable& added);
};

void save_all(Level level);
void restore_all(Level level);
bool any_is_changed();
bool all_allow_waypoint();
// Is all that there is now part of the names of states, or as it was at the beginning?
bool all_are_named();
void save_all_at_waypoint(uint32_t waypoint);
void restore_all_at_waypoint(uint32_t waypoint);
uint64_t digest_of_all();
// Something changes in a way that a restore would not take back: no waypoint that there is now may be restored.
void void_waypoints();
bool take_voided_waypoints();
void begin_all_in_new_process();

// Which execution this is. 0 before the base, that is before the first scheduling decision.
namespace detail {
MAZURKA_OWN extern uint64_t execution_number;
MAZURKA_OWN extern bool base_is_reached;
MAZURKA_OWN extern uint64_t last_touched;  // the last execution in which some PerExecution was looked at
MAZURKA_OWN extern uint32_t to_restore;    // bits of those that are restored at the next restart
}  // namespace detail
inline void Rewindable::note_change() const {
  detail::to_restore |= bit_;
}
inline uint64_t execution_number() {
  return detail::execution_number;
}
inline bool at_base() {
  return detail::base_is_reached;
}
void reach_base();
void begin_execution();

}  // namespace mazurka::runtime
