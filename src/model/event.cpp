#include "model/event.hpp"

namespace mazurka {

namespace {
Mode under(Equivalence equivalence, Mode mode) {
  return mode == Mode::kShared && !equivalence.commute_shared ? Mode::kWrite : mode;
}

Mode without_mailboxes(Mode mode) {
  switch (mode) {
    case Mode::kEmpty:
    case Mode::kCounted:
    case Mode::kFull:
    case Mode::kRefused: return Mode::kRead;
    default: return Mode::kWrite;
  }
}

}  // namespace

Mail mail_of(const Event& event) {
  const Access& rest = event.access[1];
  Mail mail;
  mail.message = static_cast<MessageId>(rest.before);
  mail.tag = rest.after;
  mail.number = rest.previous;
  mail.rank = rest.previous_write;
  mail.kind = rest.mode;
  mail.match = event.op.a;
  mail.preference = preference_of(event.op);
  mail.capacity = capacity_of(event.op);
  return mail;
}

namespace {
void set_mail(Event& event) {
  Mail mail = mail_at(event.op, event.thread, mailbox_at(event.access[0].before));
  Access& rest = event.access[1];
  rest.before = static_cast<Value>(mail.message);
  rest.after = mail.tag;
  rest.previous = mail.number;
  rest.previous_write = mail.rank;
  rest.mode = mail.kind;
  event.access[0].mode = event.op.ordered ? without_mailboxes(mail.kind) : mail.kind;
}
}  // namespace

void deliver(Mailbox& mailbox, const Event& event) {
  if (is_of_mailbox(event.op.code))
    deliver(mailbox, mail_of(event));
  else if (event.access[0].mode == Mode::kWrite)
    mailbox.clear();
}

void set_accesses(Event& event, Equivalence equivalence, Value value, Value value2) {
  const Operation& op = event.op;
  event.access_count = object_count(op.code);
  if (event.access_count == 0) return;
  Access& first = event.access[0];
  first.object = op.object;
  first.before = first.after = value;
  if (event.access_count == 1) {
    if (is_of_mailbox(op.code)) {
      set_mail(event);
      return;
    }
    first.mode = under(equivalence, mode_of(op, event.thread, value, event.choice));
    return;
  }
  ModePair modes = modes_of_pair(op.code);
  first.mode = under(equivalence, modes.first);
  if (op.object == op.object2) {
    event.access_count = 1;
    if (modes.first != modes.second) first.mode = Mode::kWrite;
    return;
  }
  Access& second = event.access[1];
  second.object = op.object2;
  second.before = second.after = value2;
  second.mode = under(equivalence, modes.second);
}

}  // namespace mazurka
