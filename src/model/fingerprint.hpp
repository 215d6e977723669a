// The name of a Mazurkiewicz trace: 128 bits that are equal exactly if two executions are equivalent (up to collisions
// of a 128-bit hash). Each event is hashed with the hashes of the events it depends on immediately; the name of the
// trace is the hash of every thread's last event, hence does not depend on the order in which independent events came.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/event.hpp"

namespace mazurka {

struct Fingerprint {
  uint64_t high = 0;
  uint64_t low = 0;
  friend constexpr auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

// Hashes the events of one execution in their order. Copyable: a copy goes on on its own.
class TraceHasher {
 public:
  // Forgets everything. Threads and objects beyond these counts are added as they appear.
  void reset(uint32_t threads, uint32_t objects);

  // Adds the next event; of it only thread, choice, op and accesses (object, mode, before) are used. The result names
  // the event with its causal past.
  Fingerprint add(const Event& event);

  // The name of the trace of all events added.
  Fingerprint fingerprint() const;

 private:
  Fingerprint mail_before(const Event& event) const;

  struct ObjectState {
    Fingerprint last_write, reads, shared;  // reads and shared: sums over those since the last write
  };
  std::vector<Fingerprint> last_of_thread_;
  std::vector<Fingerprint> waker_of_thread_;
  // What was done to mailboxes. Which of it an event depends on is found by looking at all of it.
  struct MailEntry {
    ObjectId mailbox;
    ThreadId thread;
    Mail mail;
    Fingerprint name;
  };
  std::vector<ObjectState> objects_;
  std::vector<MailEntry> mail_;
};

}  // namespace mazurka

template <>
struct std::hash<mazurka::Fingerprint> {
  size_t operator()(const mazurka::Fingerprint& f) const { return f.low ^ (f.high * 31); }
};
