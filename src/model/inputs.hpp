// Inputs without a fixed value: what the algorithms of exploration and a kind of program tell each other of them.
//
// An execution is then a schedule and an input. Whenever a program evaluates a branch that depends on its input, it
// notes a constraint: what holds of exactly those inputs with which the branch would go the same way, given the values
// that were read. All constraints of an execution hold of its input. A branch with many ways, such as a value that must
// be known exactly, is one constraint too: "it is 5". Two executions are the same if they have the same events, the
// same order and the same constraints after each event.
//
// Program::path() is the list of constraints of the execution so far, Program::use_input() says with which input the
// next execution runs. The InputSpace knows what the constraints mean; each kind of program has its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.hpp"

namespace mazurka {

// Dense. Equal for constraints that are the same formula, in one process; another process may number them otherwise.
using ConstraintId = Id<struct ConstraintTag>;

// A value for every input. Equal ids exactly if all values are equal, in one process.
using InputId = Id<struct InputTag>;

// With this one every exploration begins; in every process it has the same values.
inline constexpr InputId kFirstInput{};

// What a search for an input gave.
struct InputAnswer {
  enum class Kind : uint8_t {
    kFound,
    kNone,     // there is none
    kUnknown,  // the search was given up: the exploration is not complete
  };
  Kind kind = Kind::kNone;
  InputId input;

  static InputAnswer found(InputId input) { return {Kind::kFound, input}; }
  static InputAnswer none() { return {}; }
  static InputAnswer unknown() { return {Kind::kUnknown, {}}; }
};

class InputSpace {
 public:
  using Constraints = std::span<const ConstraintId>;

  virtual ~InputSpace() = default;

  // An input of which all these hold. There is one, since they are from one execution. It is a function of the set: the
  // same constraints, in whatever order and however often, at whatever time and in whatever process, give the same
  // input. Which one is free. The empty set may give kFirstInput or another one. The list comes sorted by number,
  // without repetitions.
  virtual InputAnswer model(Constraints all) = 0;

  // An input of which all of `all` hold, and of each list of `none` at least one does not. Also a function of these,
  // and of `like`, an input of which all of `all` hold.
  virtual InputAnswer find(Constraints all, std::span<const Constraints> none, InputId like) = 0;

  // Does the constraint hold of the input?
  virtual bool holds(ConstraintId constraint, InputId input) = 0;

  // A total order on inputs, by their values: the same in every process.
  virtual bool is_less(InputId left, InputId right) = 0;

  // Tells the formula from others in any process, but for collisions.
  virtual uint64_t name_of(ConstraintId constraint) = 0;

  // The values of an input as words, for another process; and back. Nothing: this is no input.
  virtual void append_words(InputId input, std::vector<uint32_t>& words) = 0;
  virtual std::optional<InputId> from_words(std::span<const uint32_t> words) = 0;
};

// The names of constraints, as traces are named by them.
class ConstraintNames {
 public:
  explicit ConstraintNames(InputSpace* space) : space_(space) {}
  // Valid until the next call.
  std::span<const uint64_t> operator()(InputSpace::Constraints constraints) {
    names_.clear();
    for (ConstraintId constraint : constraints) names_.push_back(space_->name_of(constraint));
    return names_;
  }

 private:
  InputSpace* space_;
  std::vector<uint64_t> names_;
};

// The constraints of an execution, event by event. Without events if the program has no inputs.
class PathView {
 public:
  PathView() = default;
  // ends[0]: how many constraints come before any event; ends[k + 1]: how many there are after event k.
  PathView(std::span<const ConstraintId> constraints, std::span<const uint32_t> ends)
      : constraints_(constraints), ends_(ends) {}

  bool empty() const { return ends_.empty(); }
  // Those before any event: of the threads that exist at the start, up to their first operations.
  std::span<const ConstraintId> root() const { return empty() ? constraints_ : constraints_.first(ends_[0]); }
  // Those after the event at `position`, before the next one.
  std::span<const ConstraintId> of(uint32_t position) const {
    return empty() ? constraints_ : constraints_.subspan(ends_[position], ends_[position + 1] - ends_[position]);
  }
  // Those before any event and those of the first events.
  std::span<const ConstraintId> prefix(uint32_t events) const {
    return empty() ? constraints_ : constraints_.first(ends_[events]);
  }

 private:
  std::span<const ConstraintId> constraints_;
  std::span<const uint32_t> ends_;
};

}  // namespace mazurka
