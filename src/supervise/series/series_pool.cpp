#include "supervise/series/series_pool.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "explore/backtrack/prefix_series.hpp"
#include "explore/sample/sample_unit.hpp"
#include "supervise/series/dividing.hpp"
#include "supervise/series/pool_timing.hpp"

namespace mazurka {

namespace {

using protocol::Progress;
using protocol::State;
using protocol::UnitEnd;
using report::Ending;
using namespace pool_timing;
using Wish = Worker::Wish;

// Events of a unit: long enough for a tenth of a second, and the first ones short, so that all have something to do.
constexpr uint64_t kFirstEvents = 5'000;
constexpr uint64_t kMostEvents = 500'000;
constexpr size_t kMostEntries = 256;

std::unique_ptr<Series> series_for(const protocol::Settings& settings) {
  const char* wished = std::getenv(kUnitVariable);
  const uint64_t most = wished == nullptr ? kMostEvents : std::max(1, std::atoi(wished));
  if (settings.sample != 0) return std::make_unique<SampleSeries>(settings.max_executions, most);
  return std::make_unique<PrefixSeries>(std::min(kFirstEvents, most), most);
}

}  // namespace

SeriesPool::SeriesPool(const WorkerRequest& request, uint32_t jobs, Journal* journal)
    : request_(request),
      jobs_(jobs),
      max_executions_(request.settings.max_executions),
      begin_(monotonic_now()),
      series_(series_for(request.settings)),
      shown_(begin_),
      journal_(journal) {
  request_.settings.divided = 2;
  request_.settings.max_executions = UINT64_MAX;
  share_memory(jobs, request_.settings);
}

bool SeriesPool::start_worker() {
  auto process = Process::start(request_);
  if (!process) {
    failure_ = process.error();
    return false;
  }
  workers_.push_back(std::make_unique<Worker>(std::move(*process)));
  return true;
}

Worker* SeriesPool::idle_worker() {
  const auto idle = std::find_if(workers_.begin(), workers_.end(),
                                 [](const auto& worker) { return !worker->busy && !worker->has_learned; });
  if (idle != workers_.end()) return idle->get();
  return workers_.size() < jobs_ && start_worker() ? workers_.back().get() : nullptr;
}

// Units go to those who have nothing to do, in their order.
void SeriesPool::assign() {
  if (ends_ || is_over_) return;
  const bool is_cut = !entries_.empty() && entries_.back().is_done && entries_.back().end != UnitEnd::kExplored;
  while (!is_cut && entries_.size() < kMostEntries) {
    std::optional<Unit> unit = series_->next();
    if (!unit) break;
    entries_.emplace_back().unit = std::move(*unit);
  }
  for (Entry& entry : entries_) {
    if (entry.is_done || entry.worker != nullptr) continue;
    Worker* idle = idle_worker();
    if (idle == nullptr) return;
    entry.worker = idle;
    idle->process().channel().settings.max_executions = entry.limit;
    idle->give({.unit = entry.unit}, history_, false, false);
  }
}

SeriesPool::Entry* SeriesPool::entry_of(const Worker& worker) {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.worker == &worker; });
  return found == entries_.end() ? nullptr : &*found;
}

void SeriesPool::wait() {
  const double time = monotonic_now();
  if (time >= kill_at_) return wait_for_news(workers_, kAfterKill);
  const double seconds = std::min({(time - begin_) * kShareOfWaiting, kSeldom, kill_at_ - time});
  wait_for_news(workers_, std::max(seconds, kVeryOften));
}

void SeriesPool::look_at(Worker& worker) {
  if (worker.busy && worker.has_answered()) worker.take_answer();
  if (worker.busy && worker.has_ended_unit()) {
    worker.busy = false;
    worker.has_learned = worker.end() == UnitEnd::kLearned;
    if (Entry* entry = entry_of(worker); entry != nullptr) {
      take_end(worker, *entry);
    } else {
      // Its unit is void, and so is what it knows.
      worker.next_piece(history_.size(), log_);
      if (worker.has_learned) return retire(worker);
    }
  }
  if (worker.process().has_ended()) take_death(worker);
}

