#include "explore/backtrack/prefix_series.hpp"

#include <algorithm>

namespace mazurka {

std::optional<Unit> PrefixSeries::next() {
  if (open_.empty()) return std::nullopt;
  const Unit unit = open_.front().pack();
  open_.pop_front();
  return unit;
}

void PrefixSeries::start_again() {
  states_.clear();
  states_.emplace_back();
  open_.clear();
  open_.emplace_back();
  open_.front().budget = first_;
}

bool PrefixSeries::State::ask(uint32_t thread) {
  const auto place = std::lower_bound(asked.begin(), asked.end(), thread);
  if (place != asked.end() && *place == thread) return false;
  asked.insert(place, thread);
  return true;
}

PrefixSeries::State& PrefixSeries::state_at(const std::vector<PrefixUnit::Taken>& steps, size_t depth) {
  size_t at = 0;
  for (size_t k = 0; k < depth; k++) {
    const std::pair step(steps[k].thread, steps[k].choice);
    if (!states_[at].after.contains(step)) {
      states_[at].after[step] = states_.size();
      states_.emplace_back();
    }
    at = states_[at].after[step];
  }
  return states_[at];
}

uint64_t PrefixSeries::larger(uint64_t budget) const {
  return std::min(most_, 2 * std::min(most_, budget));
}

bool PrefixSeries::take(const Unit& packed, std::span<const uint32_t> told) {
  const std::optional<PrefixUnit> unit = PrefixUnit::unpack(packed);
  std::optional<PrefixNews> news = PrefixNews::from_words(told);
  if (!unit || !news) return false;
  for (const PrefixNews::Asked& asked : news->asked) {
    if (asked.depth >= unit->base || asked.depth > unit->steps.size()) return false;
    State& state = state_at(unit->steps, asked.depth);
    PrefixUnit next;
    for (uint32_t thread : asked.threads)
      if (state.ask(thread)) next.todo.push_back(thread);
    if (next.todo.empty()) continue;
    next.base = asked.depth + 1;
    next.has_todo = true;
    next.budget = unit->budget;
    next.steps.assign(unit->steps.begin(), unit->steps.begin() + asked.depth);
    open_.push_back(std::move(next));
  }
  if (!news->opened.empty()) {
    const size_t end = unit->base + news->opened.size();
    if (!news->given || news->given->steps.size() < end - 1) return false;
    for (size_t depth = unit->base; depth < end; depth++) {
      State& state = state_at(news->given->steps, depth);
      for (uint32_t thread : news->opened[depth - unit->base]) state.ask(thread);
    }
  }
  for (std::optional<PrefixUnit>* rest : {&news->given, &news->kept})
    if (*rest) {
      (*rest)->budget = larger(unit->budget);
      open_.push_back(std::move(**rest));
    }
  return true;
}

std::optional<Unit> PrefixSeries::pack(std::span<const Unit> out) const {
  std::vector<uint32_t> words;
  const auto append = [&](const Unit& unit) {
    std::vector<uint32_t> packed;
    append_words(unit, packed);
    words.push_back(static_cast<uint32_t>(packed.size()));
    words.insert(words.end(), packed.begin(), packed.end());
  };
  words.push_back(static_cast<uint32_t>(out.size() + open_.size()));
  for (const Unit& unit : out) append(unit);
  for (const PrefixUnit& unit : open_) append(unit.pack());
  words.push_back(static_cast<uint32_t>(states_.size()));
  for (const State& state : states_) {
    words.push_back(static_cast<uint32_t>(state.asked.size()));
    words.insert(words.end(), state.asked.begin(), state.asked.end());
    words.push_back(static_cast<uint32_t>(state.after.size()));
    for (const auto& [step, next] : state.after)
      words.insert(words.end(), {step.first, step.second, static_cast<uint32_t>(next)});
  }
  Unit unit;
  unit.levels.push_back({0, 1, 0, 0, std::move(words)});
  return unit;
}

bool PrefixSeries::unpack(const Unit& unit) {
  if (unit.levels.size() != 1) return false;
  WordReader reader{unit.levels.front().input};
  open_.clear();
  states_.clear();
  for (uint32_t count = reader.number(); count > 0 && reader.ok; count--) {
    Unit packed;
    if (!from_words(reader.list(reader.number()), packed)) return false;
    std::optional<PrefixUnit> one = PrefixUnit::unpack(packed);
    if (!one) return false;
    open_.push_back(std::move(*one));
  }
  const uint32_t count = reader.number();
  for (uint32_t k = 0; k < count && reader.ok; k++) {
    State& state = states_.emplace_back();
    for (uint32_t thread : reader.list(reader.number())) state.ask(thread);
    for (uint32_t steps = reader.number(); steps > 0 && reader.ok; steps--) {
      const uint32_t thread = reader.number(), choice = reader.number(), next = reader.number();
      state.after[{thread, choice}] = next;
      if (next >= count) return false;
    }
  }
  return reader.ok && !states_.empty();
}

}  // namespace mazurka
