#include "model/mailbox.hpp"

#include "base/check.hpp"
#include "model/mailbox_guard.hpp"

namespace mazurka {

namespace {
Matcher asked = nullptr;
}  // namespace

void set_matcher(Matcher matcher) {
  asked = matcher;
}

bool answer(Value match, Value tag) {
  const Value word = ~match;
  if (word >> 62 != 0) return holds(tag, static_cast<Comparison>(word >> 58 & 7), word & kMostTag);
  CHECK(asked != nullptr, "who receives by a predicate sets a matcher");
  return asked(static_cast<uint32_t>(word), tag);
}

uint32_t first_match(const MailboxState& state, Value match, Preference preference) {
  uint32_t best = kNoCell;
  auto is_better = [&](const MailboxCell& cell, const MailboxCell& than) {
    return preference == Preference::kLowestTag ? cell.tag < than.tag : cell.rank > than.rank;
  };
  for (uint32_t k = 0; k < state.count; k++) {
    if (best != kNoCell && !is_better(state.cells[k], state.cells[best])) continue;
    if (matches(match, state.cells[k].tag)) best = k;
  }
  return best;
}

bool has_match(const MailboxState& state, Value match) {
  return first_match(state, match, Preference::kHighestRank) != kNoCell;
}

bool may_send(Value mailbox, uint32_t capacity) {
  return capacity == 0 || mailbox_at(mailbox).closed || mailbox_at(mailbox).count < capacity;
}

bool may_receive(Value mailbox, Value match) {
  return mailbox_at(mailbox).closed || has_match(mailbox_at(mailbox), match);
}

void Mailbox::clear() {
  own_.clear();
  sent = taken = 0;
  closed = false;
  point();
}

void Mailbox::send(const MailboxCell& cell) {
  own_.push_back(cell);
  sent++;
  point();
}

MailboxCell Mailbox::take(uint32_t cell) {
  MailboxCell message = own_[cell];
  own_.erase(own_.begin() + static_cast<ptrdiff_t>(cell));
  taken++;
  point();
  return message;
}

void Mailbox::take_message(MessageId id) {
  for (uint32_t k = 0; k < count; k++)
    if (cells[k].id == id) {
      take(k);
      return;
    }
}

}  // namespace mazurka
