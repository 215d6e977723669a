#include "supervise/worker.hpp"

#include <linux/futex.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>
#include <utility>

#include "protocol/mail.hpp"

namespace mazurka {

namespace {

constexpr double kOften = 0.002;  // seconds

void count_up(uint32_t& number, uint32_t value) {
  __atomic_store_n(&number, value, __ATOMIC_RELEASE);
  syscall(SYS_futex, &number, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

uint32_t read_number(const uint32_t& number) {
  return __atomic_load_n(&number, __ATOMIC_ACQUIRE);
}

}  // namespace

// By a futex for each number; where the kernel has no such call, by looking often.
void wait_for_news(const std::vector<std::unique_ptr<Worker>>& workers, double seconds) {
  std::vector<pollfd> handles;
  std::vector<futex_waitv> numbers;
  for (const auto& worker : workers) {
    handles.push_back({worker->process().handle(), POLLIN, 0});
    if (!worker->busy || numbers.size() + 2 > FUTEX_WAITV_MAX) continue;
    for (const uint32_t* number : {worker->answer_number(), worker->explored_number()})
      numbers.push_back({read_number(*number), reinterpret_cast<uintptr_t>(number), FUTEX_32, 0});
    // What they were when they were read counts.
    if (worker->has_answered() || worker->has_ended_unit()) return;
  }
  if (!numbers.empty()) {
    const double until = monotonic_now() + seconds;
    const timespec end = {static_cast<time_t>(until), static_cast<long>(std::fmod(until, 1) * 1e9)};
    if (syscall(SYS_futex_waitv, numbers.data(), numbers.size(), 0, &end, CLOCK_MONOTONIC) >= 0 || errno != ENOSYS)
      return;
    seconds = std::min(seconds, kOften);
  }
  const timespec most = {0, static_cast<long>(seconds * 1e9)};
  ppoll(handles.data(), handles.size(), &most, nullptr);
}

Words words_of(const Unit& unit) {
  Words words;
  append_words(unit, words);
  return words;
}

void Worker::give(Task new_task, const std::vector<Words>& history, bool alone, bool share_at_once) {
  protocol::Channel& channel = process_->channel();
  protocol::MailWriter inbox(channel.inbox());
  protocol::write_lists(inbox, history);
  inbox.list(words_of(new_task.unit));
  channel.work.alone = alone ? 1 : 0;
  channel.work.wish_number = channel.work.answer_number;
  task = std::move(new_task);
  busy = true;
  forget_counts();
  wish_.reset();
  pause = ask_again_at = 0;
  if (share_at_once) wish(Wish::kShare);
  count_up(channel.work.unit_number, channel.work.unit_number + 1);
}

void Worker::let_go() {
  protocol::Work& work = process_->channel().work;
  __atomic_store_n(&work.is_over, 1, __ATOMIC_RELEASE);
  count_up(work.unit_number, work.unit_number + 1);
}

void Worker::wish(Wish what) {
  protocol::Work& work = process_->channel().work;
  if (wish_.has_value() && what != Wish::kEnd) return;
  const bool is_second = wish_.has_value();
  work.wish = what;
  wish_ = what;
  // Of two wishes it answers one, and does what the second says if it sees it in time.
  if (!is_second) __atomic_store_n(&work.wish_number, work.wish_number + 1, __ATOMIC_RELEASE);
}

bool Worker::has_answered() const {
  const protocol::Work& work = process_->channel().work;
  return wish_.has_value() && read_number(work.answer_number) == work.wish_number;
}

bool Worker::has_ended_unit() const {
  const protocol::Work& work = process_->channel().work;
  return read_number(work.explored_number) == work.unit_number;
}

Worker::Letter Worker::letter() const {
  protocol::MailReader outbox(process_->channel().outbox());
  Letter letter;
  letter.history = outbox.lists();
  letter.ok = from_words(outbox.list(), letter.kept);
  letter.ok &= from_words(outbox.list(), letter.given);
  letter.ok &= from_words(outbox.list(), letter.stopped_at);
  letter.told = outbox.list();
  return letter;
}

void Worker::take_answer() {
  protocol::Work& work = process_->channel().work;
  wish_.reset();
  count_up(work.taken_number, work.answer_number);
}

Piece Worker::next_piece(size_t generation, report::RunLog& all) {
  protocol::Channel& channel = process_->channel();
  const protocol::Progress counts = channel.work.counts;
  Piece piece;
  piece.generation = generation;
  piece.first = is_empty(task.unit) ? path_of(task.unit) : first_of(task.unit);
  piece.counts = since(counts, counted_);
  piece.runs = piece.counts.executions + piece.counts.blocked;
  const size_t end = std::min<uint64_t>(channel.work.log_used, protocol::Channel::log_bytes());
  report::RunLog log = report::parse_log({channel.log(), end});
  const uint64_t before = counted_.executions + counted_.blocked;
  auto take = [&](std::vector<report::Problem>& from, size_t& seen, std::vector<report::Problem>& to) {
    for (; seen < from.size(); seen++) {
      to.push_back(std::move(from[seen]));
      to.back().execution -= std::min(before, to.back().execution);
    }
  };
  take(log.bugs, bugs_, piece.bugs);
  take(log.unsupported, unsupported_, piece.unsupported);
  for (; outcomes_ < log.outcomes.size(); outcomes_++) piece.outcomes.push_back(log.outcomes[outcomes_]);
  merge(log, log_place_, all);
  piece.log_dropped = channel.log_dropped - log_dropped_;
  log_dropped_ = channel.log_dropped;
  counted_ = counts;
  return piece;
}

}  // namespace mazurka
