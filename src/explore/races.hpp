// Which earlier events does an event race with? The rule is the same for all algorithms that look at whole executions.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "explore/mailbox_states.hpp"
#include "explore/recorder.hpp"
#include "model/trace.hpp"

namespace mazurka {

// The races of `second`, on one object that is only read and written: calls reverse(position, is_read) for every event
// that could come right after it instead of before. `disabled`: it is pending at the end of the execution, and disabled
// there.
//
// A write races with every read since the last write, except those that happen before another one or before `second`
// for ever. Otherwise go back over the writes, past those before which the operation was disabled: nothing in between
// could make a difference, since whatever follows a write of the object happens after it.
template <class Reverse>
void races_on_chain(const Trace& trace, const Event& second, ConstClock past, bool disabled, Reverse&& reverse) {
  const Access& access = second.access[0];
  const ObjectId object = access.object;
  if (access.mode == Mode::kWrite && !disabled && access.previous != access.previous_write) {
    LocalClock later(trace.clock_width());
    clear_clock(later, trace.clock_width());
    for (PositionPlusOne p = access.previous; p != access.previous_write;
         p = access_to(trace[p - 1], object).previous) {
      const Event& read = trace[p - 1];
      if (clock_has(past, read.thread, read.index) || clock_has(later, read.thread, read.index)) continue;
      join_clock(later, trace.clock(p - 1), trace.clock_width());
      reverse(p - 1, true);
    }
    return;
  }
  for (PositionPlusOne p = access.previous_write; p != 0;) {
    const Event& write = trace[p - 1];
    if (clock_has(past, write.thread, write.index)) return;
    const Access& before = access_to(write, object);
    if (is_enabled_before(trace, p - 1, second.op)) {
      reverse(p - 1, false);
      return;
    }
    p = before.previous_write;
  }
}

// The earlier events that conflict with `second` and could come after it, by position.
inline std::vector<uint32_t> reversible_conflicts(const Trace& trace, const Event& second, ConstClock past) {
  std::vector<uint32_t> result;
  for (uint32_t i = 0; i < second.access_count; i++) {
    ObjectId object = second.access[i].object;
    for (PositionPlusOne p = second.access[i].previous; p != 0; p = access_to(trace[p - 1], object).previous) {
      const Event& other = trace[p - 1];
      if (other.thread != second.thread && accesses_conflict(other, second) &&
          !clock_has(past, other.thread, other.index))
        result.push_back(p - 1);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

// Those of some events that happen before no other of them.
inline std::vector<uint32_t> last_of(const Trace& trace, const std::vector<uint32_t>& positions) {
  std::vector<uint32_t> result;
  for (uint32_t k : positions)
    if (std::none_of(positions.begin(), positions.end(),
                     [&](uint32_t other) { return other > k && trace.happens_before(k, other); }))
      result.push_back(k);
  return result;
}

// The sets of events that could come after `second`, an operation on a mailbox, instead of before: calls visit(late)
// with their positions, in ascending order. What of the others happens after none of them comes before `second`, which
// is enabled there, but need not conflict any more.
//
// Of the events that conflict with `second`, one that happens before no other will do. Where `second` is disabled
// without those that went, one more goes, which is before all of them. Where it is enabled, no more need to go: its
// races there are found in the execution that comes of that.
template <class Visit>
void for_each_late_set(const Trace& trace, const Event& second, ConstClock past, Visit&& visit) {
  const std::vector<uint32_t> conflicting = reversible_conflicts(trace, second, past);
  if (!is_guarded(second.op)) {
    for (uint32_t k : last_of(trace, conflicting)) visit(std::vector<uint32_t>{k});
    return;
  }
  Mailbox mailbox;
  std::vector<uint32_t> late;
  auto comes_late = [&](uint32_t k) {
    return std::any_of(late.begin(), late.end(), [&](uint32_t other) { return trace.happens_before(other, k); });
  };
  auto take_away = [&](auto&& self, size_t end) -> void {
    for (size_t k = end; k-- > 0;) {
      bool is_last = true;
      for (size_t other = k + 1; other < conflicting.size() && is_last; other++)
        is_last = std::binary_search(late.begin(), late.end(), conflicting[other]) ||
                  !trace.happens_before(conflicting[k], conflicting[other]);
      if (!is_last) continue;
      late.insert(late.begin(), conflicting[k]);
      mailbox_over(
          trace, second.access[0].object, second.access[0].previous, [&](uint32_t p) { return !comes_late(p); },
          mailbox);
      if (choice_count(second.op, value_of(mailbox)) != 0)
        visit(std::as_const(late));
      else
        self(self, k);
      late.erase(late.begin());
    }
  };
  take_away(take_away, conflicting.size());
}

// The races of any event in executions without shared updates and mailboxes: calls reverse(position).
template <class Reverse>
void races_of(const Trace& trace, const Event& second, ConstClock past, bool disabled, Reverse&& reverse) {
  if (second.access_count == 1)
    races_on_chain(trace, second, past, disabled, [&](uint32_t position, bool) { reverse(position); });
  else if (second.access_count == 2)
    for (uint32_t k : last_of(trace, reversible_conflicts(trace, second, past))) reverse(k);
}

}  // namespace mazurka
