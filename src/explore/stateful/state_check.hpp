// --check-states: are states of one name the same, and do they go on in the same way?
//
// Each state that has a name is compared, byte by byte, with the first one that had it. And what follows some of the
// states that are known is explored once more: a step from a state of one name must be the same operation, find the
// same values, and fail or not, whatever led to the state. It should lead to a state of the same name, too. Where it
// does not, since memory that nobody uses any more came back into sight, the two count as one state from there on:
// their steps must be the same. What names leave out although it matters shows there. A difference is a mistake of
// ours, and ends the process.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "explore/program.hpp"
#include "model/event.hpp"
#include "model/fingerprint.hpp"

namespace mazurka {

class StateCheck {
 public:
  // Where Program::name_of_state() leaves the whole state: parts, each a number that says which it is, how many bytes
  // follow, and these.
  std::vector<char>& whole() { return whole_; }

  // The event has led from one state to another, which the program is in.
  void look_at(const std::optional<Fingerprint>& from, const Event& event, const std::optional<Fingerprint>& to,
               const Program& program);
  // What leads to both is the same but for an order that does not matter.
  void take_for_same(const Fingerprint& one, const Fingerprint& other);
  // A known state was met: explore what follows it all the same?
  bool explores_again() { return ++met_ % kOneIn == 0; }
  // Names that were given before mean nothing.
  void clear();

  uint64_t states_compared() const { return states_compared_; }
  uint64_t steps_compared() const { return steps_compared_; }
  // States that should have the same name, and have not: no mistake, but explored twice.
  uint64_t apart() const { return same_as_.size(); }

 private:
  // More of them would explore without end.
  static constexpr uint64_t kOneIn = 7;
  // Of whole states. Of further ones a hash is kept.
  static constexpr uint64_t kMostBytes = uint64_t{256} << 20;

  struct Hasher {
    size_t operator()(const Fingerprint& name) const { return name.low; }
  };
  struct Kept {
    uint64_t hash = 0;
    std::vector<char> whole;
  };
  struct Step {
    std::vector<uint64_t> what;
    std::optional<Fingerprint> to;
  };
  Fingerprint first_of(Fingerprint name) const;
  void compare_state(const Fingerprint& name);
  void compare_step(const Fingerprint& from, const Event& event, const std::optional<Fingerprint>& to,
                    const Program& program);

  std::vector<char> whole_;
  std::unordered_map<Fingerprint, Kept, Hasher> states_;
  std::unordered_map<Fingerprint, Step, Hasher> steps_;  // by the state's name, with the thread and its choice
  std::unordered_map<Fingerprint, Fingerprint, Hasher> same_as_;
  uint64_t bytes_ = 0;
  uint64_t met_ = 0;
  uint64_t states_compared_ = 0;
  uint64_t steps_compared_ = 0;
};

}  // namespace mazurka
