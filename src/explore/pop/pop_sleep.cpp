// POP, third part: does a step sleep?
//
// A schedule tau on the path from the root reversed an event q = e(tau). A later step that is the first to conflict
// with q, with the events it needs, could have been a schedule at the same place. If it comes before tau in the order
// of schedules, it has a branch of its own and must not be taken below tau: it sleeps. The order is decided by a walk
// over the parent's events between q and tau's head: does the step, moved before q, meet something in that path which
// it conflicts with or is part of?
#include "base/check.hpp"
#include "explore/pop/pop.hpp"

namespace mazurka {

ConstClock Pop::base_counts(uint32_t depth) {
  Frame& frame = *frames_[depth];
  uint32_t width = recorder_->trace().clock_width();
  if (frame.base_counts.size() != width) {
    frame.base_counts.assign(width, 0);
    const Trace& parent = frames_[depth - 1]->trace;
    for (uint32_t k = 0; k < frame.schedule.reversed; k++)
      frame.base_counts[parent[k].thread.index()] = parent[k].index;
  }
  return frame.base_counts.data();
}

uint32_t Pop::position_of(ThreadId thread, uint32_t index) {
  const Trace& trace = recorder_->trace();
  if (indexed_ == 0)
    for (auto& positions : thread_positions_) positions.clear();
  for (; indexed_ < trace.size(); indexed_++) {
    size_t t = trace[indexed_].thread.index();
    if (thread_positions_.size() <= t) thread_positions_.resize(t + 1);
    thread_positions_[t].push_back(indexed_);
  }
  return thread_positions_[thread.index()][index - 1];
}

// Is there a schedule that could let it sleep? A quick look at the objects only.
bool Pop::may_sleep(const Operation& op) {
  uint32_t objects = object_count(op.code);
  if (objects == 0) return false;
  for (const ActiveSchedule& active : top().active) {
    if (active.death != kAlive) continue;
    if (active.object == kSeveralObjects || active.object == op.object.number) return true;
    if (objects == 2 && active.object == op.object2.number) return true;
  }
  return false;
}

// Does the step, if executed now, belong to another branch?
bool Pop::sleeps_now(const Event& preview) {
  Frame& frame = top();
  if (frame.active.empty() || preview.access_count == 0) return false;
  uint32_t width = recorder_->trace().clock_width();
  LocalClock clock(width);
  bool have_clock = false;
  for (const ActiveSchedule& active : frame.active) {
    if (active.death != kAlive) continue;
    bool touches = active.object == kSeveralObjects;
    for (uint32_t i = 0; i < preview.access_count; i++) touches |= preview.access[i].object.number == active.object;
    if (!touches) continue;
    if (!have_clock) recorder_->clock_of(preview, clock);
    have_clock = true;
    if (sleeps(active, preview, clock)) return true;
  }
  return false;
}

bool Pop::sleeps(const ActiveSchedule& active, const Event& event, ConstClock clock) {
  const Schedule& schedule = frames_[active.depth]->schedule;
  const Event& reversed = frames_[active.depth - 1]->trace[schedule.reversed];
  if (!events_conflict(reversed, event)) return false;
  ConstClock counts = base_counts(active.depth);
  return conflicts_first(schedule.reversed, counts, reversed, event, clock) &&
         walk(schedule.reversed, counts, event, clock, active.depth);
}

// Is `event` the first to conflict with `reversed`: nothing in its past beyond `counts` does, nor is `reversed` itself
// there?
bool Pop::conflicts_first(uint32_t base, ConstClock counts, const Event& reversed, const Event& event,
                          ConstClock clock) const {
  if (!events_conflict(reversed, event)) return false;
  size_t own = reversed.thread.index();
  if (event.thread != reversed.thread && clock[own] >= reversed.index && reversed.index > counts[own]) return false;
  const Trace& trace = recorder_->trace();
  for (uint32_t i = 0; i < reversed.access_count; i++) {
    ObjectId object = reversed.access[i].object;
    for (PositionPlusOne p = recorder_->last_access(object); p > base; p = access_to(trace[p - 1], object).previous) {
      const Event& other = trace[p - 1];
      if (same_step(other, event) || other.thread == reversed.thread) continue;
      if (other.index <= counts[other.thread.index()] || !clock_has(clock, other.thread, other.index)) continue;
      if (accesses_conflict(reversed, other)) return false;
    }
  }
  return true;
}

// Would the schedule with this head (and what it needs beyond `counts`) come before the schedule at `depth`? `base` is
// the position from which on the current trace is looked at.
//
// It is long because all of it is about one place that moves along the path: what was met before it (counts) and the
// values there. As the hottest function of pop it keeps these in local variables.
bool Pop::walk(uint32_t base, ConstClock outer_counts, const Event& head, ConstClock head_clock, uint32_t depth) {
  const Schedule& tau = frames_[depth]->schedule;
  const Frame& parent = *frames_[depth - 1];
  const Trace& path = parent.trace;
  const Trace& trace = recorder_->trace();
  const uint32_t width = trace.clock_width();
  const Event& reversed = path[tau.reversed];
  if (same_step(head, reversed)) return true;
  if (tau.is_choice) return false;

  LocalClock counts(outer_counts, width);
  auto remains = [&](const Event& event) {  // needed by the head and not yet met
    size_t t = event.thread.index();
    uint32_t needed = event.thread == head.thread ? head.index - 1 : head_clock[t];
    return counts[t] < event.index && event.index <= needed;
  };

  // The values that the head finds at this point of the path.
  Value value[2];
  bool follows_path[2];
  for (uint32_t i = 0; i < head.access_count; i++) {
    value[i] = head.access[i].before;
    follows_path[i] = false;
    for (uint32_t k = 0; k < reversed.access_count; k++)
      if (reversed.access[k].object == head.access[i].object) {
        value[i] = reversed.access[k].after;
        follows_path[i] = true;
      }
  }
  // A mailbox has its state in place of a value.
  const bool of_mailbox = is_of_mailbox(head.op.code);
  Mailbox mailbox, mailbox_here;
  if (of_mailbox)
    mailbox_over(
        path, reversed.access[0].object, tau.reversed + 1, [](uint32_t) { return true; }, mailbox);
  auto touches_mailbox = [&](const Event& event) {
    return event.access_count == 1 && event.access[0].object == head.access[0].object;
  };
  auto pass = [&](const Event& event) {
    if (of_mailbox && touches_mailbox(event)) deliver(mailbox, event);
    for (uint32_t i = 0; i < head.access_count; i++)
      for (uint32_t k = 0; k < event.access_count; k++)
        if (follows_path[i] && event.access[k].object == head.access[i].object) value[i] = event.access[k].after;
  };
  auto mailbox_value_here = [&] {
    mailbox_here = mailbox;
    Vec<uint32_t> remaining;
    for (PositionPlusOne p = recorder_->last_access(head.access[0].object); p > base;
         p = access_to(trace[p - 1], head.access[0].object).previous)
      if (remains(trace[p - 1])) remaining.push_back(p - 1);
    for (size_t k = remaining.size(); k-- > 0;) deliver(mailbox_here, trace[remaining[k]]);
    return value_of(mailbox_here);
  };
  auto value_here = [&](uint32_t i) {
    if (of_mailbox) return mailbox_value_here();
    Value result = value[i];
    if (!follows_path[i] || !facts_of(head.access[i].object).shared) return result;
    ObjectId object = head.access[i].object;
    for (PositionPlusOne p = recorder_->last_access(object); p > base; p = access_to(trace[p - 1], object).previous) {
      const Access& access = access_to(trace[p - 1], object);
      if (access.mode == Mode::kShared && remains(trace[p - 1])) result += access.after - access.before;
    }
    return result;
  };
  Event head_here = head;
  auto head_is_enabled_here = [&] {  // fills in head_here
    Value first = head.access_count > 0 ? value_here(0) : 0;
    Value second = head.access_count > 1 ? value_here(1) : 0;
    if (object_count(head.op.code) == 1) {
      if (choice_count(head.op, first) == 0) return false;
      head_here.choice = choice_at(head.op, first, 0);
    }
    set_accesses(head_here, recorder_->equivalence(), first, second);
    return true;
  };

  for (uint32_t k = tau.reversed + 1; k < tau.path_end;) {
    const Event& met = path[k];
    if (uint32_t mark = parent.marks[k]; mark != 0) {
      uint32_t end = k;
      while (end < tau.path_end && parent.marks[end] == mark) end++;
      const Event& inner_head = path[end - 1];
      const Schedule& inner = frames_[mark]->schedule;
      if (!inner.is_choice) {
        const Event& inner_reversed = frames_[mark - 1]->trace[inner.reversed];
        for (uint32_t i = 0; i < inner_reversed.access_count; i++) {
          ObjectId object = inner_reversed.access[i].object;
          for (PositionPlusOne p = recorder_->last_access(object); p > base;
               p = access_to(trace[p - 1], object).previous) {
            const Event& other = trace[p - 1];
            if (remains(other) && !same_step(other, inner_head) &&
                conflicts_first(base, counts, inner_reversed, other, trace.clock(p - 1)) &&
                walk(base, counts, other, trace.clock(p - 1), mark))
              return true;
          }
        }
        if (!same_step(head, inner_reversed) && !same_step(head, inner_head) && head_is_enabled_here() &&
            conflicts_first(base, counts, inner_reversed, head_here, head_clock) &&
            walk(base, counts, head, head_clock, mark))
          return true;
      }
      if (!remains(inner_head)) return false;
      for (; k < end; k++) {
        if (remains(path[k])) counts[path[k].thread.index()] = path[k].index;
        pass(path[k]);
      }
      continue;
    }
    if (same_step(met, head)) return true;
    if (remains(met)) {
      uint32_t here = position_of(met.thread, met.index);
      if (!same_outcome(trace[here], met)) return true;
      ConstClock clock = trace.clock(here);
      for (uint32_t t = 0; t < width; t++)
        if (t != met.thread.index() && clock[t] > counts[t]) return true;
      counts[met.thread.index()] = met.index;
    } else if (met.access_count != 0) {
      if ((!of_mailbox || touches_mailbox(met)) && head_is_enabled_here() && accesses_conflict(met, head_here))
        return true;
      for (uint32_t i = 0; i < met.access_count; i++) {
        ObjectId object = met.access[i].object;
        for (PositionPlusOne p = recorder_->last_access(object); p > base; p = access_to(trace[p - 1], object).previous)
          if (remains(trace[p - 1]) && events_conflict(met, trace[p - 1])) return true;
      }
    }
    pass(met);
    k++;
  }
  return tau.pending && head.thread < tau.head_thread;
}

}  // namespace mazurka
