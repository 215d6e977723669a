#include "explore/division.hpp"

#include <algorithm>

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
  for (const Unit::Level& level : unit.levels)
    words.insert(words.end(), {level.begin, level.end, level.taken, level.check});
}

bool from_words(std::span<const uint32_t> words, Unit& unit) {
  unit.levels.clear();
  if (words.size() % kWordsPerLevel != 0) return false;
  for (size_t k = 0; k < words.size(); k += kWordsPerLevel) {
    if (words[k] > words[k + 1]) return false;
    unit.levels.push_back({words[k], words[k + 1], words[k + 2], words[k + 3]});
  }
  return true;
}

}  // namespace mazurka