void SeriesPool::take_end(Worker& worker, Entry& entry) {
  entry.is_done = true;
  entry.end = worker.end();
  entry.letter = worker.letter();
  entry.piece = worker.next_piece(history_.size(), log_);
  entry.piece.first.clear();
  if (entry.end == UnitEnd::kNotLearned || (entry.end == UnitEnd::kDiverged && entry.piece.runs == 0)) {
    // It cannot be found by its steps. If the program is nondeterministic, one process will see that, too.
    must_be_undivided_ = true;
    why_undivided_ = kOtherSteps;
    end_all();
  } else if (entry.end == UnitEnd::kDiverged) {
    final_state_ = State::kDiverged;
    end_all();
  }
  if (entry.end == UnitEnd::kStopped || entry.end == UnitEnd::kLearned) drop_behind(entry);
  if (!worker.has_learned) entry.worker = nullptr;
}

void SeriesPool::drop_behind(const Entry& entry) {
  while (&entries_.back() != &entry) {
    Worker* worker = entries_.back().worker;
    if (worker != nullptr && worker->busy) worker->wish(Wish::kEnd);
    entries_.pop_back();
  }
}

void SeriesPool::retire(Worker& worker) {
  WorkerResult result = worker.process().collect();
  log_dropped_ += result.log_dropped - std::min(result.log_dropped, worker.log_dropped());
  peak_rss_ += result.peak_rss_bytes;
  merge(result.log, worker.log_place(), log_);
  if (Entry* entry = entry_of(worker); entry != nullptr) entry->worker = nullptr;
  const bool was_busy = worker.busy;
  worker.busy = false;
  worker.bury();
  if (was_busy && !has_died_) dead_ = std::move(result);
}

// Killed from outside, it is replaced, and its unit is explored again.
void SeriesPool::take_death(Worker& worker) {
  Entry* entry = entry_of(worker);
  const bool was_busy = worker.busy;
  retire(worker);
  if (!was_busy || has_died_ || ends_ || entry == nullptr) return;
  if (dead_.signal == SIGKILL && ++entry->deaths < kMostDeaths) return;
  has_died_ = true;
  end_all();
}

// Behind the last execution that is wanted nothing counts: the unit is explored again, up to there.
bool SeriesPool::exceeds_limit(Entry& entry) {
  if (max_executions_ == UINT64_MAX || ends_) return false;
  const Progress total = pieces_.total();
  const uint64_t left = max_executions_ - std::min(max_executions_, total.executions + total.blocked);
  if (entry.piece.runs < left) return false;
  if (entry.piece.runs > left) {
    drop_behind(entry);
    entry.limit = left;
    entry.is_done = false;
    entry.worker = nullptr;
    return true;
  }
  if (entry.end == UnitEnd::kExplored) entry.end = UnitEnd::kStopped;
  drop_behind(entry);
  return false;
}

void SeriesPool::take(Entry& entry) {
  if (piece_ == Pieces::kNone) entry.piece.first = {UINT32_MAX - static_cast<uint32_t>(taken_)};
  taken_++;
  piece_ = pieces_.add(piece_, std::move(entry.piece));
  if (entry.end != UnitEnd::kExplored && entry.letter.told.empty()) return;
  if (!series_->take(entry.unit, entry.letter.told)) {
    failure_ = "a process of the exploration has told nonsense: please report this";
    end_all();
  }
}

void SeriesPool::take_done() {
  while (!entries_.empty() && entries_.front().is_done && !is_over_) {
    Entry& entry = entries_.front();
    // What was not explored to its end is left.
    if (entry.end == UnitEnd::kGivenUp || (entry.end == UnitEnd::kLearned && ends_)) return;
    if (exceeds_limit(entry)) return;
    if (entry.end == UnitEnd::kLearned && !ends_) {
      Worker* learner = entry.worker;
      return begin_generation(std::move(entry), learner);
    }
    take(entry);
    if (entry.end == UnitEnd::kStopped) {
      is_over_ = true;
      if (final_state_ == State::kDone) final_state_ = State::kStopped;
    }
    entries_.pop_front();
  }
}

// Something was learned: all of it again, with that. Whoever learned something else must not go on.
void SeriesPool::begin_generation(Entry entry, Worker* learner) {
  if (piece_ == Pieces::kNone) entry.piece.first = {UINT32_MAX - static_cast<uint32_t>(taken_)};
  taken_++;
  piece_ = pieces_.add(piece_, std::move(entry.piece));
  pieces_.begin_generation();
  piece_ = Pieces::kNone;
  history_.push_back(words_of(entry.letter.stopped_at));
  entries_.clear();
  series_->start_again();
  for (auto& worker : workers_)
    if (worker->has_learned && worker.get() != learner) retire(*worker);
  std::erase_if(workers_, [](const auto& worker) { return !worker->is_alive(); });
  if (learner != nullptr) learner->has_learned = false;
}

