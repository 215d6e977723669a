#include "supervise/pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "supervise/exploration_pool.hpp"
#include "supervise/series/dividing.hpp"
#include "supervise/series/pool_timing.hpp"

namespace mazurka {

namespace {

using protocol::Progress;
using protocol::State;
using protocol::UnitEnd;
using report::Ending;
using namespace pool_timing;

constexpr double kShareAfter = 0.002;  // seconds: many programs are explored by then
constexpr double kLeastGrace = 1;      // for what comes before a bug; longer if the exploration took longer
constexpr double kGraceShare = 0.5;
constexpr double kOneMoreEvery = 0.25;  // seconds: a process more than there are cores

}  // namespace

ExplorationPool::ExplorationPool(const WorkerRequest& request, uint32_t jobs, Journal* journal)
    : request_(request),
      jobs_(jobs),
      cores_(std::max(1U, std::thread::hardware_concurrency())),
      begin_(monotonic_now()),
      shares_at_once_(std::getenv(protocol::kShareAtOnceVariable) != nullptr),
      shown_(begin_),
      journal_(journal) {
  request_.settings.divided = 1;
  if (jobs > 1) request_.settings.max_executions = UINT64_MAX;
  share_memory(jobs, request_.settings);
  max_executions_ = jobs > 1 ? request.settings.max_executions : UINT64_MAX;
  if (!is_kept()) open_.emplace_back();
}

bool ExplorationPool::start_worker() {
  auto process = Process::start(request_);
  if (!process) {
    failure_ = process.error();
    return false;
  }
  workers_.push_back(std::make_unique<Worker>(std::move(*process)));
  return true;
}

// Open units go to those who have nothing to do. Those that come first in the order of one process go first.
void ExplorationPool::assign() {
  while (!open_.empty() && !ends_ && !stop_expired_) {
    auto idle = std::find_if(workers_.begin(), workers_.end(),
                             [](const auto& worker) { return !worker->busy && !worker->has_learned; });
    if (idle == workers_.end()) {
      if (workers_.size() >= jobs_now() || !start_worker()) return;
      idle = workers_.end() - 1;
    }
    auto first = std::min_element(open_.begin(), open_.end(), [](const Task& a, const Task& b) {
      return is_before(first_of(a.unit), first_of(b.unit));
    });
    Task task = std::move(*first);
    open_.erase(first);
    const bool alone = task.unit.is_whole() && open_.empty();
    (*idle)->give(std::move(task), history_, alone, shares_at_once_ && jobs_ > 1);
  }
}

// A short exploration has no use for more processes than cores: each costs some milliseconds to start.
uint32_t ExplorationPool::jobs_now() const {
  if (shares_at_once_ || jobs_ <= cores_) return jobs_;
  const double more = (monotonic_now() - begin_) / kOneMoreEvery;
  return more < jobs_ - cores_ ? cores_ + static_cast<uint32_t>(more) : jobs_;
}

// Parts that there should be for those who have nothing to do, here or elsewhere.
uint64_t ExplorationPool::missing_parts() const {
  const uint64_t wanted = jobs_now() + wanted_;
  if (ends_ || stop_expired_ || wanted == 1) return 0;
  uint64_t parts = open_.size();
  for (const auto& worker : workers_) parts += worker->busy + (worker->busy && worker->wished() == Wish::kShare);
  return wanted - std::min(parts, wanted);
}

// From when on a busy one may be asked for work.
double ExplorationPool::may_be_asked_at(const Worker& worker) const {
  return shares_at_once_ ? worker.ask_again_at : std::max(worker.ask_again_at, begin_ + kShareAfter);
}

void ExplorationPool::share_out() {
  uint64_t missing = missing_parts();
  const double time = monotonic_now();
  for (auto& worker : workers_) {
    if (missing == 0) return;
    if (!worker->busy || worker->wished().has_value() || time < may_be_asked_at(*worker)) continue;
    worker->wish(Wish::kShare);
    missing--;
  }
}

void ExplorationPool::end_all() {
  ends_ = true;
  kill_at_ = std::min(kill_at_, monotonic_now() + kPatienceAfterEnd);
  for (auto& worker : workers_)
    if (worker->busy) worker->wish(Wish::kEnd);
  for (auto& worker : workers_)
    if (worker->busy) worker->process().ask_to_stop();
  hunt_.stop();
  rival_.stop();
}

// A process that dies is seen in time, too: a short exploration must not wait for us.
void ExplorationPool::wait() {
  const double time = monotonic_now();
  if (time >= kill_at_) return wait_for_news(workers_, kAfterKill);
  if (!is_busy()) return wait_for_news(workers_, std::clamp(take_at_ - time, kVeryOften, kSeldom));
  double seconds = std::min((time - begin_) * kShareOfWaiting, kSeldom);
  if (missing_parts() != 0)
    for (const auto& worker : workers_)
      if (worker->busy && !worker->wished().has_value()) seconds = std::min(seconds, may_be_asked_at(*worker) - time);
  wait_for_news(workers_, std::max(std::min(seconds, kill_at_ - time), kVeryOften));
}

// It may have learned something by itself, and started again.
void ExplorationPool::add_piece(Worker& worker, const std::vector<Words>& history) {
  if (history.size() > history_.size() && !worker.has_learned) {
    history_ = history;
    pieces_.begin_generation();
    worker.forget_counts();
    worker.task.unit = {};
    worker.task.piece = Pieces::kNone;
  }
  worker.task.piece = pieces_.add(worker.task.piece, worker.next_piece(history_.size(), log_));
}

void ExplorationPool::take_answer(Worker& worker) {
  // Of two wishes it may have seen the first only.
  const bool must_end = worker.wished() == Wish::kEnd;
  Worker::Letter letter = worker.letter();
  add_piece(worker, letter.history);
  worker.take_answer();
  if (!letter.ok) return;
  worker.task.unit = std::move(letter.kept);
  worker.task.deaths = 0;
  if (!letter.given.levels.empty()) {
    was_divided_ = true;
    open_.push_back({.unit = std::move(letter.given)});
    worker.pause = 0;
  } else {
    worker.pause = std::clamp(worker.pause * 2, 0.002, 0.1);
  }
  worker.ask_again_at = monotonic_now() + worker.pause;
  if (stop_) drop_what_comes_after_stop();
  if (must_end) worker.wish(Wish::kEnd);
}

void ExplorationPool::take_end(Worker& worker) {
  const UnitEnd end = worker.end();
  Worker::Letter letter = worker.letter();
  if (end != UnitEnd::kGivenUp) add_piece(worker, letter.history);
  worker.busy = false;
  if (end == UnitEnd::kGivenUp && !is_empty(worker.task.unit)) {
    open_.push_back(worker.task);
    if (stop_) drop_what_comes_after_stop();
  }
  if (end == UnitEnd::kDiverged) {
    final_state_ = State::kDiverged;
    end_all();
  }
  if (end == UnitEnd::kNotLearned && !ends_) give_up_dividing(kOtherSteps);
  if (end != UnitEnd::kStopped && end != UnitEnd::kLearned) return;
  if (end == UnitEnd::kStopped && letter.ok) left_at_limit_.push_back(std::move(letter.kept));
  worker.has_learned = end == UnitEnd::kLearned;
  note_stop(&worker, {letter.stopped_at, worker.has_learned});
}

WorkerResult ExplorationPool::retire(Worker& worker) {
  WorkerResult result = worker.process().collect();
  log_dropped_ += result.log_dropped - std::min(result.log_dropped, worker.log_dropped());
  peak_rss_ += result.peak_rss_bytes;
  merge(result.log, worker.log_place(), log_);
  worker.busy = false;
  worker.bury();
  if (stop_ && stop_->worker == &worker) stop_->worker = nullptr;
  return result;
}

// Killed from outside, it is replaced, and what it has not told is explored again.
void ExplorationPool::take_death(Worker& worker) {
  const bool was_busy = worker.busy;
  const bool has_late_threads = worker.has_late_threads();
  WorkerResult result = retire(worker);
  if (!was_busy) return;
  // Nobody can go on with what it had.
  if (has_late_threads && result.signal == SIGKILL && !ends_) return give_up_dividing(kLateThreads);
  const bool killed = result.signal == SIGKILL;
  if (killed && (ends_ || worker.task.deaths + 1 < kMostDeaths)) {
    worker.task.deaths++;
    open_.push_back(std::move(worker.task));
    return;
  }
  open_.push_back(std::move(worker.task));
  if (has_died_) return;
  has_died_ = true;
  dead_ = std::move(result);
  end_all();
}

void ExplorationPool::look_at(Worker& worker) {
  if (worker.busy && worker.has_answered()) take_answer(worker);
  if (worker.busy && worker.has_ended_unit()) take_end(worker);
  if (worker.process().has_ended()) take_death(worker);
}

void ExplorationPool::note_stop(Worker* worker, const StoppedAt& stop) {
  if (stop_ && !is_before(path_of(stop.node), path_of(stop_->at.node))) return;
  if (!stop_) {
    const double time = monotonic_now();
    stop_until_ = time + std::max(kLeastGrace, kGraceShare * (time - begin_));
  }
  stop_ = {stop, worker};
  drop_what_comes_after_stop();
}

void ExplorationPool::drop_what_comes_after_stop() {
  const TreePath node = path_of(stop_->at.node);
  std::erase_if(open_, [&](const Task& task) { return is_before(node, first_of(task.unit)); });
  for (auto& worker : workers_) {
    if (!worker->busy || is_empty(worker->task.unit)) continue;
    if (is_before(node, first_of(worker->task.unit))) worker->wish(Wish::kEnd);
  }
}

// Something was learned: all of it again, with that. Whoever learned something else must not go on.
void ExplorationPool::begin_generation() {
  pieces_.drop_after(history_.size(), path_of(stop_->at.node));
  pieces_.begin_generation();
  history_.push_back(words_of(stop_->at.node));
  Worker* learner = stop_->worker;
  stop_.reset();
  stop_expired_ = false;
  open_.clear();
  for (auto& worker : workers_)
    if (worker->has_learned && worker.get() != learner) retire(*worker);
  std::erase_if(workers_, [](const auto& worker) { return !worker->is_alive(); });
  if (learner != nullptr) learner->has_learned = false;
  if (is_kept()) return;  // the root is there
  if (learner == nullptr)
    open_.emplace_back();
  else
    learner->give({}, history_, true, shares_at_once_ && jobs_ > 1);
}

void ExplorationPool::heed_limits() {
  const double time = monotonic_now();
  if (interrupts_.count() > 0 && ending_ != Ending::kInterrupted) {
    ending_ = Ending::kInterrupted;
    final_state_ = State::kStopped;
    end_all();
  }
  if (interrupts_.count() >= 2) kill_at_ = time;
  const double limit = request_.settings.max_seconds;
  if (limit > 0 && time - begin_ >= limit && !ends_) {
    final_state_ = State::kStopped;
    end_all();
    kill_at_ = begin_ + limit + kPatienceAfterLimit;
  }
  if (max_executions_ != UINT64_MAX && !ends_ && progress_now().executions >= max_executions_) {
    final_state_ = State::kStopped;
    end_all();
  }
  if (stop_ && !stop_expired_ && time >= stop_until_) {
    stop_expired_ = true;
    open_.clear();
    for (auto& worker : workers_)
      if (worker->busy) worker->wish(Wish::kEnd);
  }
  if (time < kill_at_) return;
  if (ending_ == Ending::kByItself && !stop_) ending_ = Ending::kOutOfTime;
  for (auto& worker : workers_)
    if (worker->busy) worker->process().kill();
}

// One process can go on alone, if it has everything.
void ExplorationPool::heed_late_threads() {
  if (has_late_threads_ ||
      std::none_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->has_late_threads(); }))
    return;
  has_late_threads_ = true;
  if (was_divided_) return give_up_dividing(kLateThreads);
  if (journal_ != nullptr) give_up_journal(kLateThreads);
  jobs_ = 1;
}

