// Random executions as a series of units: runs by their numbers.
//
// Strategies learn from earlier runs how long runs and threads are. The first runs teach them, in every process again:
// the others begin with what these taught, and each unit goes on from there. (It cannot be sent: threads and objects
// have other numbers elsewhere.)
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/insight.hpp"
#include "explore/division.hpp"
#include "explore/sample/trace_census.hpp"
#include "explore/series.hpp"

namespace mazurka {

struct SampleUnit {
  static constexpr uint64_t kFirstRuns = 32;

  uint64_t begin = 0;         // these runs
  uint64_t end = UINT64_MAX;  // without this one
  bool is_repeated = false;   // they were counted elsewhere

  Unit pack() const;
  static std::optional<SampleUnit> unpack(const Unit& unit);
};

// What came of a unit.
struct SampleNews {
  Samples samples;  // the number of runs, and what does not depend on other units
  uint64_t events = 0;
  std::vector<uint64_t> traces;  // their names, which are the same in every process

  std::vector<uint32_t> words() const;
  static std::optional<SampleNews> from_words(std::span<const uint32_t> words);
};

class SampleSeries final : public Series {
 public:
  // So many runs in all. A unit has about so many events.
  SampleSeries(uint64_t runs, uint64_t events);

  std::optional<Unit> next() override;
  bool take(const Unit& unit, std::span<const uint32_t> told) override;
  void start_again() override;

  const Samples& samples() const { return samples_; }

 private:
  uint64_t runs_, events_;
  uint64_t given_ = 0;  // runs
  uint64_t size_ = 0;   // of units; 0: not known before the first is done
  Samples samples_;
  TraceCensus census_;
};

}  // namespace mazurka
