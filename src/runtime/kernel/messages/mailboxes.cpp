#include "runtime/kernel/messages/mailboxes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/failure.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/visible.hpp"
#include "runtime/kernel/files/transfer.hpp"
#include "runtime/kernel/kernel_objects.hpp"
#include "runtime/kernel/messages/told_step.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

ToldStep told_step;

namespace {

const MailboxObject& mailbox_of(uintptr_t address) {
  return *reinterpret_cast<const MailboxObject*>(address);
}

constexpr ObjectKind kMailboxObject{
    .read = [](uintptr_t address, uint32_t) { return value_of(mailbox_of(address).state()); },
    .place = [](uintptr_t address) { return mailbox_of(address).place(); },
    .sight = [](uintptr_t address) { return mailbox_of(address).sight(); },
    .describe = [](uintptr_t address, char* text, size_t bytes) { mailbox_of(address).describe(text, bytes); }};

Operation operation(OpCode code, Value a, uint32_t capacity, uint32_t rank = 0) {
  Operation op;
  op.code = code;
  op.a = a;
  op.b = capacity_and_rank(capacity, rank);
  return op;
}

// A thread that may be cancelled while it waits awaits "cancelled, or that" (engine/cancellation.hpp).
class Waiting {
 public:
  explicit Waiting(const Manner& manner) : manner_(manner) {
    bool looks = manner.may_be_cancelled && may_be_cancelled();
    is_await_ = looks && manner.waits;
    if (is_await_) program->begin_looking();
    if (looks && is_cancelled(manner.name, manner.pc)) act_on_cancellation();
  }
  bool is_await() const { return is_await_; }
  // What it waits for is there, or not.
  void end(bool is_there) {
    if (!is_await_) return;
    if (!is_there) program->wait_for_change(manner_.name, manner_.pc);
    program->end_looking();
  }

 private:
  const Manner& manner_;
  bool is_await_ = false;
};

}  // namespace

const MailboxState& MailboxObject::state() const {
  const Contents& contents = contents_.get();
  state_.cells = contents.cells.data();
  state_.count = static_cast<uint32_t>(contents.cells.size());
  state_.sent = contents.sent;
  state_.taken = contents.taken;
  state_.closed = contents.closed;
  return state_;
}

Value MailboxObject::sight() const {
  const Contents& contents = contents_.get();
  return static_cast<Value>((uint64_t{contents.sent} << 32 | contents.taken) * 2 + contents.closed);
}

const void* MailboxObject::key_of_message(uint32_t number) {
  while (keys_.size() <= number) keys_.push_back({});
  return keys_[number].bytes;
}

void MailboxObject::announce(Operation op, const Manner& manner) {
  if (!may_only_read(op.code)) note_change();
  if (is_silent()) report_unsupported("a library function that waits", manner.pc);
  op.object = program->object(reinterpret_cast<uintptr_t>(this), kMailboxObject, 8);
  op.ordered = is_whole();
  program->announce(op, manner.name, manner.pc);
  if (contents_.get().destroyed) report_misuse("use of a mailbox that was destroyed");
}

void MailboxObject::take_as_a_whole() {
  if (is_replay()) return;
  learn_fact(Fact::kMailboxIsWhole, number_);
  // It was learned in this execution, by another thread.
  if (!is_whole()) abandon_execution();
}

bool MailboxObject::is_whole() const {
  if (!at_base()) return is_known(Fact::kMailboxIsWhole, number_);
  // Other threads go on in the execution in which it is learned, and may fail: for them it stays what it was.
  if (asked_in_ != execution_number()) {
    asked_in_ = execution_number();
    was_whole_ = is_known(Fact::kMailboxIsWhole, number_);
  }
  return was_whole_;
}

void MailboxObject::make(const Manner& manner) {
  Contents& now = contents_.get();
  bool in_use = now.sent != 0 || now.closed;
  now.destroyed = false;
  if (!in_use) return;
  // The one before was never destroyed; its memory is used again.
  announce(operation(OpCode::kStore, 0, 0), manner);
  contents_.get() = {};
}

void MailboxObject::destroy(const Manner& manner) {
  announce(operation(OpCode::kStore, 0, 0), manner);
  Contents& now = contents_.get();
  now.cells.clear();
  now.sent = now.taken = 0;
  now.closed = false;
  now.destroyed = true;
}

bool MailboxObject::take_rest(Letter& taken) {
  Contents& now = contents_.get();
  if (now.letters.empty()) return false;
  taken = std::move(now.letters.back());
  now.letters.pop_back();
  if (!now.cells.empty()) now.cells.pop_back();  // of one that was destroyed they are gone
  return true;
}

namespace {
// The contents of a message of the kernel's, for people: short texts as they are.
std::string text_of(const std::string& data) {
  constexpr size_t kMost = 24;
  auto is_printable = [](char c) { return c >= ' ' && c <= '~' && c != '"'; };
  if (!data.empty() && data.size() <= kMost && std::all_of(data.begin(), data.end(), is_printable))
    return '"' + data + '"';
  Text text;
  text.add_number(data.size()).add(data.size() == 1 ? " byte" : " bytes");
  return text.get();
}
}  // namespace