// Of samples it does not matter which thread has which number, but for what a run of this number does.
void SeriesPool::heed_late_threads() {
  if (must_be_undivided_ || ends_ || request_.settings.sample != 0) return;
  must_be_undivided_ =
      std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->has_late_threads(); });
  if (must_be_undivided_) end_all();
}

void SeriesPool::end_all() {
  ends_ = true;
  kill_at_ = std::min(kill_at_, monotonic_now() + kPatienceAfterEnd);
  for (auto& worker : workers_) {
    if (!worker->busy) continue;
    worker->wish(Wish::kEnd);
    worker->process().ask_to_stop();
  }
}

void SeriesPool::heed_limits() {
  const double time = monotonic_now();
  const double limit = request_.settings.max_seconds;
  if (interrupts_.count() > 0 && ending_ != Ending::kInterrupted) {
    ending_ = Ending::kInterrupted;
    final_state_ = State::kStopped;
    end_all();
  }
  if (interrupts_.count() >= 2) kill_at_ = time;
  if (limit > 0 && time - begin_ >= limit && !ends_) {
    final_state_ = State::kStopped;
    end_all();
    kill_at_ = begin_ + limit + kPatienceAfterLimit;
  }
  if (time < kill_at_) return;
  if (ending_ == Ending::kByItself) ending_ = Ending::kOutOfTime;
  for (auto& worker : workers_)
    if (worker->busy) worker->process().kill();
}

bool SeriesPool::is_busy() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->busy; });
}

Progress SeriesPool::progress_now() const {
  Progress sum = pieces_.total();
  add(elsewhere_, sum);
  sum.state = State::kStarting;
  for (const Entry& entry : entries_) {
    if (entry.is_done) add(entry.piece.counts, sum);
    if (!entry.is_done && entry.worker != nullptr) add(entry.worker->uncounted(), sum);
  }
  for (const auto& worker : workers_)
    if (worker->process().progress().state != State::kStarting) sum.state = State::kRunning;
  return sum;
}

void SeriesPool::show_progress() {
  const double time = monotonic_now();
  if (!request_.on_progress || time - shown_ < kShowEvery) return;
  shown_ = time;
  request_.on_progress(progress_now(), time - begin_);
}

WorkerResult SeriesPool::result() {
  WorkerResult result;
  result.progress = pieces_.total();
  if (const auto* samples = dynamic_cast<const SampleSeries*>(series_.get()))
    result.progress.insight.samples = samples->samples();
  result.progress.state = final_state_;
  if (request_.settings.sample != 0 && final_state_ == State::kDone) result.progress.state = State::kStopped;
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

Result<WorkerResult, std::string> SeriesPool::run() {
  if (is_kept() && !take_up()) return failure_;
  assign();
  // (If it was stopped when all was explored, nothing is left to do.)
  if (workers_.empty() && !failure_.empty()) return failure_;
  while (is_busy()) {
    wait();
    for (auto& worker : workers_) look_at(*worker);
    std::erase_if(workers_, [](const auto& worker) { return !worker->is_alive(); });
    heed_limits();
    heed_late_threads();
    take_done();
    keep_journal();
    show_progress();
    assign();
  }
  for (auto& worker : workers_) {
    worker->let_go();
    retire(*worker);
  }
  if (must_be_undivided_ && failure_.empty()) {
    give_up_journal();
    WorkerResult nothing;
    nothing.must_be_undivided = true;
    nothing.sentence = why_undivided_;
    nothing.seconds = monotonic_now() - begin_;
    if (failure_.empty()) return nothing;
  }
  if (!entries_.empty() && !ends_ && !is_over_ && failure_.empty())
    failure_ = "the exploration ended although something is left: this is a mistake of mazurka";
  // Of what was stopped, all that was seen counts, unless somebody goes on with it.
  if (ends_ && journal_ == nullptr)
    for (Entry& entry : entries_)
      if (entry.is_done && !is_over_) take(entry);
  if (!failure_.empty()) return failure_;
  WorkerResult all = result();
  close_journal(all);
  if (!failure_.empty()) return failure_;
  if (request_.on_progress) request_.on_progress(all.progress, all.seconds);
  return all;
}

Result<WorkerResult, std::string> run_series(const WorkerRequest& request, uint32_t jobs, Journal* journal) {
  return SeriesPool(request, jobs, journal).run();
}

}  // namespace mazurka
