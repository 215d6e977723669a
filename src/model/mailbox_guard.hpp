// Which operations on a mailbox are enabled: what operation.cpp knows of mailboxes, which stand on operations. Defined
// in mailbox.cpp.
#pragma once

#include <cstdint>

#include "model/value.hpp"

namespace mazurka {

// Of the mailbox whose value this is (mailbox.hpp): does a send not have to wait, or a receive?
bool may_send(Value mailbox, uint32_t capacity);
bool may_receive(Value mailbox, Value match);

}  // namespace mazurka
