#include "runs/store_journal.hpp"

#include <fmt/format.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "runs/run_bytes.hpp"
#include "supervise/worker.hpp"

namespace mazurka::runs {

namespace {

using fleet::Exchange;
using fleet::Lease;
using fleet::RunState;
using fleet::Store;

constexpr double kWorthKeepingAfter = 1;
constexpr double kLeaseSeconds = 60;
constexpr const char* kLeaseVariable = "MAZURKA_TEST_LEASE";
constexpr Store::Seconds kSeenWithin{30.0 * 24 * 3600};

std::string own_host() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "?";
}

std::string damaged(const Store& store, fleet::RunId run) {
  return fmt::format("run {} in the store {} is damaged, or was made by another version of mazurka", run.number,
                     store.name());
}

uint64_t difference(uint64_t a, uint64_t b) {
  return a - std::min(a, b);
}

fleet::Counts since(const fleet::Counts& now, const fleet::Counts& before) {
  fleet::Counts delta = now;  // of maxima, the maximum
  for (auto count : {&fleet::Counts::executions, &fleet::Counts::blocked, &fleet::Counts::deadlocks,
                     &fleet::Counts::failed, &fleet::Counts::cut, &fleet::Counts::events})
    delta.*count = difference(now.*count, before.*count);
  return delta;
}

Journal::News refused() {
  Journal::News news;
  news.accepted = false;
  return news;
}

Store::Seconds lease_time() {
  return Store::Seconds(lease_seconds());
}

// A process of this machine, by the name that it has in the store.
bool is_dead(const fleet::Worker& worker) {
  pid_t process = 0;
  const size_t space = worker.name.rfind(' ');
  if (worker.host != own_host() || space == std::string::npos) return false;
  const char* end = worker.name.data() + worker.name.size();
  if (std::from_chars(worker.name.data() + space + 1, end, process).ptr != end || process <= 0) return false;
  return kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace

double lease_seconds() {
  const char* given = std::getenv(kLeaseVariable);
  const double seconds = given == nullptr ? 0 : std::atof(given);
  return seconds > 0 ? seconds : kLeaseSeconds;
}

StoreJournal::StoreJournal(std::string store, Describe describe, const StandardInput* input)
    : name_(std::move(store)), describe_(std::move(describe)), input_(input) {}

StoreJournal::StoreJournal(std::unique_ptr<Store> store, fleet::RunId run, Role role)
    : store_(std::move(store)), run_(run), role_(role), is_copy_(false) {}

double StoreJournal::begins_after() const {
  return std::getenv(kHasteVariable) == nullptr ? kWorthKeepingAfter : 0;
}

// As a worker of the store. The leases of pools that died on this machine are ended.
Journal::Or<Journal::Done> StoreJournal::join() {
  if (worker_.number != 0) return Done{};
  const auto workers = store_->workers(kSeenWithin);
  if (!workers) return workers.error();
  for (const fleet::Worker& worker : *workers)
    if (is_dead(worker))
      if (const auto released = store_->release_of(run_, worker.id); !released) return released.error();
  const auto added = store_->add_worker(fmt::format("mazurka {}", getpid()), own_host());
  if (!added) return added.error();
  worker_ = *added;
  return Done{};
}

Journal::Or<Journal::Done> StoreJournal::begin(const HandIn& all) {
  std::error_code failure;
  std::filesystem::create_directories(std::filesystem::path(name_).parent_path(), failure);
  auto opened = Store::open(name_);
  if (!opened) return opened.error();
  std::unique_ptr<Store> store = std::move(*opened);
  const auto description = describe_(*store);
  if (!description) return description.error();
  generation_ = all.history.size();
  const auto made = store->create_run(*description, stored(Unit{}), {generation_, bytes_of(all.history), {}});
  if (!made) return made.error();
  run_ = *made;
  store_ = std::move(store);
  const auto news = [&]() -> Or<News> {
    if (const auto joined = join(); !joined) return joined.error();
    const auto root = store_->acquire(run_, worker_, lease_time(), Store::Waits::kNo);
    if (!root) return root.error();
    if (!root->lease) return refused();
    held_ = {{root->lease->token, 1}};
    knows_history_ = true;
    return hand_in(all);
  }();
  if (news && news->accepted) return Done{};
  store_.reset();
  return news ? std::string("another process has taken it") : news.error();
}

Journal::Or<Journal::Done> StoreJournal::keep_input() {
  if (input_ == nullptr) return Done{};
  const auto text = input_->text();
  if (!text) return Done{};
  input_ = nullptr;
  if (const auto kept = store_->put_file(*text); !kept) return kept.error();
  const auto added = store_->add_file(run_, {"input", fleet::content_hash(*text)});
  if (!added) return added.error();
  return Done{};
}

// The pool has learned something alone, and has started again. False: somebody else has gone on with the run.
Journal::Or<bool> StoreJournal::follow_history(const std::vector<Words>& history) {
  auto begun = store_->begin_generation(run_, generation_, bytes_of(history), stored(Unit{}), history.size());
  if (!begun || !*begun) return begun;
  generation_ = history.size();
  counted_ = {};
  const auto root = store_->acquire(run_, worker_, lease_time(), Store::Waits::kNo);
  if (!root) return root.error();
  if (!root->lease || root->lease->generation != generation_) return false;
  held_ = {{root->lease->token, 1}};
  return true;
}

Exchange StoreJournal::exchange_of(const HandIn& work, const fleet::Counts& now) {
  Exchange exchange;
  exchange.ends = held_;
  for (const Unit& unit : work.kept) exchange.kept.push_back(stored(unit));
  for (const Unit& unit : work.given) exchange.given.push_back(stored(unit));
  for (Piece& piece : work.pieces.list()) {
    if (!piece.changed) continue;
    if (piece.id == 0) piece.id = fleet::new_token();
    exchange.pieces.push_back(stored(piece));
    for (const report::Problem& bug : piece.bugs)
      if (!bugs_.contains(bug.key)) exchange.bugs.push_back(bug_of(bug, exchange.pieces.back().order_key));
  }
  for (const fleet::Remark& remark : remarks_of(work.log))
    if (!remarks_.contains(remark)) exchange.remarks.push_back(remark);
  if (work.stop) exchange.stop = stored(*work.stop);
  exchange.counts = since(now, counted_);
  return exchange;
}

Journal::Or<Journal::News> StoreJournal::hand_in(const HandIn& work) {
  if (const auto joined = join(); !joined) return joined.error();
  if (const auto kept = keep_input(); !kept) return kept.error();
  if (work.history.size() > generation_ && knows_history_) {
    const auto followed = follow_history(work.history);
    if (!followed) return followed.error();
    if (!*followed) return refused();
  }
  const fleet::Counts now = counts_of(work.pieces.total());
  const Exchange exchange = exchange_of(work, now);
  const auto done = store_->exchange(run_, worker_, generation_, exchange, lease_time());
  if (!done) return done.error();
  if (!done->accepted) return refused();
  held_.clear();
  if (!exchange.kept.empty()) held_ = {{done->token, exchange.kept.size()}};
  for (Piece& piece : work.pieces.list()) piece.changed = false;
  for (const fleet::Bug& bug : exchange.bugs) bugs_.insert(std::stoull(bug.fingerprint, nullptr, 16));
  remarks_.insert(exchange.remarks.begin(), exchange.remarks.end());
  counted_ = now;
  News news;
  news.is_open = done->state == RunState::kOpen;
  if (done->stop && !(news.stop = stop_of(*done->stop))) return damaged(*store_, run_);
  news.wanted = difference(done->demand.waiting_workers, done->demand.free_units);
  if (is_copy_) return news;
  const auto totals = store_->totals(run_);
  if (!totals) return totals.error();
  news.elsewhere = progress_of(since(*totals, counted_));
  return news;
}

// A pool that has lost something notices when it hands in.
Journal::Or<Journal::Done> StoreJournal::renew() {
  const auto renewed = store_->renew_held(run_, held_, lease_time());
  if (!renewed) return renewed.error();
  return Done{};
}

Journal::Or<Journal::Left> StoreJournal::left(size_t most) {
  const auto found = store_->left(run_, most);
  if (!found) return found.error();
  Left left = {found->generation, found->units, {}, found->totals.executions};
  for (const std::string& bytes : found->sample) {
    const auto unit = unit_of(bytes);
    if (!unit) return damaged(*store_, run_);
    left.sample.push_back(*unit);
  }
  return left;
}

Journal::Or<Journal::Done> StoreJournal::note_estimate(const std::string& text) {
  if (const auto noted = store_->set_estimate(run_, text); !noted) return noted.error();
  return Done{};
}

void StoreJournal::let_go() {
  held_.clear();
  knows_history_ = false;
  counted_ = {};
}

Journal::Or<Journal::Taken> StoreJournal::taken(const Lease& lease) {
  const auto history = store_->history(run_);
  if (!history) return history.error();
  Taken taken;
  if (history->generation != lease.generation || (knows_history_ && lease.generation != generation_)) {
    // A new generation has begun meanwhile.
    taken.is_stale = knows_history_;
    taken.open_units = 1;  // at least its root
    if (const auto released = store_->release(lease); !released) return released.error();
    return taken;
  }
  taken.unit = unit_of(lease.bytes);
  const auto words = history_of(history->bytes);
  if (history->stop) taken.stop = stop_of(*history->stop);
  if (!taken.unit || !words || words->size() != history->generation || (history->stop && !taken.stop))
    return damaged(*store_, run_);
  taken.history = *words;
  if (!knows_history_) counted_ = {};
  knows_history_ = true;
  generation_ = lease.generation;
  held_.push_back({lease.token, 1});
  return taken;
}

Journal::Or<Journal::Taken> StoreJournal::take(bool waits) {
  if (const auto joined = join(); !joined) return joined.error();
  const auto acquired = store_->acquire(run_, worker_, lease_time(), waits ? Store::Waits::kYes : Store::Waits::kNo);
  if (!acquired) return acquired.error();
  if (acquired->lease) return taken(*acquired->lease);
  Taken nothing;
  nothing.is_open = acquired->state == RunState::kOpen;
  nothing.is_stale = nothing.is_open && knows_history_ && acquired->generation != generation_;
  nothing.open_units = acquired->open_units;
  if (nothing.is_open && !knows_history_ && nothing.open_units == 0) {
    // Where it stops decides what is left to do.
    const auto history = store_->history(run_);
    if (!history) return history.error();
    const auto words = history_of(history->bytes);
    if (history->stop) nothing.stop = stop_of(*history->stop);
    if (!words || (history->stop && !nothing.stop)) return damaged(*store_, run_);
    nothing.history = *words;
    generation_ = history->generation;
    knows_history_ = true;
  }
  return nothing;
}

Journal::Or<bool> StoreJournal::begin_generation(const std::vector<Words>& history) {
  const uint64_t expected = generation_;
  let_go();
  return store_->begin_generation(run_, expected, bytes_of(history), stored(Unit{}), history.size());
}

Journal::Or<Journal::Done> StoreJournal::finish(const RunEnd& end) {
  if (const auto joined = join(); !joined) return joined.error();
  const auto now = store_->history(run_);
  if (!now) return now.error();
  Exchange last;
  last.remarks = {remark_of(end)};
  const auto said = store_->exchange(run_, worker_, now->generation, last, lease_time());
  if (!said) return said.error();
  if (end.kind == RunEnd::Kind::kExplored) {
    const auto complete = store_->complete_if_done(run_);
    if (!complete) return complete.error();
    if (*complete) return Done{};
    return fmt::format(
        "run {} in the store {} is said to be explored, but has units left: this is a mistake of mazurka", run_.number,
        store_->name());
  }
  const RunState state = end.kind == RunEnd::Kind::kAtStop    ? RunState::kBug
                         : end.kind == RunEnd::Kind::kStopped ? RunState::kStopped
                                                              : RunState::kFailed;
  const auto set = store_->set_state(run_, state);
  if (!set) return set.error();
  return Done{};
}

Journal::Or<Journal::Everything> StoreJournal::everything() {
  return everything_of(*store_, run_);
}

Journal::Or<RunEnd> StoreJournal::how_it_ended() {
  return ending_of(*store_, run_);
}

Journal::Or<Journal::Everything> everything_of(Store& store, fleet::RunId run) {
  const auto pieces = store.pieces(run);
  if (!pieces) return pieces.error();
  const auto remarks = store.remarks(run);
  if (!remarks) return remarks.error();
  const auto history = store.history(run);
  if (!history) return history.error();
  const auto totals = store.totals(run);
  if (!totals) return totals.error();
  const auto found = store.run(run);
  if (!found) return found.error();
  const auto words = history_of(history->bytes);
  if (!words || words->size() != history->generation) return damaged(store, run);
  Journal::Everything all;
  for (const fleet::StoredPiece& stored : *pieces) {
    auto piece = piece_of(stored);
    if (!piece) return damaged(store, run);
    all.pieces.add(Pieces::kNone, std::move(*piece));
  }
  for (const fleet::Remark& remark : *remarks) {
    report::RunLog log;
    LogPlace place;
    if (!put_back(remark, log)) return damaged(store, run);
    merge(log, place, all.log);
  }
  for (size_t generation = 0; generation < words->size(); generation++) {
    Unit node;
    if (!from_words((*words)[generation], node)) return damaged(store, run);
    all.pieces.drop_after(generation, path_of(node));
  }
  all.pieces.forget_counts_before(words->size());
  if (history->stop) {
    const auto stop = stop_of(*history->stop);
    if (!stop) return damaged(store, run);
    all.pieces.drop_after(words->size(), path_of(stop->node));
  } else if (all.pieces.total().executions != totals->executions) {
    return damaged(store, run);  // the same is counted in two ways
  }
  return all;
}

Journal::Or<RunEnd> ending_of(Store& store, fleet::RunId run) {
  const auto remarks = store.remarks(run);
  if (!remarks) return remarks.error();
  std::optional<std::pair<int64_t, RunEnd>> last;
  for (const fleet::Remark& remark : *remarks)
    if (auto end = end_of(remark); end && (!last || end->first > last->first)) last = std::move(end);
  if (!last) return damaged(store, run);
  return last->second;
}

}  // namespace mazurka::runs
