// PCT (Burckhardt, Kothari, Musuvathi, Nagarakatte: "A Randomized Scheduler with Probabilistic Guarantees of Finding
// Bugs").
//
// Each thread gets a random priority, and the enabled thread with the highest one runs. At d - 1 random steps among the
// k of a run, the thread that has just run gets a priority below all those, the i-th time priority i. A bug has depth d
// if it needs d orders between pairs of steps. A run finds it with a probability of at least 1/(n k^(d-1)), for n
// threads.
//
// Deviations: the published algorithm lowers the thread that has just run, so that no thread can be held back before
// its first step. And k is not given but measured, as the longest run so far. The bound holds for what all runs
// together show to be n and k; the first runs, before the longest one was seen, look for changes in too small a range.
#include "explore/sample/pct.hpp"

#include <algorithm>

#include "explore/series.hpp"

namespace mazurka {

void Pct::begin(Dice& dice) {
  priority_.clear();
  steps_ = 0;
  for (uint64_t& change : changes_) change = 1 + dice.next() % longest_;
}

ThreadId Pct::highest(std::span<const ThreadId> enabled) {
  return *std::max_element(enabled.begin(), enabled.end(),
                           [&](ThreadId a, ThreadId b) { return priority_[a] < priority_[b]; });
}

ThreadId Pct::pick(const Recorder&, std::span<const ThreadId> enabled, Dice& dice) {
  steps_++;
  for (ThreadId thread : enabled)
    if (priority_[thread] == 0) priority_[thread] = dice.next() | uint64_t{1} << 63;
  ThreadId best = highest(enabled);
  for (size_t k = 0; k < changes_.size(); k++) {
    if (changes_[k] != steps_) continue;
    priority_[best] = k + 1;
    best = highest(enabled);
  }
  return best;
}

void Pct::end(const Trace& trace) {
  longest_ = std::max<uint64_t>(longest_, trace.size());
}

void Pct::append_words(std::vector<uint32_t>& words) const {
  append_long(longest_, words);
}

bool Pct::from_words(std::span<const uint32_t> words) {
  if (words.empty()) return true;
  WordReader reader{words};
  longest_ = reader.long_number();
  return reader.ok && longest_ != 0;
}

}  // namespace mazurka
