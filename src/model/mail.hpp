// What an operation on a mailbox does there, and with which others it commutes.
//
// Two of them are dependent only where their order can matter. That depends on what came of them: a receiver depends on
// the send of the message it took, and on no other; two receivers depend on each other if one could have taken the
// other's message. Sends always do, for they order the messages. The number of free places in a bounded mailbox, too,
// counts only between the send that needs a place and the receive that made it. Some of the pairs of a bounded mailbox
// are dependent though they commute: without that, executions would be repeated or given up (docs/algorithms.md). A
// mailbox is taken as a whole (Operation::ordered) where receivers prefer the lowest tag, and where there are ranks
// together with a capacity, tags or a close: what a receiver would take instead is not known by these rules.
#pragma once

#include <cstdint>

#include "base/ids.hpp"
#include "model/mailbox.hpp"
#include "model/operation.hpp"

namespace mazurka {

// The outcome of an operation on a mailbox.
struct Mail {
  MessageId message = 0;  // sent or taken; of kCounted how many there are
  Value tag = 0;          // of that message
  Value match = 0;        // a receiver's, and
  Preference preference = Preference::kHighestRank;
  uint32_t number = 0;      // of a message sent: how many were sent before; of one taken: how many were taken before
  uint32_t capacity = 0;    // of the mailbox
  uint32_t rank = 0;        // of the message
  Mode kind = Mode::kRead;  // one of those of mailboxes
};

// What comes of the operation in this state; of one that is disabled there, kWaiting or kBlocked.
Mail mail_at(const Operation& op, ThreadId thread, const MailboxState& state);

// Do two operations of different threads on one mailbox not commute?
bool mails_conflict(const Mail& a, const Mail& b);

// Adds to a state what an operation with this outcome does.
void deliver(Mailbox& mailbox, const Mail& mail);

}  // namespace mazurka
