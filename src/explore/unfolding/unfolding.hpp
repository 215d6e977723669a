// The events of a program's unfolding: what can happen in some execution, each stored once.
//
// An event of the unfolding is a step together with its whole history, so that the same step after another history is
// another event. Its name is <thread, previous event of the thread (or the spawn), outcome, causes>. The causes are the
// events of other threads, and accesses of its own, that it follows immediately: for each of its objects the last write
// and, if it writes itself, all reads of that; for a join the last event of the joined thread, for a wakeup the signal;
// for an operation on a mailbox what does not commute with its outcome, but for what happens before other such events.
// What the operation is, whether it is enabled and what it does to its objects follows from these, since the program is
// deterministic.
//
// Two events of a thread, one of which is not in the history of the other, exclude each other; so do accesses of one
// object, of which one writes. What the history of an event holds is told by two rows for each event: a clock, and for
// each thread its last event in the history. See docs/algorithms.md for what was measured against the alternatives.
#pragma once

#include <cstdint>

#include "base/ids.hpp"
#include "base/vector_clock.hpp"
#include "model/event.hpp"

namespace mazurka {

// Number 0 is no event: the beginning of everything.
using UnfoldingId = Id<struct UnfoldingTag>;

// What the search for alternatives looks at comes first, so that it is together in memory.
struct UnfoldingEvent {
  static constexpr uint32_t kNowhere = UINT32_MAX;

  ThreadId thread;
  uint32_t index = 0;               // 1 for the thread's first event
  UnfoldingId previous;             // in the thread, or the spawn
  UnfoldingId jump;                 // an earlier event of the thread, for ancestor(); none for the first
  uint32_t excluded_at = kNowhere;  // in D, since this level
  uint32_t position = kNowhere;     // in the configuration at hand
  uint32_t size = 0;                // of its history, itself included: larger than that of any event in the history
  Choice choice = 0;
  ObjectId object[2];
  Mode mode[2] = {};
  uint8_t access_count = 0;
  OpCode code = OpCode::kLoad;
  uint32_t mark = 0;
  uint32_t mail = 0;  // of an operation on a mailbox: where its outcome is (Unfolding::mail_of)
  uint64_t hash = 0;
  Vec<UnfoldingId> causes;  // sorted, each once

  // Events that are known to be in immediate conflict with this one, but for those that wait elsewhere until they fit
  // (comb.hpp).
  Vec<UnfoldingId> conflicts;
  Vec<UnfoldingId> conflict_of;  // the events among whose conflicts this one was put

  bool is_in_use() const { return position != kNowhere || excluded_at != kNowhere; }
};

class Unfolding {
 public:
  Unfolding();

  UnfoldingEvent& operator[](UnfoldingId id) { return events_[id.index()]; }
  const UnfoldingEvent& operator[](UnfoldingId id) const { return events_[id.index()]; }

  // Do the two, of different threads, touch a common object in modes that do not commute?
  bool accesses_conflict(const UnfoldingEvent& a, const UnfoldingEvent& b) const {
    for (uint32_t i = 0; i < a.access_count; i++)
      for (uint32_t k = 0; k < b.access_count; k++)
        if (a.object[i] == b.object[k] && modes_conflict(a, a.mode[i], b, b.mode[k])) return true;
    return false;
  }
  // ... of which these are the modes.
  bool modes_conflict(const UnfoldingEvent& a, Mode mode, const UnfoldingEvent& b, Mode other) const {
    if (!conflict(mode, other)) return false;
    return !is_of_mailbox(mode) || !is_of_mailbox(other) || mails_conflict(mail_of(a), mail_of(b));
  }
  const Mail& mail_of(const UnfoldingEvent& event) const { return mails_[event.mail]; }

  // What happens before the event or is it, per thread: how many, and the last. Lanes beyond width() do not exist.
  ConstClock clock(UnfoldingId id) const { return clocks_[id.index()]; }
  UnfoldingId last(UnfoldingId id, size_t thread) const { return UnfoldingId(lasts_[id.index()][thread]); }
  // The event of the same thread with this index in the history of an event, or that itself. In O(log n): each event
  // has a pointer to one further back, so that the distances are those of a skew binary number system.
  UnfoldingId ancestor(UnfoldingId id, uint32_t index) const {
    while ((*this)[id].index > index) {
      UnfoldingId jump = (*this)[id].jump;
      id = (*this)[jump].index >= index ? jump : (*this)[id].previous;
    }
    return id;
  }
  uint32_t width() const { return clocks_.width(); }
  void widen(uint32_t width);

  // The event with this name, made if it is new; of `step` thread, index, outcome, operation and accesses (objects and
  // modes) are used. Sorts `causes`.
  UnfoldingId intern(const Event& step, UnfoldingId previous, Vec<UnfoldingId>& causes);

  // Puts an event among the conflicts of another, if it was not there.
  void add_conflict(UnfoldingId of, UnfoldingId event);

  // Forgets the events that are neither marked nor in the history of one that is.
  void begin_marking() { epoch_++; }
  void mark_with_history(UnfoldingId id);
  bool is_marked(UnfoldingId id) const { return (*this)[id].mark == epoch_; }
  void sweep();

  uint64_t size() const { return events_.size() - 1 - free_.size(); }
  uint64_t created() const { return created_; }
  uint64_t peak() const { return peak_; }
  uint32_t thread_depth() const { return thread_depth_; }

  // Clocks, histories and names agree with each other. For debug builds and tests.
  void check_invariants() const;

 private:
  UnfoldingId new_event();
  void fill_rows(UnfoldingId id, const UnfoldingEvent& event);
  UnfoldingId jump_from(const UnfoldingEvent& event) const;
  void grow_table();
  void insert_in_table(UnfoldingId id);
  static uint64_t hash_of(const Event& step, UnfoldingId previous, const Vec<UnfoldingId>& causes);

  Vec<UnfoldingEvent> events_;
  ClockTable clocks_;
  ClockTable lasts_;  // numbers of events
  Vec<Mail> mails_;   // by the number of the event, as far as there are any
  Vec<UnfoldingId> free_;
  Vec<UnfoldingId> table_;  // hash table with open addressing, its size a power of two
  Vec<UnfoldingId> todo_;
  uint32_t epoch_ = 0;
  uint64_t created_ = 0;
  uint64_t peak_ = 0;
  uint32_t thread_depth_ = 0;
};

}  // namespace mazurka
