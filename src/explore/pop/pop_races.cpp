// POP, second part: the races of a finished execution, and the children they give.
//
// For e' at position j, executed or pending: A is the set of earlier accesses that conflict with e' and could come
// after it (are not in its past). A cut D says which of them stay before e'; the first access of A outside D is the
// reversed event e. On an object that is only read and written, A is a chain, and the cuts are found by going back over
// it (races_on_chain). With shared updates or two objects A is a partial order (the general form).
#include <algorithm>

#include "base/check.hpp"
#include "explore/pop/pop.hpp"
#include "explore/races.hpp"

namespace mazurka {

void Pop::find_races(Frame& frame, uint32_t from) {
  const Trace& trace = frame.trace;
  frame.cuts.reset(trace.clock_width());
  if (!alternatives_.empty()) frame.items.reserve(frame.items.size() + alternatives_.size());
  for (const Alternative& other : alternatives_) {
    Item item;
    item.reversed = item.second = other.position;
    item.choice = other.choice;
    item.is_choice = item.alternative = true;
    frame.items.push_back(item);
  }
  for (uint32_t j = from; j < trace.size(); j++) {
    const Event& event = trace[j];
    if (event.access_count == 0) continue;
    // Of the replayed events only the head is new, and only its first outcome races further back.
    if (frame.marks[j] != 0 && frame.schedule.alternative) continue;
    find_races_of(frame, {event, trace.clock(j), trace.past(j), j, j, false, false});
  }
  const Program& program = recorder_->program();
  LocalClock clock(trace.clock_width());
  for (uint32_t t = 0; t < program.thread_count(); t++) {
    ThreadId thread(t);
    if (program.status(thread) != ThreadStatus::kReady || object_count(program.next(thread).code) == 0) continue;
    uint32_t outcomes = program.choices(thread);
    Event event;
    recorder_->preview(thread, outcomes == 0 ? 0 : recorder_->choice(thread, 0), event);
    frame.pending.push_back(event);
    recorder_->clock_of(event, clock);
    uint32_t index = static_cast<uint32_t>(frame.pending.size() - 1);
    find_races_of(
        frame, {event, clock, trace.clock_or_zero(event.previous_in_thread), trace.size(), index, true, outcomes == 0});
  }
}

Pop::Cut Pop::keep_cut(Frame& frame, ConstClock cut) {
  CHECK(frame.cuts.size() < Cut::kMostRows, "an execution has not that many races");
  copy_clock(frame.cuts.push(), cut, frame.cuts.width());
  return {Cut::kRow, static_cast<uint32_t>(frame.cuts.size() - 1)};
}

void Pop::find_races_of(Frame& frame, const Second& second) {
  const Event& event = second.event;
  bool alone = event.access_count == 1 && !is_of_mailbox(event.op.code);
  if (alone && event.access[0].mode != Mode::kShared && !facts_of(event.access[0].object).shared) {
    races_on_chain(frame.trace, event, second.past, second.disabled, [&](uint32_t reversed, bool is_read) {
      if (!is_read)
        add_child(frame, reversed, second, {Cut::kPast, 0}, second.past);
      else if (!second.pending)
        add_child(frame, reversed, second, {Cut::kClock, 0}, second.clock);
      else
        add_child(frame, reversed, second, keep_cut(frame, second.clock), second.clock);
    });
    return;
  }
  std::vector<uint32_t> conflicting = reversible_conflicts(frame.trace, event, second.past);
  if (conflicting.empty()) return;
  if (is_guarded(event.op))
    guarded_races(frame, second, conflicting);
  else
    unguarded_races(frame, second, conflicting);
}

// Each access of A that happens before no other: everything else stays before e'.
void Pop::unguarded_races(Frame& frame, const Second& second, const std::vector<uint32_t>& conflicting) {
  const Trace& trace = frame.trace;
  for (uint32_t last : last_of(trace, conflicting)) {
    LocalClock cut(second.past, trace.clock_width());
    for (uint32_t k : conflicting)
      if (k != last) join_clock(cut, trace.clock(k), trace.clock_width());
    add_child(frame, last, second, keep_cut(frame, cut), cut);
  }
}

// Every cut at which e' is enabled, except those that a child made by a cut between it and here will make.
void Pop::guarded_races(Frame& frame, const Second& second, const std::vector<uint32_t>& conflicting) {
  const Trace& trace = frame.trace;
  const uint32_t width = trace.clock_width();
  const ObjectId object = second.event.access[0].object;
  // Of a mailbox, all that comes before the reversed event counts, also what the cut does not need.
  const bool of_mailbox = is_of_mailbox(second.event.op.code);
  auto enabled = [&](ConstClock cut, uint32_t reversed) {
    Value value = value_over(second.event.op, trace, object, second.event.access[0].previous, [&](uint32_t k) {
      return (of_mailbox && k < reversed) || clock_has(cut, trace[k].thread, trace[k].index);
    });
    return choice_count(second.event.op, value) != 0;
  };
  using Subset = std::vector<bool>;  // of `conflicting`: those that stay before e', with all that happens before them
  auto close = [&](const Subset& subset, Clock cut) {
    copy_clock(cut, second.past, width);
    for (size_t k = 0; k < conflicting.size(); k++)
      if (subset[k]) join_clock(cut, trace.clock(conflicting[k]), width);
  };
  // The latest one goes first. If e' is disabled without those that went, one more goes, which is before all of them:
  // so e' is enabled at no cut between the one that is found and here.
  LocalClock cut(width);
  Subset staying(conflicting.size(), true);
  std::vector<Subset> found;
  auto take_away = [&](auto&& self, size_t end) -> void {
    for (size_t k = end; k-- > 0;) {
      bool is_last = true;
      for (size_t other = k + 1; other < conflicting.size() && is_last; other++)
        is_last = !staying[other] || !trace.happens_before(conflicting[k], conflicting[other]);
      if (!is_last) continue;
      staying[k] = false;
      close(staying, cut);
      if (enabled(cut, conflicting[k]))
        found.push_back(staying);
      else
        self(self, k);
      staying[k] = true;
    }
  };
  take_away(take_away, conflicting.size());
  std::sort(found.begin(), found.end());
  for (const Subset& subset : found) {
    close(subset, cut);
    size_t first = static_cast<size_t>(std::find(subset.begin(), subset.end(), false) - subset.begin());
    add_child(frame, conflicting[first], second, keep_cut(frame, cut), cut);
  }
}

// e' is not fresh: a head between e and e' would not be repeated, or not all of e's own schedule if e' is its head.
bool Pop::leaves_head_behind(const Frame& frame, uint32_t reversed, const Second& second, ConstClock cut) const {
  const Trace& trace = frame.trace;
  auto outside = [&](uint32_t k) { return !clock_has(cut, trace[k].thread, trace[k].index); };
  for (size_t k = frame.heads.size(); k-- > 0 && frame.heads[k] > reversed;)
    if (frame.heads[k] < second.position && outside(frame.heads[k])) return true;
  if (!second.pending && frame.marks[second.position] != 0)
    for (uint32_t k = frame.schedule.reversed; k < second.position; k++)
      if (outside(k)) return true;
  return false;
}

bool Pop::sleeps_before(const Frame& frame, uint32_t reversed, const Event& event, ConstClock clock) {
  for (const ActiveSchedule& active : frame.active)
    if (active.head < reversed && active.death >= reversed && sleeps(active, event, clock)) return true;
  return false;
}

bool Pop::needed_event_sleeps(const Frame& frame, uint32_t reversed, const Second& second, ConstClock cut) {
  const Trace& trace = frame.trace;
  bool any = std::any_of(frame.active.begin(), frame.active.end(), [&](const ActiveSchedule& active) {
    return active.head < reversed && active.death >= reversed;
  });
  if (!any) return false;
  for (uint32_t k = reversed + 1; k < second.position; k++)
    if (clock_has(cut, trace[k].thread, trace[k].index) && sleeps_before(frame, reversed, trace[k], trace.clock(k)))
      return true;
  return false;
}

void Pop::clock_of_head(const Frame& frame, const Event& head, uint32_t reversed, const Second& second, ConstClock cut,
                        Clock clock) const {
  const Trace& trace = frame.trace;
  copy_clock(clock, second.past, trace.clock_width());
  for (uint32_t i = 0; i < head.access_count; i++) {
    const Access& access = head.access[i];
    for (PositionPlusOne p = access_to(second.event, access.object).previous; p != 0;) {
      const Event& other = trace[p - 1];
      const Access& before = access_to(other, access.object);
      // The cut may be the whole clock of e', which has e in it.
      bool stays = p - 1 < reversed || (p - 1 > reversed && clock_has(cut, other.thread, other.index));
      if (stays && accesses_conflict(other, before.mode, head, access.mode))
        join_clock(clock, trace.clock(p - 1), trace.clock_width());
      if (stays && before.mode == Mode::kWrite) break;
      p = before.previous;
    }
  }
  clock[head.thread.index()] = head.index;
}

// With the outcome that it has in its new place, the head of a mailbox may not need all that it needed here. What is
// left over makes another trace, which comes of another cut.
bool Pop::needs_too_much(const Frame& frame, const Event& head, uint32_t reversed, const Second& second,
                         ConstClock cut) const {
  const Trace& trace = frame.trace;
  LocalClock clock(trace.clock_width());
  clock_of_head(frame, head, reversed, second, cut, clock);
  for (uint32_t k = reversed + 1; k < second.position; k++) {
    const Event& needed = trace[k];
    if (clock_has(cut, needed.thread, needed.index) && !clock_has(clock, needed.thread, needed.index)) return true;
  }
  return false;
}

void Pop::add_child(Frame& frame, uint32_t reversed, const Second& second, Cut cut, ConstClock cut_clock) {
  const Trace& trace = frame.trace;
  if (frame.marks[reversed] != 0 || leaves_head_behind(frame, reversed, second, cut_clock)) return;
  if (inputs_ != nullptr && !is_canonical(frame, reversed, second, cut_clock)) return;
  if (needed_event_sleeps(frame, reversed, second, cut_clock)) return;
  auto stays = [&](uint32_t k) { return k < reversed || clock_has(cut_clock, trace[k].thread, trace[k].index); };
  Event head = second.event;
  Value values[2] = {0, 0};
  for (uint32_t i = 0; i < head.access_count; i++) {
    const Access& access = second.event.access[i];
    values[i] = cut.kind == Cut::kRow ? value_over(head.op, trace, access.object, access.previous, stays)
                                      : access_to(trace[reversed], access.object).before;
  }
  uint32_t outcomes = choice_count(head.op, values[0]);
  bool alternative = false;
  for (uint32_t k = 0; k < outcomes; k++) {
    head.choice = choice_at(head.op, values[0], k);
    set_accesses(head, recorder_->equivalence(), values[0], values[1]);
    if (!accesses_conflict(trace[reversed], head)) continue;
    if (is_of_mailbox(head.op.code) && needs_too_much(frame, head, reversed, second, cut_clock)) continue;
    Item item;
    item.reversed = reversed;
    item.second = second.item;
    item.choice = head.choice;
    item.cut_kind = cut.kind;
    item.cut_row = cut.row;
    item.pending = second.pending;
    item.alternative = alternative;
    if (!frame.active.empty()) {
      LocalClock clock(trace.clock_width());
      clock_of_head(frame, head, reversed, second, cut_clock, clock);
      item.is_virtual = sleeps_before(frame, reversed, head, clock);
    }
    if (!(item.is_virtual && alternative)) frame.items.push_back(item);
    alternative = true;
  }
}

}  // namespace mazurka
