#include "model/fingerprint.hpp"

#include <bit>

#include "base/hash.hpp"

namespace mazurka {

namespace {

Fingerprint combine(Fingerprint a, Fingerprint b) {
  // Two hashes with different salts: the halves of the 128 bits.
  return {combine_hashes(a.high, b.high), combine_hashes(a.low, b.low, 0xd1b54a32d192ed03ULL)};
}

Fingerprint combine(Fingerprint a, uint64_t number) {
  return combine(a, Fingerprint{number, ~number});
}

// Adding is commutative: a set of independent events has one name.
void add_to_set(Fingerprint& set, Fingerprint member) {
  Fingerprint scrambled = combine(member, 0x5e7);
  set.high += scrambled.high;
  set.low += scrambled.low;
}

constexpr Fingerprint kNothing{1, 2};

}  // namespace

void TraceHasher::reset(uint32_t threads, uint32_t objects) {
  last_of_thread_.assign(threads, Fingerprint{});
  waker_of_thread_.assign(threads, Fingerprint{});
  objects_.assign(objects, ObjectState{});
  mail_.clear();
}

// What an event on a mailbox depends on since that was made.
Fingerprint TraceHasher::mail_before(const Event& event) const {
  Fingerprint before{};
  for (const MailEntry& entry : mail_)
    if (entry.mailbox == event.access[0].object && entry.thread != event.thread &&
        mails_conflict(entry.mail, mail_of(event)))
      add_to_set(before, entry.name);
  return before;
}

Fingerprint TraceHasher::add(const Event& event) {
  auto grow = [](auto& table, size_t index) -> auto& {
    if (index >= table.size()) table.resize(index + 1);
    return table[index];
  };
  const Operation& op = event.op;
  size_t t = event.thread.index();
  Fingerprint h = combine(grow(last_of_thread_, t), t);
  h = combine(h, static_cast<uint64_t>(op.code) << 32 | event.choice);
  for (uint32_t i = 0; i < event.access_count; i++) {
    const Access& access = event.access[i];
    ObjectState& object = grow(objects_, access.object.index());
    h = combine(h, static_cast<uint64_t>(access.object.number) << 8 | static_cast<uint64_t>(access.mode));
    h = combine(h, object.last_write);
    bool ignores_reads = access.mode == Mode::kRead || is_of_mailbox(access.mode);
    h = combine(h, ignores_reads ? kNothing : object.reads);
    h = combine(h, access.mode == Mode::kShared ? kNothing : object.shared);
    if (is_of_mailbox(access.mode)) h = combine(h, mail_before(event));
  }
  if (op.code == OpCode::kJoin) h = combine(h, grow(last_of_thread_, op.partner.index()));
  if (op.code == OpCode::kWake) h = combine(h, grow(waker_of_thread_, t));

  for (uint32_t i = 0; i < event.access_count; i++) {
    const Access& access = event.access[i];
    ObjectState& object = objects_[access.object.index()];
    if (is_of_mailbox(access.mode)) {
      mail_.push_back({access.object, event.thread, mail_of(event), h});
      add_to_set(object.reads, h);  // what writes the mailbox otherwise comes after all of it
    } else if (access.mode == Mode::kWrite)
      object = {h, {}, {}};
    else
      add_to_set(access.mode == Mode::kRead ? object.reads : object.shared, h);
  }
  last_of_thread_[t] = h;
  if (op.code == OpCode::kSpawn) {
    Fingerprint& child = grow(last_of_thread_, op.partner.index());
    child = combine(child, h);
  }
  if (event.access_count == 1)
    for (uint64_t woken = threads_woken(op, event.access[0].before, event.choice); woken != 0; woken &= woken - 1)
      grow(waker_of_thread_, static_cast<size_t>(std::countr_zero(woken))) = h;
  return h;
}

Fingerprint TraceHasher::fingerprint() const {
  Fingerprint result = kNothing;
  for (size_t t = 0; t < last_of_thread_.size(); t++)
    if (last_of_thread_[t] != Fingerprint{}) result = combine(combine(result, t), last_of_thread_[t]);
  return result;
}

}  // namespace mazurka
