#include "toy/inputs.hpp"

#include <bit>

#include "base/hash.hpp"

namespace mazurka::toy {

Inputs::Inputs(const std::vector<InputRange>& ranges) : ranges_(ranges) {
  for (const InputRange& range : ranges_) count_ *= range.count;
  uint32_t repeat = count_;
  for (const InputRange& range : ranges_) {
    repeat /= range.count;
    std::vector<Value> values(count_);
    for (uint32_t k = 0; k < count_; k++) values[k] = range.least + static_cast<Value>(k / repeat % range.count);
    values_.push_back(std::make_shared<const std::vector<Value>>(std::move(values)));
  }
}

std::vector<std::pair<std::string, Value>> Inputs::values_of(InputId input) const {
  std::vector<std::pair<std::string, Value>> values;
  for (size_t i = 0; i < ranges_.size(); i++) values.emplace_back(ranges_[i].name, (*values_[i])[input.index()]);
  return values;
}

std::string Inputs::describe(InputId input) const {
  std::string text;
  for (const auto& [name, value] : values_of(input))
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text;
}

std::optional<ConstraintId> Inputs::same_value(const std::vector<Value>& value, InputId input) {
  Set set((count_ + 63) / 64, 0);
  uint32_t same = 0;
  for (uint32_t k = 0; k < count_; k++) {
    if (value[k] != value[input.index()]) continue;
    set[k / 64] |= uint64_t{1} << k % 64;
    same++;
  }
  if (same == count_) return std::nullopt;
  uint64_t name = count_;
  for (uint64_t word : set) name = combine_hashes(name, word);
  auto [first, last] = by_name_.equal_range(name);
  for (; first != last; ++first)
    if (sets_[first->second.index()] == set) return first->second;
  ConstraintId id(sets_.size());
  sets_.push_back(std::move(set));
  names_.push_back(name);
  by_name_.emplace(name, id);
  return id;
}

Inputs::Set Inputs::all_of(Constraints constraints) const {
  Set set((count_ + 63) / 64, ~uint64_t{0});
  if (count_ % 64 != 0) set.back() = (uint64_t{1} << count_ % 64) - 1;
  for (ConstraintId constraint : constraints)
    for (size_t k = 0; k < set.size(); k++) set[k] &= sets_[constraint.index()][k];
  return set;
}

InputAnswer Inputs::model(Constraints all) {
  Set set = all_of(all);
  uint32_t members = 0;
  for (uint64_t word : set) members += static_cast<uint32_t>(std::popcount(word));
  if (members == 0) return InputAnswer::none();
  uint32_t place = 0;
  if (choice_ == Choice::kLargest) place = members - 1;
  if (choice_ == Choice::kScattered) {
    uint64_t hash = 0;  // of the set of constraints: a sum, for their order must not matter
    for (ConstraintId constraint : all) hash += combine_hashes(names_[constraint.index()], 7);
    place = static_cast<uint32_t>((hash >> 7) % members);
  }
  for (uint32_t k = 0;; k++)
    if (has(set, k) && place-- == 0) return InputAnswer::found(InputId(k));
}

InputAnswer Inputs::find(Constraints all, std::span<const Constraints> none, InputId) {
  Set set = all_of(all);
  for (Constraints constraints : none) {
    Set excluded = all_of(constraints);
    for (size_t k = 0; k < set.size(); k++) set[k] &= ~excluded[k];
  }
  for (uint32_t k = 0; k < count_; k++)
    if (has(set, k)) return InputAnswer::found(InputId(k));
  return InputAnswer::none();
}

std::optional<InputId> Inputs::from_words(std::span<const uint32_t> words) {
  if (words.size() != 1 || words[0] >= count_) return std::nullopt;
  return InputId(words[0]);
}

}  // namespace mazurka::toy
