#include "explore/division.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"

namespace mazurka {

bool is_before(const TreePath& node, const TreePath& other) {
  for (size_t k = 0; k < std::min(node.size(), other.size()); k++)
    if (node[k] != other[k]) return node[k] > other[k];  // the last child comes first
  return node.size() < other.size();
}

bool is_empty(const Unit& unit) {
  return !unit.is_whole() && std::all_of(unit.levels.begin(), unit.levels.end(),
                                         [](const Unit::Level& level) { return level.begin == level.end; });
}

TreePath path_of(const Unit& unit) {
  TreePath path;
  for (size_t k = 0; k + 1 < unit.levels.size(); k++) path.push_back(unit.levels[k].taken);
  return path;
}

TreePath first_of(const Unit& unit) {
  TreePath path;
  if (unit.is_whole()) return path;
  size_t deepest = unit.levels.size();
  while (deepest > 0 && unit.levels[deepest - 1].begin == unit.levels[deepest - 1].end) deepest--;
  CHECK(deepest > 0, "a unit has something to explore");
  for (size_t k = 0; k + 1 < deepest; k++) path.push_back(unit.levels[k].taken);
  path.push_back(unit.levels[deepest - 1].end - 1);
  return path;
}

void append_words(const Unit& unit, std::vector<uint32_t>& words) {
  for (const Unit::Level& level : unit.levels) {
    words.insert(words.end(), {level.begin, level.end, level.taken, level.check});
    words.push_back(static_cast<uint32_t>(level.input.size()));
    words.insert(words.end(), level.input.begin(), level.input.end());
  }
}

bool from_words(std::span<const uint32_t> words, Unit& unit) {
  unit.levels.clear();
  constexpr size_t kFixed = 5;  // words of a level, beside its input
  while (!words.empty()) {
    if (words.size() < kFixed || words[0] > words[1] || words[4] > words.size() - kFixed) return false;
    Unit::Level level{words[0], words[1], words[2], words[3], {}};
    std::span<const uint32_t> input = words.subspan(kFixed, words[4]);
    level.input.assign(input.begin(), input.end());
    unit.levels.push_back(std::move(level));
    words = words.subspan(kFixed + input.size());
  }
  return true;
}

}  // namespace mazurka
