// How a pool keeps its run in a journal: it hands in what is explored and what is left every second or so, as the
// processes have told it last. Nobody waits for that. What a process has explored since its last answer is not in it:
// if the pool dies, that is explored again.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "report/coverage/estimate.hpp"
#include "supervise/exploration_pool.hpp"

namespace mazurka {

namespace {

using protocol::State;
using report::Ending;

// Handing in takes at most a hundredth of the time.
constexpr double kLeastPause = 1;
constexpr double kMostPause = 10;
constexpr double kPausePerCost = 100;
constexpr double kPatienceForAnswers = 1;  // a process is in the middle of a long execution
constexpr double kRenewEvery = 10;
constexpr double kLeastTakePause = 0.02;
constexpr double kMostTakePause = 0.5;
constexpr double kNoteEvery = 5;
constexpr const char* kRefused =
    "this process was not heard of for longer than its lease, and others have its work: what it did since is refused";
constexpr double kNever = std::numeric_limits<double>::infinity();

double least_pause() {
  static const bool hastes = std::getenv(kHasteVariable) != nullptr;
  return hastes ? kLeastPause / 100 : kLeastPause;
}

bool has_changed(Pieces& pieces) {
  return std::any_of(pieces.list().begin(), pieces.list().end(), [](const Piece& piece) { return piece.changed; });
}

}  // namespace

// What there is here: units that come after the stop are not explored.
HandIn ExplorationPool::everything_here() {
  HandIn work = {history_, {}, {}, pieces_, log_, std::nullopt};
  if (stop_) work.stop = stop_->at;
  const auto counts = [&](const Unit& unit) {
    return !is_empty(unit) && !(stop_ && is_before(path_of(stop_->at.node), first_of(unit)));
  };
  // Those that come last in the order are for others.
  std::sort(open_.begin(), open_.end(),
            [](const Task& a, const Task& b) { return is_before(first_of(a.unit), first_of(b.unit)); });
  for (; wanted_ > 0 && !open_.empty(); wanted_--) {
    if (counts(open_.back().unit)) work.given.push_back(open_.back().unit);
    open_.pop_back();
  }
  for (const Task& task : open_)
    if (counts(task.unit)) work.kept.push_back(task.unit);
  for (const auto& worker : workers_)
    if (worker->busy && counts(worker->task.unit)) work.kept.push_back(worker->task.unit);
  return work;
}

void ExplorationPool::begin_journal() {
  const Journal::Or<Journal::Done> begun = journal_->begin(everything_here());
  const double time = monotonic_now();
  ask_at_ = time + least_pause();
  hand_in_at_ = kNever;
  renew_at_ = time + kRenewEvery;
  if (!begun) journal_failed(begun.error());
}

// A journal that only has what is here can be done without.
void ExplorationPool::journal_failed(const std::string& sentence) {
  if (journal_->is_copy()) {
    fmt::print(stderr, "mazurka: this run is not kept: {}\n", sentence);
    journal_ = nullptr;
    return;
  }
  if (failure_.empty()) failure_ = sentence;
  end_all();
}

// Nobody can go on with the run that is in it.
void ExplorationPool::give_up_journal(const std::string& sentence) {
  const bool is_copy = !journal_->has_run() || journal_->is_copy();
  if (journal_->has_run()) {
    const RunEnd end = {RunEnd::Kind::kFailed, State::kStopped, Ending::kDied, sentence};
    if (const Journal::Or<Journal::Done> done = journal_->finish(end); !done) return journal_failed(done.error());
  }
  if (is_copy) {
    journal_ = nullptr;
    return;
  }
  if (failure_.empty()) failure_ = sentence + "; check it without --store and --resume";
  end_all();
}

void ExplorationPool::keep_journal() {
  if (journal_ == nullptr || ends_) return;
  const double time = monotonic_now();
  if (!journal_->has_run()) {
    if (!is_settled() && time - begin_ >= journal_->begins_after()) begin_journal();
    return;
  }
  const auto busy = std::count_if(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->busy; });
  if (open_.empty() && busy > 0 && static_cast<uint32_t>(busy) < jobs_ && time >= take_at_ && !stop_expired_)
    take_from_journal(false);
  if (journal_ == nullptr || ends_) return;
  if (time >= ask_at_) {
    for (auto& worker : workers_)
      if (worker->busy) worker->wish(Wish::kRest);
    ask_at_ = kNever;
    hand_in_at_ = time + kPatienceForAnswers;
  }
  const bool all_answered = std::none_of(workers_.begin(), workers_.end(), [](const auto& worker) {
    return worker->busy && worker->wished().has_value();
  });
  if (hand_in_at_ != kNever && (all_answered || time >= hand_in_at_)) hand_in();
}

