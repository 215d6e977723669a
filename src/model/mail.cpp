#include "model/mail.hpp"

namespace mazurka {

Mail mail_at(const Operation& op, ThreadId thread, const MailboxState& state) {
  Mail mail;
  mail.capacity = capacity_of(op);
  switch (op.code) {
    case OpCode::kSend:
    case OpCode::kTrySend:
      mail.message = message_id(thread, op.object2.number);
      mail.tag = op.a;
      mail.rank = rank_of(op);
      mail.number = state.sent;
      mail.kind = state.closed                                        ? Mode::kRefused
                  : mail.capacity == 0 || state.count < mail.capacity ? Mode::kSend
                  : op.code == OpCode::kSend                          ? Mode::kBlocked
                                                                      : Mode::kFull;
      return mail;
    case OpCode::kReceive:
    case OpCode::kPoll: {
      mail.match = op.a;
      mail.preference = preference_of(op);
      uint32_t cell = first_match(state, op.a, mail.preference);
      if (cell == kNoCell) {
        mail.kind = op.code == OpCode::kPoll || state.closed ? Mode::kEmpty : Mode::kWaiting;
        return mail;
      }
      mail.message = state.cells[cell].id;
      mail.tag = state.cells[cell].tag;
      mail.rank = state.cells[cell].rank;
      mail.number = state.taken;
      mail.kind = Mode::kReceive;
      return mail;
    }
    case OpCode::kCount:
      mail.message = state.count;
      mail.kind = Mode::kCounted;
      return mail;
    default: mail.kind = Mode::kClose; return mail;
  }
}

namespace {

// Would the receiver have taken this message rather than the one it took, though it was sent later?
bool is_preferred(const Mail& send, const Mail& receive) {
  bool is_better = receive.preference == Preference::kLowestTag ? send.tag < receive.tag : send.rank > receive.rank;
  return is_better && matches(receive.match, send.tag);
}

bool send_conflicts(const Mail& send, const Mail& other) {
  switch (other.kind) {
    case Mode::kSend:
    case Mode::kBlocked:
    case Mode::kFull:
    case Mode::kCounted:
    case Mode::kClose: return true;
    case Mode::kReceive:
      return other.message == send.message ||
             (send.capacity != 0 && send.number >= send.capacity && other.number == send.number - send.capacity) ||
             is_preferred(send, other);
    case Mode::kEmpty: return send.capacity != 0 || matches(other.match, send.tag);
    case Mode::kRefused: return send.capacity != 0;
    default: return false;
  }
}

bool receive_conflicts(const Mail& receive, const Mail& other) {
  switch (other.kind) {
    case Mode::kReceive:
      return receive.capacity != 0 || matches(receive.match, other.tag) || matches(other.match, receive.tag);
    case Mode::kEmpty:
    case Mode::kWaiting: return matches(other.match, receive.tag);
    case Mode::kFull:
    case Mode::kCounted: return true;
    case Mode::kRefused:
    case Mode::kClose: return receive.capacity != 0;
    default: return false;
  }
}

}  // namespace

bool mails_conflict(const Mail& a, const Mail& b) {
  if (a.kind == Mode::kSend) return send_conflicts(a, b);
  if (b.kind == Mode::kSend) return send_conflicts(b, a);
  if (a.kind == Mode::kReceive) return receive_conflicts(a, b);
  if (b.kind == Mode::kReceive) return receive_conflicts(b, a);
  return a.kind == Mode::kClose || b.kind == Mode::kClose;
}

void deliver(Mailbox& mailbox, const Mail& mail) {
  switch (mail.kind) {
    case Mode::kSend: mailbox.send({mail.message, mail.tag, mail.rank}); break;
    case Mode::kReceive: mailbox.take_message(mail.message); break;
    case Mode::kClose: mailbox.close(); break;
    default: break;
  }
}

}  // namespace mazurka
