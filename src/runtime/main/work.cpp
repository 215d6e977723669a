#include "runtime/main/work.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>

#include "protocol/mail.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

std::vector<uint32_t> words_of(const Unit& unit) {
  std::vector<uint32_t> words;
  append_words(unit, words);
  return words;
}

void wait_for_change(const uint32_t& number, uint32_t from) {
  raw_syscall(SYS_futex, as_word(&number), FUTEX_WAIT, from, 0, 0, 0);
}

// Somebody may wait for it.
void announce(uint32_t& number, uint32_t value) {
  __atomic_store_n(&number, value, __ATOMIC_RELEASE);
  raw_syscall(SYS_futex, as_word(&number), FUTEX_WAKE, 1, 0, 0, 0);
}

uint32_t load(const uint32_t& number) {
  return __atomic_load_n(&number, __ATOMIC_ACQUIRE);
}

}  // namespace

bool Work::take() {
  protocol::Work& work = channel->work;
  while (load(work.unit_number) == work.explored_number && load(work.is_over) == 0)
    wait_for_change(work.unit_number, work.explored_number);
  if (load(work.is_over) != 0) return false;
  protocol::MailReader reader(channel->inbox());
  history_ = reader.lists();
  given_up_ = false;
  stopped_at_ = rest_ = {};
  told_.clear();
  return from_words(reader.list(), unit_);
}

Unit Work::next_to_learn() const {
  Unit node;
  from_words(history_[known_], node);
  return node;
}

bool Work::is_alone() const {
  return load(channel->work.alone) != 0;
}

void Work::start_again() {
  history_.push_back(words_of(stopped_at_));
  note_learned();
  unit_ = rest_ = {};
}

void Work::write(const Unit& kept, const Unit& given) {
  protocol::MailWriter writer(channel->outbox());
  protocol::write_lists(writer, history_);
  writer.list(words_of(kept));
  writer.list(words_of(given));
  writer.list(words_of(stopped_at_));
  writer.list(told_);
  channel->work.counts = channel->progress;
  channel->work.log_used = channel->log_used;
}

void Work::finish(protocol::UnitEnd end) {
  protocol::Work& work = channel->work;
  for (uint32_t taken; (taken = load(work.taken_number)) != work.answer_number;)
    wait_for_change(work.taken_number, taken);
  if (end != protocol::UnitEnd::kGivenUp) write(rest_, {});
  if (end == protocol::UnitEnd::kLearned) {
    history_.push_back(words_of(stopped_at_));
    note_learned();
  }
  work.end = end;
  announce(work.explored_number, load(work.unit_number));
}

Division::Wish Work::wish() const {
  const protocol::Work& work = channel->work;
  if (load(work.wish_number) == work.answer_number) return Wish::kNothing;
  const bool may_share = work.wish == protocol::Work::Wish::kShare && work.has_late_threads == 0;
  return may_share ? Wish::kShare : Wish::kRest;
}

bool Work::answer(const Unit& kept, const Unit& given) {
  protocol::Work& work = channel->work;
  if (!given.levels.empty()) __atomic_store_n(&work.alone, 0, __ATOMIC_RELEASE);
  given_up_ = work.wish == protocol::Work::Wish::kEnd;
  write(kept, given);
  announce(work.answer_number, load(work.wish_number));
  return !given_up_;
}

}  // namespace mazurka::runtime
