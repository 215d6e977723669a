#include "explore/sample/sample_unit.hpp"

#include <algorithm>
#include <utility>

namespace mazurka {

namespace {

constexpr uint64_t kMostRuns = 5000;

}  // namespace

Unit SampleUnit::pack() const {
  Unit unit;
  Unit::Level& level = unit.levels.emplace_back();
  level.check = is_repeated;
  append_long(begin, level.input);
  append_long(end, level.input);
  return unit;
}

std::optional<SampleUnit> SampleUnit::unpack(const Unit& unit) {
  SampleUnit result;
  if (unit.is_whole()) return result;
  const Unit::Level& level = unit.levels.front();
  WordReader reader{level.input};
  result.is_repeated = level.check != 0;
  result.begin = reader.long_number();
  result.end = reader.long_number();
  return reader.ok ? std::optional(result) : std::nullopt;
}

std::vector<uint32_t> SampleNews::words() const {
  std::vector<uint32_t> words;
  for (uint64_t number : {samples.threads, samples.steps, samples.outcomes, events, uint64_t{traces.size()}})
    append_long(number, words);
  for (const uint64_t trace : traces) append_long(trace, words);
  return words;
}

std::optional<SampleNews> SampleNews::from_words(std::span<const uint32_t> words) {
  SampleNews news;
  WordReader reader{words};
  for (uint64_t* number : {&news.samples.threads, &news.samples.steps, &news.samples.outcomes, &news.events})
    *number = reader.long_number();
  news.samples.runs = reader.long_number();
  for (uint64_t k = 0; k < news.samples.runs && reader.ok; k++) news.traces.push_back(reader.long_number());
  return reader.ok ? std::optional(std::move(news)) : std::nullopt;
}

SampleSeries::SampleSeries(uint64_t runs, uint64_t events) : runs_(runs), events_(events) {}

void SampleSeries::start_again() {
  given_ = size_ = 0;
  samples_ = {};
  census_ = TraceCensus();
}

std::optional<Unit> SampleSeries::next() {
  if (given_ == runs_ || (given_ != 0 && size_ == 0)) return std::nullopt;
  SampleUnit unit;
  unit.begin = given_;
  unit.end = given_ + std::min(runs_ - given_, given_ == 0 ? SampleUnit::kFirstRuns : size_);
  given_ = unit.end;
  return unit.pack();
}

bool SampleSeries::take(const Unit&, std::span<const uint32_t> told) {
  std::optional<SampleNews> news = SampleNews::from_words(told);
  if (!news) return false;
  samples_.runs += news->samples.runs;
  samples_.threads = std::max(samples_.threads, news->samples.threads);
  samples_.steps = std::max(samples_.steps, news->samples.steps);
  samples_.outcomes |= news->samples.outcomes;
  for (const uint64_t trace : news->traces) census_.add({0, trace});
  samples_.traces = census_.traces();
  samples_.once = census_.once();
  samples_.is_exact = census_.is_exact();
  if (size_ != 0) return true;
  const uint64_t events_of_run = 1 + news->events / std::max<uint64_t>(1, news->samples.runs);
  size_ = std::clamp<uint64_t>(events_ / events_of_run, 1, kMostRuns);
  return true;
}

}  // namespace mazurka
