#include "model/trace.hpp"

#include <algorithm>
#include <bit>

namespace mazurka {

void Trace::join_pasts(uint32_t position) {
  const Event& event = events_[position];
  Clock past = joined_pasts_.push();
  copy_clock(past, clocks_[event.previous_in_thread], clocks_.width());
  join_clock(past, clocks_[event.ordered_after], clocks_.width());
  joined_past_[position] = static_cast<uint32_t>(joined_pasts_.size());
}

void Trace::pop() {
  if (joined_past_.back() != 0) joined_pasts_.pop();
  joined_past_.pop_back();
  clocks_.pop();
  events_.pop_back();
}

void Trace::clear() {
  events_.clear();
  joined_past_.clear();
  joined_pasts_.truncate(0);
  clocks_.truncate(1);
}

void Trace::assign_prefix(const Trace& other, uint32_t events) {
  CHECK(events <= other.size(), "a prefix is not longer than the trace");
  // It will become about as long as the other.
  size_t room = std::bit_ceil(std::max<size_t>(other.size() + 1, 32));
  events_.reserve(room);
  joined_past_.reserve(room);
  clocks_.reserve(room, other.clock_width());
  events_.resize(events);
  joined_past_.resize(events);
  if (events != 0) {
    std::memcpy(static_cast<void*>(events_.data()), other.events_.data(), events * sizeof(Event));
    std::memcpy(joined_past_.data(), other.joined_past_.data(), events * sizeof(uint32_t));
  }
  clocks_.assign_prefix(other.clocks_, events + 1);
  size_t rows = other.joined_pasts_.size();
  for (uint32_t k = events; k < other.size(); k++)
    if (other.joined_past_[k] != 0) {
      rows = other.joined_past_[k] - 1;
      break;
    }
  joined_pasts_.assign_prefix(other.joined_pasts_, rows);
  if (other.path_ends_.empty()) {
    path_ends_.clear();
  } else {
    path_ends_.assign(other.path_ends_.begin(), other.path_ends_.begin() + events + 1);
    constraints_.assign(other.constraints_.begin(), other.constraints_.begin() + path_ends_[events]);
  }
}

void Trace::begin_path(std::span<const ConstraintId> root) {
  constraints_.assign(root.begin(), root.end());
  path_ends_.assign(1, static_cast<uint32_t>(root.size()));
}

void Trace::extend_path(uint32_t position, std::span<const ConstraintId> constraints) {
  path_ends_.resize(position + 1);
  constraints_.resize(path_ends_[position]);
  constraints_.insert(constraints_.end(), constraints.begin(), constraints.end());
  path_ends_.push_back(static_cast<uint32_t>(constraints_.size()));
}

void Trace::check_invariants() const {
  CHECK(clocks_.size() == events_.size() + 1 && joined_past_.size() == events_.size(), "every event has its clocks");
  for (uint32_t k = 0; k < size(); k++) {
    const Event& event = events_[k];
    size_t own = event.thread.index();
    CHECK(clock(k)[own] == event.index, "an event's clock counts the event itself");
    CHECK(event.index == 1 || events_[event.previous_in_thread - 1].index + 1 == event.index,
          "a thread's events are linked");
    CHECK(past(k)[own] + 1 == event.index, "an event is not in its own past");
    LocalClock joined(past(k), clock_width());
    join_clock(joined, clock(k), clock_width());
    CHECK(clock_less_equal(joined, clock(k), clock_width()), "an event's past happens before it");
    for (uint32_t i = 0; i < event.access_count; i++) {
      const Access& access = event.access[i];
      CHECK(access.previous <= k && access.previous_write <= access.previous, "accesses are linked backwards");
      if (access.previous_write != 0)
        CHECK(happens_before(access.previous_write - 1, k), "an access happens after the last write of its object");
    }
  }
}

}  // namespace mazurka
