#include "model/trace.hpp"

#include <algorithm>
#include <bit>

namespace mazurka {

void Trace::join_pasts(uint32_t position) {
  const Event& event = events_[position];
  Clock past = joined_pasts_.push();
  copy_clock(past, clocks_[event.previous_in_thread], clocks_.width());
  join_clock(past, clocks_[event.ordered_after], clocks_.width());
  notes_[position].joined_past = static_cast<uint32_t>(joined_pasts_.size());
}

void Trace::pop() {
  size_--;
  if (notes_[size_].joined_past != 0) joined_pasts_.pop();
  clocks_.pop();
}

void Trace::clear() {
  size_ = 0;
  joined_pasts_.truncate(0);
  clocks_.truncate(1);
}

uint32_t Trace::common_prefix(const Trace& other, uint32_t most) const {
  most = std::min({most, size_, other.size_});
  auto are_equal = [&](uint32_t events) {
    return events == 0 || notes_[events - 1].serial == other.notes_[events - 1].serial;
  };
  if (are_equal(most)) return most;
  uint32_t equal = 0;
  while (most - equal > 1) {
    uint32_t middle = equal + (most - equal) / 2;
    (are_equal(middle) ? equal : most) = middle;
  }
  return equal;
}

void Trace::assign_prefix(const Trace& other, uint32_t events) {
  CHECK(events <= other.size(), "a prefix is not longer than the trace");
  uint32_t kept = clock_width() == other.clock_width() ? common_prefix(other, events) : 0;
  // It will become about as long as the other.
  if (events_.size() <= other.size()) grow(std::bit_ceil(std::max<size_t>(other.size() + 1, 32)));
  size_ = events;
  if (events > kept) {
    std::memcpy(static_cast<void*>(events_.data() + kept), other.events_.data() + kept,
                (events - kept) * sizeof(Event));
    std::memcpy(notes_.data() + kept, other.notes_.data() + kept, (events - kept) * sizeof(Note));
  }
  clocks_.assign_prefix(other.clocks_, kept == 0 ? 0 : kept + 1, events + 1, events_.size() + 1);
  auto rows_before = [&other](uint32_t position) {
    return position < other.size() ? other.notes_[position].rows_before : other.joined_pasts_.size();
  };
  size_t rows = rows_before(events);
  joined_pasts_.assign_prefix(other.joined_pasts_, kept == events ? rows : rows_before(kept), rows, rows);
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
  CHECK(clocks_.size() == size_ + 1, "every event has its clocks");
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
