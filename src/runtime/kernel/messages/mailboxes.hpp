// Mailboxes as objects of the exploration: those of <mazurka/mailbox.hpp>, the kernel's message queues, and sockets
// that keep messages apart.
//
// Sending and receiving are single operations of the model, which knows where their order matters (model/mail.hpp). So
// nothing that depends on more than that may be learned from one: a send happens before the receive that takes the
// message, a receive before the send that needed its place, a close before whatever found the mailbox closed. Nothing
// else is ordered, neither for the race detector nor for the clocks.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "model/mailbox.hpp"
#include "model/operation.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

struct Transfer;

// A message that was sent, with what belongs to it.
struct Letter {
  void* message = nullptr;  // the program's, or
  std::string data;         // the kernel's
  uint32_t number = 0;      // how many were sent to this mailbox before
  uint32_t sender = 0;
  Nanoseconds sent_at = 0;
  Value tag = 0;
  uint32_t rank = 0;
  uint32_t step = 0;  // replay: which step of the execution, from 1
  std::string text;   // replay: what it says
};

struct Envelope {
  Value tag = 0;
  uint32_t rank = 0;
  void* message = nullptr;
  const char* data = nullptr;  // copied when it is sent; or
  size_t bytes = 0;
  const Transfer* transfer = nullptr;  // all of it
  const char* text = "";
};

// What a receiver takes.
struct Wanted {
  Value match = kAnyMessage;
  Preference preference = Preference::kHighestRank;
};

enum class Sent : uint8_t { kSent, kFull, kClosed };
enum class Found : uint8_t { kMessage, kNothing, kClosed };

// How a thread does it.
struct Manner {
  bool waits = true;
  bool may_be_cancelled = false;  // it is a cancellation point
  const char* name = "";
  uint64_t pc = 0;
};

// User thread's side, all but `value`. Never destroyed: it stands for a place that mailboxes of many executions have.
class MailboxObject {
 public:
  // `place`: where it is in the program's memory; 0: it has no place there. What is learned of it is learned of a
  // number, which comes of the place, or is given. That several have the same number does no harm.
  explicit MailboxObject(uintptr_t place = 0, uint32_t number = 0)
      : place_(place), number_(static_cast<uint32_t>(place / 16 + number) % kMaxThreads) {}
  MailboxObject(const MailboxObject&) = delete;
  MailboxObject& operator=(const MailboxObject&) = delete;

  // With nothing in it. A step if it was in use.
  void make(const Manner& manner);
  // Nobody may use it any more. A step. What is in it can be had by take_rest().
  void destroy(const Manner& manner);

  // The capacity is the same in all operations; 0: unbounded. As long as no execution sends more messages than that, it
  // is taken for unbounded: then nobody ever waits for room, in whatever order things happen.
  Sent send(const Envelope& envelope, uint32_t capacity, const Manner& manner);
  Found receive(Wanted wanted, uint32_t capacity, const Manner& manner, Letter& taken);
  // All that changes it is dependent (Operation::ordered). Learned: the execution is abandoned if it was not known.
  void take_as_a_whole();
  bool is_whole() const;
  // How many messages there are: a step that depends on all others. False: it is closed.
  bool look(uint32_t& count, uint32_t capacity, const Manner& manner);
  // False: it was closed before.
  bool close(uint32_t capacity, const Manner& manner);
  // Not a step: the messages that a destroyed mailbox had. False: there is none.
  bool take_rest(Letter& taken);

  // In messages that nobody has taken, and whether it is closed; belong to a step that was made.
  size_t bytes() const;
  bool is_closed() const { return contents_.get().closed; }

  uintptr_t place() const { return place_; }
  const MailboxState& state() const;
  // Equal as long as nothing happens to it.
  Value sight() const;
  // Replay: what lies in it, for people.
  void describe(char* text, size_t bytes) const;

 private:
  struct Contents {
    std::vector<MailboxCell> cells;
    std::vector<Letter> letters;  // of the same index
    std::vector<Nanoseconds> taken_at;
    uint32_t sent = 0, taken = 0;
    Nanoseconds closed_at = 0;
    bool closed = false, destroyed = false;
  };
  // What the race detector knows a message by, and with the next byte its place.
  struct Key {
    char bytes[8];
  };
  void announce(Operation op, const Manner& manner);
  // The capacity that counts.
  uint32_t bound(uint32_t capacity) const;
  void find_closed();
  void put(const Envelope& envelope, uint32_t capacity);
  void take(uint32_t index, uint32_t capacity, Letter& taken);
  const void* key_of_message(uint32_t number);
  const void* key_of_room(uint32_t number) { return static_cast<const char*>(key_of_message(number)) + 1; }

  const uintptr_t place_;
  const uint32_t number_;
  PerExecution<Contents> contents_;
  mutable MailboxState state_;
  mutable uint64_t asked_in_ = 0;  // in which execution is_whole() was asked last, and
  mutable bool was_whole_ = false;
  std::deque<Key> keys_;
};

}  // namespace mazurka::runtime
