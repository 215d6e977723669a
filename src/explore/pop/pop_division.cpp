// Parts of the tree: on the way to one, the executions on its path are repeated; while one is explored, the shallowest
// children that are left are given away, for these have the largest subtrees.
#include <algorithm>
#include <optional>

#include "explore/pop/pop.hpp"

namespace mazurka {

// A level of which nothing but the way to the next one belongs to the unit. The frame is not the top one.
Unit::Level Pop::taken_of(uint32_t depth) const {
  const Frame& frame = *frames_[depth];
  Unit::Level level{0, 0, frame.taken, check_of(frame.taken_item), {}};
  if (frame.taken_item.is_flip) inputs_->append_words(frame.flips[frame.taken_item.second].input, level.input);
  return level;
}

uint32_t Pop::check_of(const Item& item) {
  uint32_t check = item.reversed;
  for (uint32_t part : {item.second, static_cast<uint32_t>(item.choice), static_cast<uint32_t>(item.pending),
                        static_cast<uint32_t>(item.is_choice), static_cast<uint32_t>(item.is_virtual),
                        static_cast<uint32_t>(item.is_flip)})
    check = check * 0x01000193u + part + 1;
  return check;
}

// Builds the frames on the unit's path. False: the program did something else than when the unit was made.
bool Pop::go_to_unit(const Unit& unit) {
  repeating_ = true;
  bool same = run_root();
  for (size_t depth = 0; same; depth++) {
    const Unit::Level& level = unit.levels[depth];
    Frame& frame = top();
    bool is_last = depth + 1 == unit.levels.size();
    same = level.end <= frame.items.size() && (is_last || level.taken < frame.items.size()) && level.begin <= level.end;
    if (!same) break;
    if (is_last) {
      frame.items.resize(level.end);
      frame.begin = level.begin;
      break;
    }
    Vec<Item> all = frame.items;
    frame.items.resize(level.taken + 1);
    same = check_of(frame.items.back()) == level.check && use_input_of(level) && take_last_item();
    Frame& parent = *frames_[depth];
    parent.items = std::move(all);
    parent.items.resize(level.end);
    parent.begin = level.begin;
  }
  repeating_ = false;
  statistics_.diverged = !same;
  return same;
}

// The last item of the top frame is to run with the input that it had when the unit was made: any model of its
// constraints would do, but what comes after depends on which it is.
bool Pop::use_input_of(const Unit::Level& level) {
  const Item& item = top().items.back();
  if (!item.is_flip) return level.input.empty();
  std::optional<InputId> input = inputs_->from_words(level.input);
  if (input) top().flips[item.second].input = *input;
  return input.has_value();
}

// What is left to explore, as a unit.
Unit Pop::rest() const {
  Unit unit;
  for (uint32_t depth = 0; depth <= depth_; depth++) {
    const Frame& frame = *frames_[depth];
    unit.levels.push_back(depth == depth_ ? Unit::Level{} : taken_of(depth));
    unit.levels.back().begin = frame.begin;
    unit.levels.back().end = static_cast<uint32_t>(frame.items.size());
  }
  return unit;
}

// Half of the items of the shallowest frame that has any, the first ones. Empty if then nothing would be left.
Unit Pop::give_away() {
  Unit given;
  size_t left = 0;
  for (uint32_t depth = 0; depth <= depth_; depth++) left += frames_[depth]->items.size() - frames_[depth]->begin;
  if (left < 2) return given;
  for (uint32_t depth = 0;; depth++) {
    Frame& frame = *frames_[depth];
    const uint32_t size = static_cast<uint32_t>(frame.items.size());
    if (size == frame.begin) {
      given.levels.push_back(taken_of(depth));
      continue;
    }
    const uint32_t middle = frame.begin + (size - frame.begin + 1) / 2;
    given.levels.push_back({frame.begin, middle, 0, 0, {}});
    frame.begin = middle;
    return given;
  }
}

bool Pop::answer() {
  Unit given;
  if (division_->wish() == Division::Wish::kShare) given = give_away();
  return division_->answer(rest(), given);
}

// The execution at hand.
Unit Pop::node() const {
  Unit unit;
  for (uint32_t depth = 0; depth < depth_; depth++) unit.levels.push_back(taken_of(depth));
  unit.levels.emplace_back();
  return unit;
}

}  // namespace mazurka