// One process begins anew, and keeps nothing for others.
void ExplorationPool::give_up_dividing(const char* why) {
  if (journal_ != nullptr) give_up_journal(why);
  must_be_undivided_ = failure_.empty();
  why_undivided_ = why;
  end_all();
}

bool ExplorationPool::is_busy() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->busy; });
}

bool ExplorationPool::is_settled() const {
  return !is_busy() && (ends_ || stop_expired_ || open_.empty());
}

bool ExplorationPool::settle() {
  if (is_kept()) return settle_journal();
  if (stop_ && stop_->at.learned && !ends_) begin_generation();
  return is_settled();
}

Progress ExplorationPool::progress_now() const {
  Progress sum = pieces_.total();
  add(elsewhere_, sum);
  sum.state = State::kStarting;
  for (const auto& worker : workers_) {
    if (worker->process().progress().state != State::kStarting) sum.state = State::kRunning;
    if (worker->busy) add(worker->uncounted(), sum);
  }
  sum.insight.estimate = scout_.estimate_for(history_);
  return sum;
}

void ExplorationPool::retire_all() {
  for (auto& worker : workers_) worker->let_go();
  for (auto& worker : workers_) retire(*worker);
  workers_.clear();
}

WorkerResult ExplorationPool::result() {
  WorkerResult result;
  result.progress = pieces_.total();
  result.progress.insight.estimate = scout_.estimate_for(history_);
  result.progress.state = stop_ ? State::kStopped : final_state_;
  result.runtime_version = protocol::kVersion;
  if (has_died_) {
    result.runtime_version = dead_.runtime_version;
    result.progress.state = dead_.progress.state;
    result.exit_status = dead_.exit_status;
    result.signal = dead_.signal;
  }
  result.log = log_;
  pieces_.put_into(result.log);
  result.log_dropped = log_dropped_ + pieces_.log_dropped();
  result.peak_rss_bytes = peak_rss_;
  result.ending = ending_;
  result.seconds = monotonic_now() - begin_;
  explain_ending(request_.program, result);
  return result;
}