void ExplorationPool::hand_in() {
  const double begin = monotonic_now();
  hand_in_at_ = kNever;
  if (!has_changed(pieces_)) {
    ask_at_ = begin + least_pause();
    if (begin < renew_at_) return;
    renew_at_ = begin + kRenewEvery;
    if (const Journal::Or<Journal::Done> renewed = journal_->renew(); !renewed) journal_failed(renewed.error());
    return;
  }
  const Journal::Or<Journal::News> news = journal_->hand_in(everything_here());
  const double time = monotonic_now();
  const double cost = least_pause() < kLeastPause ? 0 : time - begin;
  ask_at_ = time + std::clamp(cost * kPausePerCost, least_pause(), kMostPause);
  renew_at_ = time + kRenewEvery;
  if (!news) return journal_failed(news.error());
  if (!news->accepted) {
    fmt::print(stderr, "mazurka: {}\n", kRefused);
    return start_over();
  }
  wanted_ = news->wanted;
  elsewhere_ = news->elsewhere;
  if (journal_->is_ours() && time - estimate_noted_ >= kNoteEvery) note_estimate();
  if (journal_ == nullptr) return;
  if (news->stop) note_stop(nullptr, *news->stop);
  if (!news->is_open && !ends_) {
    ended_elsewhere_ = true;
    end_all();
  }
}

// For those who look at the run from outside.
void ExplorationPool::note_estimate() {
  if (!is_kept()) return;
  const double time = monotonic_now();
  const protocol::Progress progress = progress_now();
  if (pace_begin_ == 0 || progress.executions < pace_executions_) {
    pace_begin_ = is_shared() ? time : begin_;
    pace_executions_ = is_shared() ? progress.executions : 0;
  }
  const double executions = static_cast<double>(progress.executions - pace_executions_);
  const report::Pace pace = {progress.executions, time > pace_begin_ ? executions / (time - pace_begin_) : 0};
  const std::string text = report::text_of(progress.insight.estimate, pace);
  if (text.empty()) return;
  estimate_noted_ = time;
  if (const Journal::Or<Journal::Done> noted = journal_->note_estimate(text); !noted) journal_failed(noted.error());
}

// What was held here is another's. What was handed in before counts, the rest does not.
void ExplorationPool::start_over() {
  journal_->let_go();
  for (auto& worker : workers_) retire(*worker);
  workers_.clear();
  open_.clear();
  pieces_ = {};
  history_.clear();
  stop_.reset();
  stop_expired_ = false;
  wanted_ = 0;
  open_elsewhere_ = 1;  // as far as is known
  take_at_ = take_pause_ = 0;
}

void ExplorationPool::take_from_journal(bool waits) {
  const Journal::Or<Journal::Taken> taken = journal_->take(waits);
  if (!taken) return journal_failed(taken.error());
  const double time = monotonic_now();
  if (taken->is_stale) return start_over();
  open_elsewhere_ = taken->open_units;
  if (!taken->is_open) {
    ended_elsewhere_ = true;
    if (is_busy()) end_all();
    return;
  }
  if (taken->history && *taken->history != history_) {
    // Who has learned something else cannot go on.
    for (auto& worker : workers_)
      if (worker->has_learned) retire(*worker);
    std::erase_if(workers_, [](const auto& worker) { return !worker->is_alive(); });
    history_ = *taken->history;
    stop_.reset();
    stop_expired_ = false;
  }
  if (taken->unit) {
    open_.push_back({.unit = *taken->unit});
    take_at_ = take_pause_ = 0;
    idle_since_ = time;
  } else {
    take_pause_ = std::clamp(take_pause_ * 2, kLeastTakePause, kMostTakePause);
    take_at_ = time + take_pause_;
  }
  if (taken->stop) note_stop(nullptr, *taken->stop);
}

