// The inputs of a toy program: a small set of combinations of values, so that everything is found by looking at all of
// them.
//
// An InputId is the number of a combination, in lexicographic order. A constraint is a set of them. One object serves
// all copies of a machine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/inputs.hpp"
#include "toy/language/code.hpp"

namespace mazurka::toy {

// A value that depends on the input: what it is for each. Null: it does not.
using Followed = std::shared_ptr<const std::vector<Value>>;

class Inputs final : public InputSpace {
 public:
  explicit Inputs(const std::vector<InputRange>& ranges);

  // How many combinations there are.
  uint32_t count() const { return count_; }
  // The value of the i-th input.
  const Followed& value(size_t i) const { return values_[i]; }
  std::string describe(InputId input) const;  // "x = 3, y = 0"
  std::vector<std::pair<std::string, Value>> values_of(InputId input) const;

  // The constraint that the value is what it is for `input`; none if it is the same for all.
  std::optional<ConstraintId> same_value(const std::vector<Value>& value, InputId input);

  // Which model of a set is the canonical one: the algorithms must be exact with any choice.
  enum class Choice : uint8_t { kLeast, kLargest, kScattered };
  void choose(Choice choice) { choice_ = choice; }

  InputAnswer model(Constraints all) override;
  InputAnswer find(Constraints all, std::span<const Constraints> none, InputId like) override;
  bool holds(ConstraintId constraint, InputId input) override { return has(sets_[constraint.index()], input.number); }
  bool is_less(InputId left, InputId right) override { return left < right; }
  uint64_t name_of(ConstraintId constraint) override { return names_[constraint.index()]; }
  void append_words(InputId input, std::vector<uint32_t>& words) override { words.push_back(input.number); }
  std::optional<InputId> from_words(std::span<const uint32_t> words) override;

 private:
  using Set = std::vector<uint64_t>;  // a bit for each combination
  static bool has(const Set& set, uint32_t number) { return (set[number / 64] >> number % 64 & 1) != 0; }
  Set all_of(Constraints constraints) const;

  std::vector<InputRange> ranges_;
  uint32_t count_ = 1;
  std::vector<Followed> values_;
  Choice choice_ = Choice::kLeast;
  std::vector<Set> sets_;  // by constraint
  std::vector<uint64_t> names_;
  std::unordered_multimap<uint64_t, ConstraintId> by_name_;
};

}  // namespace mazurka::toy
