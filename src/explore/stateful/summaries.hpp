// What is done from a state on, as far as it matters to what came before: the summary of the state.
//
// An entry is an access that some execution from the state on does, and what of the present state is in its past for
// ever: whatever led to the state, those of its events that the past names come before the access, and can never come
// after it. With that, the races of the access with the events before the state can be found without running anything.
//
// Summaries, and what they are made of, are kept once each: most states have a summary that another one has. So is what
// comes of lifting one over an event.
#pragma once

#include <cstdint>

#include "base/metered.hpp"
#include "explore/critical_sections.hpp"
#include "explore/stateful/interner.hpp"
#include "model/event.hpp"

namespace mazurka {

// An access to one object that a thread will do.
struct FutureAccess {
  uint32_t thread = 0;
  uint32_t object = 0;
  bool writes = false;
  bool is_mail = false;      // on a mailbox: it counts as dependent on all others there
  bool walking = false;      // there is a write between, before which it is disabled: only writes count from there on
  bool read_before = false;  // others read the object in between: writes that come earlier are not its races
  bool guarded = false;
  // Of the operation, what decides whether it is enabled at a value; of others it is not kept.
  OpCode code = OpCode::kLoad;
  Comparison comparison = Comparison::kEqual;
  Value a = 0;
  Value b = 0;

  bool is_enabled_at(Value value) const;
  friend bool operator==(const FutureAccess&, const FutureAccess&) = default;
};
// The k-th access of an event.
FutureAccess access_of(const Event& event, uint32_t k);

// Locations of plain memory that critical sections use are objects, too, with numbers that no other ones have.
inline constexpr uint32_t kFirstLocation = uint32_t{1} << 30;
FutureAccess access_of(ThreadId thread, const PlainUse& use);

// Parts of a state by which its events are named: all up to the last one of a thread; the one that woke it; those that
// an access of an object depends on.
struct Past {
  uint64_t threads = 0;  // a bit each
  uint64_t wakes = 0;
  Vec<uint32_t> objects;  // sorted: 2 * object, plus 1 for a write

  friend bool operator==(const Past&, const Past&) = default;
};
// Without the objects: what comes before the event whatever is reversed.
Past own_past_of(const Event& event);

// Threads that entries and pasts can name.
inline constexpr uint32_t kMaxSummaryThreads = 64;

class Summaries {
 public:
  // 0 is the empty summary.
  using Id = uint32_t;
  struct Entry {
    uint32_t access;  // in accesses
    uint32_t past;    // in pasts
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  Summaries();

  // Of a state from which both are done.
  Id join(Id a, Id b);
  Id with(Id summary, const FutureAccess& access, const Past& past);
  // What of an event matters to summaries.
  using StepId = uint32_t;
  StepId step(const Event& event, std::span<const PlainUse> uses) { return steps_.put(step_of(event, uses)); }
  // Of the state before the step, out of that of the state after it.
  Id lift(StepId step, Id after);
  // May the access of the entry, of the state after the step, come before the step?
  bool races(StepId step, const Entry& entry) const;
  // Do both orders lead to the same state?
  bool are_independent(StepId a, StepId b) const;

  // The same summary here as that one is there.
  Id copy(const Summaries& other, Id summary);

  const Vec<Entry>& entries(Id summary) const { return summaries_[summary]; }
  const FutureAccess& access(const Entry& entry) const { return accesses_[entry.access]; }
  const Past& past(const Entry& entry) const { return pasts_[entry.past]; }
  uint32_t count() const { return summaries_.size(); }

  // For tests: without the rule.
  bool walks = true;

 private:
  struct Step {
    uint32_t thread = 0;
    uint32_t started = UINT32_MAX;  // the thread that it starts
    uint64_t woken = 0;
    Past own;                 // with the objects
    Vec<FutureAccess> added;  // its accesses
    Vec<Value> before;        // the values that they found, where that can matter

    friend bool operator==(const Step&, const Step&) = default;
  };
  static Step step_of(const Event& event, std::span<const PlainUse> uses);
  bool is_in_past(const Step& step, const Past& past) const;
  // False: the entry is not needed before the step.
  bool lift_access(const Step& step, FutureAccess& access) const;
  uint32_t intersect(uint32_t a, uint32_t b);
  uint32_t unite(uint32_t past, uint32_t step);
  void put(Vec<Entry>& into, Entry entry);

  static uint64_t hash_of(const FutureAccess& access);
  static uint64_t hash_of(const Past& past);
  static uint64_t hash_of(const Step& step);
  static uint64_t hash_of(const Vec<Entry>& entries);
  struct Hasher {
    template <class T>
    uint64_t operator()(const T& value) const {
      return hash_of(value);
    }
  };

  Interner<FutureAccess, Hasher> accesses_;
  Interner<Past, Hasher> pasts_;
  Interner<Step, Hasher> steps_;
  Interner<Vec<Entry>, Hasher> summaries_;
  PairMemo lifted_;       // step, summary
  PairMemo joined_;       // two summaries
  PairMemo intersected_;  // two pasts
  PairMemo united_;       // step, past
};

}  // namespace mazurka