void ExplorationPool::show_progress() {
  const double time = monotonic_now();
  if (!request_.on_progress || time - shown_ < kShowEvery) return;
  shown_ = time;
  request_.on_progress(progress_now(), time - begin_);
}

Result<WorkerResult, std::string> ExplorationPool::run() {
  assign();
  // The second one starts while the first does: there is work for it in a moment.
  if (jobs_now() > 1 && workers_.size() == 1) start_worker();
  for (;;) {
    assign();
    if (workers_.empty() && !failure_.empty()) return failure_;
    wait();
    for (auto& worker : workers_) look_at(*worker);
    std::erase_if(workers_, [](const auto& worker) { return !worker->is_alive(); });
    heed_limits();
    heed_late_threads();
    keep_journal();
    if (is_settled() && settle()) break;
    share_out();
    send_scout();
    go_hunting();
    look_at_rival();
    show_progress();
  }
  retire_all();
  if (!failure_.empty()) return failure_;
  if (must_be_undivided_) {
    WorkerResult nothing;
    nothing.must_be_undivided = true;
    nothing.sentence = why_undivided_;
    nothing.seconds = monotonic_now() - begin_;
    return nothing;
  }
  if (stop_ && !is_kept()) pieces_.drop_after(history_.size(), path_of(stop_->at.node));
  const double seconds = monotonic_now() - begin_;
  if (!rival_.has_won()) send_scout_at_end();
  WorkerResult all = result();
  close_journal(all);
  if (!failure_.empty()) return failure_;
  take_hunted(all);
  if (rival_.has_won()) all = verdict_of_both(std::move(all), rival_.take_result());
  all.seconds = seconds;
  if (request_.on_progress) request_.on_progress(all.progress, all.seconds);
  return all;
}

Result<WorkerResult, std::string> run_pool(const WorkerRequest& request, uint32_t jobs, Journal* journal) {
  return ExplorationPool(request, jobs, journal).run();
}

}  // namespace mazurka
