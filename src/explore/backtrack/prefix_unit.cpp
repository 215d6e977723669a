#include "explore/backtrack/prefix_unit.hpp"

#include <utility>

#include "explore/series.hpp"

namespace mazurka {

namespace {

void append_list(const ThreadList& list, std::vector<uint32_t>& words) {
  words.push_back(static_cast<uint32_t>(list.size()));
  words.insert(words.end(), list.begin(), list.end());
}

ThreadList read_list(WordReader& reader) {
  const std::span<const uint32_t> list = reader.list(reader.number());
  return {list.begin(), list.end()};
}

void append_unit(const std::optional<PrefixUnit>& unit, std::vector<uint32_t>& words) {
  std::vector<uint32_t> packed;
  if (unit) append_words(unit->pack(), packed);
  append_list(packed, words);
}

// False: these are not the words of a unit.
bool read_unit(WordReader& reader, std::optional<PrefixUnit>& result) {
  const std::span<const uint32_t> words = reader.list(reader.number());
  if (words.empty()) return reader.ok;
  Unit unit;
  if (!from_words(words, unit)) return false;
  result = PrefixUnit::unpack(unit);
  return result.has_value();
}

}  // namespace

PrefixUnit PrefixUnit::only(std::vector<Taken> steps) {
  PrefixUnit unit;
  unit.base = static_cast<uint32_t>(steps.size()) + 1;
  unit.steps = std::move(steps);
  return unit;
}

// One level that is about the unit, one for each step. There is no range of children: all are empty.
Unit PrefixUnit::pack() const {
  Unit unit;
  Unit::Level& head = unit.levels.emplace_back();
  head.taken = base;
  head.check = has_todo;
  append_long(budget, head.input);
  append_list(todo, head.input);
  for (const Taken& step : steps) unit.levels.push_back({0, 0, step.thread, step.choice, {}});
  for (size_t k = 0; k < own.size(); k++) {
    std::vector<uint32_t>& words = unit.levels[1 + base + k].input;
    append_list(own[k].left, words);
    append_list(own[k].done, words);
  }
  return unit;
}

std::optional<PrefixUnit> PrefixUnit::unpack(const Unit& unit) {
  PrefixUnit result;
  if (unit.is_whole()) return result;
  const Unit::Level& head = unit.levels.front();
  result.base = head.taken;
  result.has_todo = head.check != 0;
  WordReader reader{head.input};
  result.budget = reader.long_number();
  result.todo = read_list(reader);
  bool ok = reader.ok;
  for (size_t k = 1; k < unit.levels.size(); k++) {
    const Unit::Level& level = unit.levels[k];
    result.steps.push_back({level.taken, level.check});
    if (k - 1 < result.base) continue;
    WordReader sets{level.input};
    OwnSet set;
    set.left = read_list(sets);
    set.done = read_list(sets);
    ok &= sets.ok;
    result.own.push_back(std::move(set));
  }
  if (result.has_todo) ok &= result.base > 0 && result.steps.size() + 1 >= result.base;
  return ok ? std::optional(std::move(result)) : std::nullopt;
}

std::vector<uint32_t> PrefixNews::words() const {
  std::vector<uint32_t> words;
  words.push_back(static_cast<uint32_t>(asked.size()));
  for (const Asked& one : asked) {
    words.push_back(one.depth);
    append_list(one.threads, words);
  }
  words.push_back(static_cast<uint32_t>(opened.size()));
  for (const ThreadList& list : opened) append_list(list, words);
  append_unit(given, words);
  append_unit(kept, words);
  return words;
}

std::optional<PrefixNews> PrefixNews::from_words(std::span<const uint32_t> words) {
  PrefixNews news;
  WordReader reader{words};
  for (uint32_t count = reader.number(); count > 0 && reader.ok; count--) {
    Asked one;
    one.depth = reader.number();
    one.threads = read_list(reader);
    news.asked.push_back(std::move(one));
  }
  for (uint32_t count = reader.number(); count > 0 && reader.ok; count--) news.opened.push_back(read_list(reader));
  const bool ok = read_unit(reader, news.given) && read_unit(reader, news.kept) && reader.ok;
  return ok ? std::optional(std::move(news)) : std::nullopt;
}

}  // namespace mazurka