// Nothing is left here. True: the run is over, or this pool leaves it.
bool ExplorationPool::settle_journal() {
  if (ends_ || ended_elsewhere_) return true;
  const double time = monotonic_now();
  if (idle_since_ == 0) idle_since_ = time;
  if (has_changed(pieces_)) {
    hand_in();
    if (!is_kept() || ends_ || !is_settled()) return false;
  }
  if (!stop_expired_) {
    // (Nobody else puts something into a copy.)
    if (time < take_at_ && !journal_->is_copy()) return false;
    take_from_journal(true);
    if (journal_ == nullptr || ends_ || ended_elsewhere_) return true;
    if (!open_.empty()) return false;
    if (open_elsewhere_ != 0) {
      has_left_ = !journal_->is_ours() && monotonic_now() - idle_since_ > kLeaveAfter;
      return has_left_;
    }
  }
  if (!stop_ || !stop_->at.learned) return true;
  begin_generation();
  const Journal::Or<bool> begun = journal_->begin_generation(history_);
  if (!begun)
    journal_failed(begun.error());
  else if (!*begun)
    start_over();
  take_at_ = 0;
  return false;
}

RunEnd ExplorationPool::end_of_run(const WorkerResult& result) const {
  RunEnd end = {RunEnd::Kind::kExplored, result.progress.state, result.ending, result.sentence};
  const bool died = result.ending == Ending::kDied || result.ending == Ending::kNotStarted;
  if ((died && result.signal != SIGKILL) || final_state_ == State::kDiverged)
    end.kind = RunEnd::Kind::kFailed;
  else if (ends_)
    end.kind = RunEnd::Kind::kStopped;
  else if (stop_)
    end.kind = RunEnd::Kind::kAtStop;
  return end;
}

// The last word: what is left is for others, or for a later run.
void ExplorationPool::close_journal(WorkerResult& result) {
  if (journal_ == nullptr) return;
  const RunEnd end = end_of_run(result);
  if (!journal_->has_run() && end.kind == RunEnd::Kind::kStopped) begin_journal();
  if (!is_kept()) return;
  wanted_ = open_.size();
  const Journal::Or<Journal::News> news = journal_->hand_in(everything_here());
  if (!news) return journal_failed(news.error());
  const bool ends_run = journal_->is_ours() ? !ended_elsewhere_ : !ended_elsewhere_ && !has_left_ && !ends_;
  // That it cannot be started here says nothing of other machines.
  const bool breaks_run = end.kind == RunEnd::Kind::kFailed && end.ending != Ending::kNotStarted && !ended_elsewhere_;
  if (ends_run || breaks_run)
    if (const Journal::Or<Journal::Done> done = journal_->finish(end); !done) return journal_failed(done.error());
  if (!journal_->is_ours()) return;
  Journal::Or<Journal::Everything> all = journal_->everything();
  if (!all) return journal_failed(all.error());
  const Journal::Or<RunEnd> how = journal_->how_it_ended();
  if (!how) return journal_failed(how.error());
  const State state = ended_elsewhere_ ? how->state : result.progress.state;
  if (ended_elsewhere_) {
    result.ending = how->ending;
    result.sentence = how->sentence;
  }
  const Insight insight = result.progress.insight;
  result.progress = all->pieces.total();
  result.progress.insight = insight;
  result.progress.state = state;
  result.log = std::move(all->log);
  result.log_dropped = all->pieces.log_dropped();
  all->pieces.put_into(result.log);
}

}  // namespace mazurka
