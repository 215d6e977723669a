// How a series is kept: what is taken, as one piece, and what is left, as one unit, every second or so. What was
// explored and not taken yet is explored again by who goes on with it.
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "supervise/series/dividing.hpp"
#include "supervise/series/series_pool.hpp"

namespace mazurka {

namespace {

using protocol::State;
using report::Ending;

// Handing in takes at most a hundredth of the time.
constexpr double kLeastKeepPause = 1;
constexpr double kMostKeepPause = 10;
constexpr double kKeepPausePerCost = 100;
constexpr int kLookAgainMilliseconds = 200;

}  // namespace

void SeriesPool::journal_failed(const std::string& sentence) {
  if (!journal_->has_run() || journal_->is_copy()) {
    fmt::print(stderr, "mazurka: this run is not kept: {}\n", sentence);
    journal_ = nullptr;
    return;
  }
  if (failure_.empty()) failure_ = sentence;
  end_all();
}

bool SeriesPool::take_up() {
  for (;;) {
    const Journal::Or<Journal::Taken> taken = journal_->take(true);
    if (!taken) failure_ = taken.error();
    if (taken && !taken->is_open) failure_ = "the run has been ended meanwhile";
    if (!failure_.empty()) return false;
    if (taken->unit) {
      history_ = taken->history.value_or(std::vector<Words>{});
      if (taken->unit->is_whole()) return true;
      taken_ = taken->unit->levels.front().taken;
      if (series_->unpack(*taken->unit)) return true;
      failure_ = "the run in the store is damaged";
      return false;
    }
    // Another process is at it, or was.
    poll(nullptr, 0, kLookAgainMilliseconds);
    if (interrupts_.count() > 0) {
      failure_ = "another process is exploring this run";
      return false;
    }
  }
}

void SeriesPool::hand_in() {
  std::vector<Unit> out;
  for (const Entry& entry : entries_) out.push_back(entry.unit);
  HandIn work = {history_, {}, {}, pieces_, log_, std::nullopt};
  std::optional<Unit> rest = series_->pack(out);
  if (!rest) return;
  rest->levels.front().taken = static_cast<uint32_t>(taken_);
  // There may be nothing left.
  if (!is_over_ && (ends_ || is_busy())) work.kept.push_back(std::move(*rest));
  if (!journal_->has_run()) {
    const Journal::Or<Journal::Done> begun = journal_->begin(work);
    if (!begun) journal_failed(begun.error());
    return;
  }
  const Journal::Or<Journal::News> news = journal_->hand_in(work);
  if (!news) return journal_failed(news.error());
  if (!news->accepted) return journal_failed("another process goes on with this run");
  elsewhere_ = news->elsewhere;
  if (!news->is_open && !ends_) journal_failed("the run has been ended meanwhile");
}

void SeriesPool::keep_journal() {
  const double time = monotonic_now();
  if (journal_ == nullptr || ends_ || is_over_ || !is_busy() || time < keep_at_) return;
  if (!journal_->has_run() && time - begin_ < journal_->begins_after()) return;
  hand_in();
  const bool hastes = std::getenv(kHasteVariable) != nullptr;
  const double cost = hastes ? 0 : monotonic_now() - time;
  keep_at_ = monotonic_now() +
             std::clamp(cost * kKeepPausePerCost, hastes ? kLeastKeepPause / 100 : kLeastKeepPause, kMostKeepPause);
}

// Nobody can go on with the run that is in it.
void SeriesPool::give_up_journal() {
  if (!is_kept()) return;
  const bool is_copy = journal_->is_copy();
  const RunEnd end = {RunEnd::Kind::kFailed, State::kStopped, Ending::kDied, why_undivided_};
  if (const Journal::Or<Journal::Done> done = journal_->finish(end); !done) return journal_failed(done.error());
  if (!is_copy) failure_ = fmt::format("{}; check it without --resume", why_undivided_);
}

RunEnd SeriesPool::end_of_run(const WorkerResult& result) const {
  RunEnd end = {RunEnd::Kind::kExplored, result.progress.state, result.ending, result.sentence};
  const bool died = result.ending == Ending::kDied || result.ending == Ending::kNotStarted;
  if ((died && result.signal != SIGKILL) || final_state_ == State::kDiverged)
    end.kind = RunEnd::Kind::kFailed;
  else if (ends_)
    end.kind = RunEnd::Kind::kStopped;
  else if (is_over_)
    end.kind = RunEnd::Kind::kAtStop;
  return end;
}

void SeriesPool::close_journal(WorkerResult& result) {
  if (journal_ == nullptr) return;
  const RunEnd end = end_of_run(result);
  if (!is_kept() && end.kind != RunEnd::Kind::kStopped) return;
  hand_in();
  if (!is_kept() || !failure_.empty()) return;
  if (const Journal::Or<Journal::Done> done = journal_->finish(end); !done) return journal_failed(done.error());
  Journal::Or<Journal::Everything> all = journal_->everything();
  if (!all) return journal_failed(all.error());
  const State state = result.progress.state;
  result.progress = all->pieces.total();
  result.progress.state = state;
  result.log = std::move(all->log);
  result.log_dropped = all->pieces.log_dropped();
  all->pieces.put_into(result.log);
}

}  // namespace mazurka
