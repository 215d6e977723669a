// A process that goes ahead of an exploration, into what is left of the tree, to estimate how big that is.
//
// It is a process of its own, which nobody else hears of: whatever it learns or finds there, the exploration and its
// counts are what they would be without it. Used by one thread; nothing here waits.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/insight.hpp"
#include "explore/division.hpp"
#include "supervise/process.hpp"
#include "supervise/worker.hpp"

namespace mazurka {

class Scout {
 public:
  // `request` is that of the processes that explore, and outlives the scout.
  explicit Scout(const WorkerRequest& request) : request_(request) {}

  // Is it time to start out, so many seconds after the exploration began?
  bool is_due(double seconds) const { return !is_out() && seconds >= next_at_; }

  static constexpr size_t kMostUnits = 32;  // at once; of more, a sample

  // Starts out into these units, a sample of the `all` that are left of a tree for which this was learned; `explored`
  // executions are not in them.
  // `thorough`: nobody waits for the processor, and somebody for the scout.
  void begin(std::vector<Unit> units, size_t all, const std::vector<Words>& history, uint64_t explored, double seconds,
             bool thorough);
  // Not now.
  void wait(double seconds) { next_at_ = kShortPauseFactor * seconds; }
  // Looks after it. True: there is a new estimate.
  bool look();
  bool is_out() const { return worker_ != nullptr; }
  // Does not go on, whatever it has found.
  void call_back() { worker_.reset(); }
  // ... but what it has found so far is a smaller sample, if nothing else is known. True: there is a new estimate.
  bool call_back_with_findings();

  // What it has met there: reversals, the longest execution.
  const report::RunLog& findings() const { return findings_; }

  // Of a tree for which this was learned. May be unknown.
  Estimate estimate_for(const std::vector<Words>& history) const {
    return history.size() == generation_ ? estimate_ : Estimate{};
  }

 private:
  static constexpr double kPauseFactor = 1.7;  // as long as the exploration has lasted, times that
  static constexpr double kShortPauseFactor = 1.2;
  static constexpr double kFirstAt = 0.8;  // seconds: short explorations do not need it

  void give_next();
  void keep_estimate();

  const WorkerRequest& request_;
  std::unique_ptr<Worker> worker_;
  std::vector<Unit> units_;
  std::vector<Words> history_;
  size_t next_ = 0;
  size_t done_ = 0;
  uint32_t milliseconds_ = 0;  // for each unit
  size_t all_ = 0;             // units, of which these are a sample
  double give_up_at_ = 0;
  Estimate growing_;
  double variance_ = 0;
  Estimate estimate_;
  size_t generation_ = 0;  // that it is of
  report::RunLog findings_;
  double next_at_ = kFirstAt;
};

}  // namespace mazurka
