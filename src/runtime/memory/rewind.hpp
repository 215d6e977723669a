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
  // Each execution has a process of its own, and this is a new one: the base, as it was before anything was mapped or
  // opened after it. Called after restore(kBase).
  virtual void begin_in_new_process() {}

  Rewindable(const Rewindable&) = delete;
  Rewindable& operator=(const Rewindable&) = delete;

 protected:
  // The memory itself comes last: others decide at a save what belongs to it, and put back at a restore what can be
  // written to.
  enum class Turn : uint8_t { kUsual, kMemory };
  constexpr explicit Rewindable(Turn turn = Turn::kUsual) : turn_(turn) {}
  ~Rewindable() = default;

 private:
  friend class RewindRegister;
  Rewindable* next_ = nullptr;
  Turn turn_;
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
void begin_all_in_new_process();

// Which execution this is. 0 before the base, that is before the first scheduling decision.
namespace detail {
MAZURKA_OWN extern uint64_t execution_number;
MAZURKA_OWN extern bool base_is_reached;
}  // namespace detail
inline uint64_t execution_number() {
  return detail::execution_number;
}
inline bool at_base() {
  return detail::base_is_reached;
}
void reach_base();
void begin_execution();

}  // namespace mazurka::runtime
