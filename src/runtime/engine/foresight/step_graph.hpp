// What threads did in executions so far: a graph of the states that each was in.
//
// A node is the state of one thread that is about to do an operation, or has ended: its stack and registers, and
// whatever else its next steps depend on beside the values that it finds. An edge is what came of the operation: the
// values that it found, and what the thread then read, did and wrote up to its next operation.
#pragma once

#include <cstdint>
#include <span>

#include "base/hash.hpp"
#include "base/metered.hpp"
#include "explore/program.hpp"

namespace mazurka::runtime {

// A place in memory by its number (watched_memory.hpp), and a value of it; or there is no memory any more.
struct PlaceValue {
  uint32_t place : 31;
  uint32_t is_gone : 1;
  uint32_t value;
};

class StepGraph {
 public:
  using Node = uint32_t;
  static constexpr Node kNone = 0;

  // A thread that is about to do an operation, or has ended; how that is called, and where. States of one name are the
  // same.
  struct State {
    ThreadView view;
    uint64_t pc = 0;
    const char* call = "";
    Value result = 0;   // of a thread that has ended
    uint64_t heap = 0;  // what it has allocated and freed since the base
    Fingerprint name;
  };
  struct Outcome {
    Choice choice = 0;
    Value before = 0;  // of the operation's object; the result of a thread that was joined
    Value after = 0;
    Node next = kNone;                     // the thread's state then
    Node started = kNone;                  // that of the thread that it started
    bool exits = false;                    // the program has come to its end
    uint32_t finds = 0, find_count = 0;    // in values(): what it found at places first
    uint32_t writes = 0, write_count = 0;  // in values(): what it left there
  };

  StepGraph() { clear(); }
  void clear();
  // There is no room for more.
  bool is_full() const { return states_.size() >= kMost || outcomes_.size() >= kMost || values_.size() >= kMostValues; }

  // The node of the state.
  Node node_of(const State& state);
  void add(Node from, const Outcome& outcome);
  // Keeps them; returns where.
  uint32_t keep(std::span<const PlaceValue> values);

  const State& operator[](Node node) const { return states_[node].state; }
  std::span<const PlaceValue> values(uint32_t first, uint32_t count) const { return {values_.data() + first, count}; }

  // What came of it when the thread was in this state, and found these values; or null. `holds`: is this the value of
  // the place now?
  template <class Holds>
  [[gnu::always_inline]] const Outcome* find(Node from, Choice choice, Value before, Holds&& holds) {
    KnownState& state = states_[from];
    if (state.state.view.next.code == OpCode::kStore) before = 0;
    auto is_it = [&](const KnownOutcome& known) {
      if (known.from != from || known.found != before || known.outcome.choice != choice) return false;
      bool all = true;
      for (const PlaceValue& found : values(known.outcome.finds, known.outcome.find_count)) all = all && holds(found);
      return all;
    };
    // Mostly it is the same as the last time.
    if (state.last != 0 && is_it(outcomes_[state.last])) return &outcomes_[state.last].outcome;
    for (size_t at = place_of(from, choice, before); places_[at] != 0; at = (at + 1) & (places_.size() - 1)) {
      if (!is_it(outcomes_[places_[at]])) continue;
      state.last = places_[at];
      return &outcomes_[state.last].outcome;
    }
    return nullptr;
  }

 private:
  // Some megabytes. What does not fit is run.
  static constexpr size_t kMost = 1 << 17, kMostValues = 1 << 19;
  struct KnownState {
    State state;
    uint32_t last = 0;  // the outcome that was found last
  };
  struct KnownOutcome {
    Node from = kNone;
    Value found = 0;  // by the operation, if it gets to know the value
    Outcome outcome;
  };
  void grow_nodes();
  void grow_places();
  size_t place_of(Node from, Choice choice, Value found) const {
    return static_cast<size_t>(combine_hashes(static_cast<uint64_t>(found), uint64_t{choice} << 32 | from)) &
           (places_.size() - 1);
  }

  Vec<KnownState> states_;      // the first one is none
  Vec<KnownOutcome> outcomes_;  // the same
  Vec<PlaceValue> values_;
  Vec<Node> nodes_;       // open addressing by name
  Vec<uint32_t> places_;  // of outcomes, by what they come of
};

}  // namespace mazurka::runtime
