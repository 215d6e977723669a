// Mailboxes: what they hold, and which message a receiver takes.
//
// A mailbox holds messages in the order in which they were sent. A receiver takes the first one that matches, of those
// of the highest rank, or of those with the lowest tag if it prefers these (Preference). The value of a mailbox object
// (Program::value) is the address of its MailboxState: the Program owns that, keeps it true, and may keep it anywhere.
// States that a mailbox had earlier, or might have had, are worked out from recorded events (mail.hpp).
#pragma once

#include <cstdint>

#include "base/ids.hpp"
#include "base/metered.hpp"
#include "model/operation.hpp"
#include "model/value.hpp"

namespace mazurka {

// The n-th message that a thread sends, to whatever mailbox. Any numbers will do that are different within a thread and
// depend on nothing but what the thread did so far.
using MessageId = uint64_t;

constexpr MessageId message_id(ThreadId sender, uint32_t n) {
  return uint64_t{sender.number} << 32 | n;
}

// A message that nobody has taken yet.
struct MailboxCell {
  MessageId id = 0;
  Value tag = 0;      // what matching looks at; opaque here
  uint32_t rank = 0;  // its priority
};

struct MailboxState {
  const MailboxCell* cells = nullptr;  // in the order in which they were sent
  uint32_t count = 0;                  // how many there are
  uint32_t sent = 0;                   // how many there ever were
  uint32_t taken = 0;                  // how many of these were taken
  uint32_t capacity = 0;               // 0: as many as one likes
  bool closed = false;

  bool is_full() const { return capacity != 0 && count >= capacity; }
};

inline Value value_of(const MailboxState& state) {
  return reinterpret_cast<Value>(&state);
}
inline const MailboxState& mailbox_at(Value value) {
  return *reinterpret_cast<const MailboxState*>(value);
}

// What a receiver looks for, in a word: a set of tags, bit t for tag t and the highest one for all that are not below
// kSmallTags; or, if negative, ~ a comparison of tags (match_of_comparison), or ~ the number of a predicate, which the
// matcher knows.
constexpr Value kAnyMessage = INT64_MAX;
constexpr Value kSmallTags = 62;
constexpr Value match_of_tag(Value tag) {
  return Value{1} << (tag >= 0 && tag < kSmallTags ? tag : kSmallTags);
}
constexpr Value match_of_predicate(uint32_t number) {
  return ~static_cast<Value>(number);
}
// The tags for which "tag comparison bound" holds. The bound is from 0 to kMostTag.
constexpr Value kMostTag = (Value{1} << 58) - 1;
constexpr Value match_of_comparison(Comparison comparison, Value bound) {
  return ~(Value{1} << 62 | static_cast<Value>(comparison) << 58 | bound);
}

// Whether a message with this tag satisfies a predicate: a pure function, the same in all executions, that can be asked
// at any time, long after the message is gone.
using Matcher = bool (*)(uint32_t predicate, Value tag);
void set_matcher(Matcher matcher);

bool answer(Value match, Value tag);  // of a match that is negative
inline bool matches(Value match, Value tag) {
  return match >= 0 ? (match & match_of_tag(tag)) != 0 : answer(match, tag);
}

// The cell that a receiver takes, or kNoCell.
constexpr uint32_t kNoCell = UINT32_MAX;
uint32_t first_match(const MailboxState& state, Value match, Preference preference);
bool has_match(const MailboxState& state, Value match);

// A mailbox that owns its cells.
class Mailbox final : public MailboxState {
 public:
  Mailbox() = default;
  Mailbox(const Mailbox& other) : MailboxState(other), own_(other.own_) { point(); }
  Mailbox& operator=(const Mailbox& other) {
    MailboxState::operator=(other);
    own_ = other.own_;
    point();
    return *this;
  }

  void clear();  // empty and open; the capacity stays
  void send(const MailboxCell& cell);
  MailboxCell take(uint32_t cell);
  // Takes the message of this name, if it is there.
  void take_message(MessageId id);
  void close() { closed = true; }

 private:
  void point() {
    cells = own_.data();
    count = static_cast<uint32_t>(own_.size());
  }
  Vec<MailboxCell> own_;
};

}  // namespace mazurka
