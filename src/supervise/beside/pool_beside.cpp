// What goes on beside an exploration: a scout estimates how much is left, the hunt looks for bugs that are easy to
// find, and another algorithm may be faster.
#include <poll.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "supervise/exploration_pool.hpp"

namespace mazurka {

namespace {

using protocol::Progress;
using protocol::State;

constexpr int kOftenMilliseconds = 2;
constexpr double kLastScoutSeconds = 0.6;  // a run ends a second after its time is over
constexpr double kPatientSeconds = 5;      // one that ends for another reason can wait, on a busy machine
constexpr double kWaitForEstimate = 2;
constexpr double kSoon = 10;                // seconds, for a hunt
constexpr double kVerySoon = 3;             // for an exploration by states
constexpr uint64_t kFewExecutions = 20;     // too few to estimate how many there are
constexpr uint64_t kManyExecutions = 1000;  // that are worth a good estimate

}  // namespace

std::vector<Unit> ExplorationPool::what_is_left() const {
  std::vector<Unit> units = left_at_limit_;
  for (const Task& task : open_) units.push_back(task.unit);
  for (const auto& worker : workers_)
    if (worker->busy) units.push_back(worker->task.unit);
  return units;
}

// Into what is left here, or with everybody who takes part in the run.
void ExplorationPool::start_scout(double seconds, bool thorough) {
  if (!is_shared()) {
    const std::vector<Unit> units = what_is_left();
    return scout_.begin(units, units.size(), history_, pieces_.total().executions, seconds, thorough);
  }
  const Journal::Or<Journal::Left> left = journal_->left(Scout::kMostUnits);
  if (!left) return journal_failed(left.error());
  if (left->generation != history_.size()) return scout_.wait(seconds);
  scout_.begin(left->sample, left->units, history_, left->executions, seconds, thorough);
}

// Now and then a scout looks how much is left. First everybody says where they are.
void ExplorationPool::send_scout() {
  if (scout_.look()) note_estimate();
  if (ends_ || stop_ || has_late_threads_) return;
  const double seconds = monotonic_now() - begin_;
  if (scout_.is_due(seconds) && !scout_waits_) {
    // It would take time from the last seconds.
    if (scout_.estimate_for(history_).is_known() && ends_within(kSoon, seconds)) return scout_.wait(seconds);
    if (is_shared()) return start_scout(seconds, false);
    scout_waits_ = true;
    for (auto& worker : workers_)
      if (worker->busy) worker->wish(Wish::kRest);
  }
  if (!scout_waits_) return;
  for (const auto& worker : workers_)
    if (worker->busy && worker->wished().has_value()) return;
  scout_waits_ = false;
  start_scout(seconds, false);
}

// Is it not worth while to do something beside it? As far as is known, or will be in a moment.
bool ExplorationPool::ends_within(double soon, double seconds) const {
  const Progress progress = progress_now();
  const Estimate& estimate = progress.insight.estimate;
  if (!estimate.is_known()) return scout_.is_out() && seconds < kWaitForEstimate;
  const double explored = static_cast<double>(progress.executions), left = estimate.most() - explored;
  return left >= 0 && left * seconds < soon * explored;
}

// Of all workers.
double ExplorationPool::processor_seconds() const {
  double taken = 0;
  for (const auto& worker : workers_) taken += worker->process().processor_seconds();
  return taken;
}

// A bug that is found beside the exploration ends it.
void ExplorationPool::go_hunting() {
  if (ends_ || stop_) return;
  const double seconds = monotonic_now() - begin_;
  if (!hunt_.has_begun() && (!hunt_.is_due(seconds) || ends_within(kSoon, seconds))) return;
  hunt_.look(processor_seconds());
  if (!hunt_.is_over()) return;
  final_state_ = State::kStopped;
  end_all();
}

// One verdict is enough.
void ExplorationPool::look_at_rival() {
  if (ends_ || stop_) return;
  const double seconds = monotonic_now() - begin_;
  if (!rival_.has_begun() && !rival_.may_begin()) return;
  if (!rival_.has_begun() && !rival_.begins_at_once()) {
    if (seconds < Rival::kStartAfter) return;
    const double taken = processor_seconds() / jobs_;
    if (taken < Rival::kStartAfter || (taken < Rival::kStartAtLast && ends_within(kVerySoon, seconds))) return;
  }
  rival_.look();
  if (!rival_.has_won()) return;
  final_state_ = State::kStopped;
  end_all();
}

// If everything was explored, the hunt does not matter.
void ExplorationPool::take_hunted(WorkerResult& result) {
  if (result.progress.state != State::kStopped) return;
  result.scouted = scout_.findings();
  if (ends_ && !stop_) result.hunt = hunt_.end(result.log);
}

// An exploration that was stopped says how far it came.
void ExplorationPool::send_scout_at_end() {
  const Progress total = progress_now();
  const bool is_stopped = ends_ ? final_state_ == State::kStopped : stop_.has_value();
  if ((is_shared() && !journal_->is_ours()) || has_late_threads_) return;
  if (!is_stopped || has_died_ || hunt_.is_over() || total.bugs != 0 || total.executions < kFewExecutions) return;
  scout_.call_back();
  const double now = monotonic_now(), limit = request_.settings.max_seconds;
  double until = now + (ending_ == report::Ending::kInterrupted ? kLastScoutSeconds : kPatientSeconds);
  if (limit > 0) until = std::min(until, begin_ + limit + kLastScoutSeconds);
  if (now >= until) return;
  start_scout(now - begin_, total.executions >= kManyExecutions);
  while (scout_.is_out() && interrupts_.count() < 2 && monotonic_now() < until) {
    poll(nullptr, 0, kOftenMilliseconds);
    if (scout_.look()) note_estimate();
  }
  if (scout_.is_out() && scout_.call_back_with_findings()) note_estimate();
}

}  // namespace mazurka
