// An execution with its happens-before relation: the events in the order in which they were executed, and for each two
// clocks.
//
//   clock(k)  what happens before event k or is k itself
//   past(k)   the part of it that can never be reversed: the thread's earlier events, and the order that spawn, join
//   and a
//             condition variable's wakeup impose, closed under happens-before; k itself is not in it
//
// A Trace only stores; explore/recorder.hpp fills it while it runs the program.
#pragma once

#include <cstdint>

#include "base/check.hpp"
#include "base/vector_clock.hpp"
#include "model/event.hpp"
#include "model/inputs.hpp"

namespace mazurka {

class Trace {
 public:
  explicit Trace(uint32_t clock_width = kLanes) : clocks_(clock_width), joined_pasts_(clock_width) { add_zero_row(); }

  uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Event& operator[](uint32_t position) const { return events_[position]; }
  Event& operator[](uint32_t position) { return events_[position]; }
  const Event* data() const { return events_.data(); }
  uint32_t clock_width() const { return clocks_.width(); }

  ConstClock clock(uint32_t position) const { return clocks_[position + 1]; }
  Clock clock(uint32_t position) { return clocks_[position + 1]; }
  // The clock of the event at position - 1; all zero for 0.
  ConstClock clock_or_zero(PositionPlusOne position) const { return clocks_[position]; }
  ConstClock past(uint32_t position) const {
    uint32_t own = notes_[position].joined_past;
    return own != 0 ? joined_pasts_[own - 1] : clocks_[events_[position].previous_in_thread];
  }

  // Does the event at `earlier` happen before the one at `later` (or is it the same)?
  bool happens_before(uint32_t earlier, uint32_t later) const {
    return clock_has(clock(later), events_[earlier].thread, events_[earlier].index);
  }

  // Adds an event, to be filled in by the caller; then order_after() for it, then its clock. Traces whose events at
  // some position have the same serial number are the same up to there: whoever records an event gives it a new one.
  Event& push(uint64_t serial) {
    if (size_ == events_.size()) [[unlikely]]
      grow(2 * size_t{size_} + 32);
    clocks_.push();
    notes_[size_] = {serial, 0, static_cast<uint32_t>(joined_pasts_.size())};
    return events_[size_++];
  }
  // How many events, up to `most`, two traces have in common.
  uint32_t common_prefix(const Trace& other, uint32_t most) const;

  // The last event has its links: sets its past, which is the join of two where it has `ordered_after` beside its
  // thread's own.
  void order_after(uint32_t position) {
    if (events_[position].ordered_after != 0) join_pasts(position);
  }
  void pop();
  void clear();

  // Becomes a copy of the first events of another trace.
  void assign_prefix(const Trace& other, uint32_t events);

  // Of programs with inputs: the constraints before any event, and those after each.
  PathView path() const {
    if (path_ends_.empty()) return {};
    return {{constraints_.data(), path_ends_[size()]}, {path_ends_.data(), size() + 1}};
  }
  // How many there are before the event at `position`.
  uint32_t path_size(uint32_t position) const { return path_ends_[position]; }
  // Sets those before any event; then those after the events from the first on.
  void begin_path(std::span<const ConstraintId> root);
  void extend_path(uint32_t position, std::span<const ConstraintId> constraints);

  // Clocks, links and indices agree with each other. Costs a pass over everything: for debug builds and tests.
  void check_invariants() const;

  void widen(uint32_t clock_width) {
    clocks_.widen(clock_width);
    joined_pasts_.widen(clock_width);
  }

 private:
  void join_pasts(uint32_t position);
  void add_zero_row() { clear_clock(clocks_.push(), clocks_.width()); }

  struct Note {
    uint64_t serial;
    uint32_t joined_past;  // 0, or 1 + its row in joined_pasts_
    uint32_t rows_before;  // in joined_pasts_: those of earlier events
  };
  void grow(size_t room) {
    events_.resize(room);
    notes_.resize(room);
  }

  uint32_t size_ = 0;
  Vec<Event> events_;  // what lies beyond size_ is left over
  Vec<Note> notes_;    // per event
  ClockTable clocks_;  // row 0 is zero, row k + 1 belongs to event k
  ClockTable joined_pasts_;
  Vec<ConstraintId> constraints_;  // in the order of execution
  Vec<uint32_t> path_ends_;        // as PathView has them; what lies beyond the events is left over
};

}  // namespace mazurka