void MailboxObject::put(const Envelope& envelope, uint32_t capacity) {
  Contents& now = contents_.get();
  // (In an execution that learns of the bound it is not known who made room.)
  if (capacity != 0 && now.sent >= capacity && now.sent - capacity < now.taken_at.size()) {
    hb_acquire(key_of_room(now.sent - capacity));
    virtual_clock.catch_up(now.taken_at[now.sent - capacity]);
  }
  Letter letter;
  letter.message = envelope.message;
  if (envelope.data != nullptr) letter.data.assign(envelope.data, envelope.bytes);
  if (envelope.transfer != nullptr)
    envelope.transfer->get(0, envelope.transfer->bytes(),
                           [&](const char* from, size_t count) { letter.data.append(from, count); });
  letter.number = now.sent;
  letter.sender = current_thread();
  letter.sent_at = virtual_clock.peek();
  letter.tag = envelope.tag;
  letter.rank = envelope.rank;
  if (is_replay()) {
    letter.step = told_step.number();
    letter.text = envelope.message != nullptr ? envelope.text : text_of(letter.data);
    told_step.add(letter.text.c_str());
  }
  now.cells.push_back({message_id(ThreadId(current_thread()), user_threads.own().steps), envelope.tag, envelope.rank});
  now.letters.push_back(std::move(letter));
  hb_release(key_of_message(now.sent));
  now.sent++;
}

uint32_t MailboxObject::bound(uint32_t capacity) const {
  return is_known(Fact::kMailboxIsBounded, number_) || is_replay() ? capacity : 0;
}

Sent MailboxObject::send(const Envelope& envelope, uint32_t capacity, const Manner& manner) {
  uint32_t bounded = bound(capacity);
  if (envelope.rank != 0 && bounded != 0) take_as_a_whole();
  Waiting wait(manner);
  Operation op = operation(wait.is_await() || !manner.waits ? OpCode::kTrySend : OpCode::kSend, envelope.tag, bounded,
                           envelope.rank);
  // The number of the step that it will be.
  op.object2 = ObjectId(user_threads.own().steps + 1);
  announce(op, manner);
  const Contents& now = contents_.get();
  bool is_full = bounded != 0 && now.cells.size() >= bounded;
  wait.end(now.closed || !is_full);
  if (now.closed) {
    find_closed();
    return Sent::kClosed;
  }
  if (is_full) {
    told_step.add("no room");
    return Sent::kFull;
  }
  if (bounded != capacity && now.sent >= capacity) learn_fact(Fact::kMailboxIsBounded, number_);
  put(envelope, bounded);
  return Sent::kSent;
}

void MailboxObject::find_closed() {
  hb_acquire(&state_);
  virtual_clock.catch_up(contents_.get().closed_at);
  told_step.add("it is closed");
}

void MailboxObject::take(uint32_t index, uint32_t capacity, Letter& taken) {
  note_change();
  Contents& now = contents_.get();
  taken = std::move(now.letters[index]);
  now.cells.erase(now.cells.begin() + index);
  now.letters.erase(now.letters.begin() + index);
  hb_acquire(key_of_message(taken.number));
  virtual_clock.catch_up(taken.sent_at);
  if (capacity != 0) {
    hb_release(key_of_room(now.taken));
    now.taken_at.push_back(virtual_clock.peek());
  }
  now.taken++;
  if (!is_replay()) return;
  told_step.add(taken.text.c_str()).add(taken.text.empty() ? "sent by T" : ", sent by T").add_number(taken.sender);
  told_step.add(" in step ").add_number(taken.step);
  told_step.take_from(taken.step);
  if (!now.letters.empty()) told_step.add("; ").add_number(now.letters.size()).add(" more unread");
}

Found MailboxObject::receive(Wanted wanted, uint32_t capacity, const Manner& manner, Letter& taken) {
  uint32_t bounded = bound(capacity);
  if (wanted.preference == Preference::kLowestTag) take_as_a_whole();
  Waiting wait(manner);
  announce(operation(wait.is_await() || !manner.waits ? OpCode::kPoll : OpCode::kReceive, wanted.match, bounded,
                     static_cast<uint32_t>(wanted.preference)),
           manner);
  uint32_t index = first_match(state(), wanted.match, wanted.preference);
  wait.end(index != kNoCell || contents_.get().closed);
  if (index != kNoCell) {
    take(index, bounded, taken);
    return Found::kMessage;
  }
  if (!contents_.get().closed) {
    told_step.add(contents_.get().cells.empty() ? "it is empty" : "nothing that it wants");
    return Found::kNothing;
  }
  find_closed();
  return Found::kClosed;
}

bool MailboxObject::look(uint32_t& count, uint32_t capacity, const Manner& manner) {
  announce(operation(OpCode::kCount, 0, bound(capacity)), manner);
  const Contents& now = contents_.get();
  count = static_cast<uint32_t>(now.cells.size());
  return !now.closed;
}

bool MailboxObject::close(uint32_t capacity, const Manner& manner) {
  announce(operation(OpCode::kClose, 0, bound(capacity)), manner);
  Contents& now = contents_.get();
  if (now.closed) return false;
  now.closed = true;
  now.closed_at = virtual_clock.peek();
  hb_release(&state_);
  return true;
}

size_t MailboxObject::bytes() const {
  size_t sum = 0;
  for (const Letter& letter : contents_.get().letters) sum += letter.data.size();
  return sum;
}

void MailboxObject::describe(char* text, size_t bytes) const {
  const Contents& now = contents_.get();
  Text told;
  if (now.destroyed)
    told.add("it was destroyed");
  else if (now.letters.empty())
    told.add("it is empty");
  else
    told.add("unread: ");
  for (const Letter& letter : now.letters) {
    if (&letter != &now.letters.front()) told.add(", ");
    told.add(letter.text.c_str()).add(letter.text.empty() ? "from T" : " from T").add_number(letter.sender);
  }
  copy_text(text, bytes, told.get());
}

}  // namespace mazurka::runtime
