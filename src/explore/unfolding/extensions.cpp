#include "explore/unfolding/extensions.hpp"

#include <algorithm>

#include "explore/races.hpp"
#include "explore/reversal.hpp"

namespace mazurka {

// What an event follows immediately. The event knows where it stands (Access::previous); its modes are those at the new
// place.
template <class Stays>
void Extensions::collect_causes(const Event& event, Stays&& stays) {
  const Trace& trace = recorder_.trace();
  causes_.clear();
  mail_causes_.clear();
  if (event.ordered_after != 0) causes_.push_back(configuration_.at(event.ordered_after));
  for (uint32_t i = 0; i < event.access_count; i++) {
    const Access& access = event.access[i];
    for (PositionPlusOne p = access.previous; p != 0;) {
      const Event& other = trace[p - 1];
      const Access& before = access_to(other, access.object);
      bool is_before = stays(p - 1);
      if (is_before && accesses_conflict(other, before.mode, event, access.mode)) {
        bool is_mail = is_of_mailbox(before.mode) || is_of_mailbox(access.mode);
        bool is_immediate = !is_mail || std::none_of(mail_causes_.begin(), mail_causes_.end(), [&](uint32_t later) {
          return trace.happens_before(p - 1, later - 1);
        });
        if (is_immediate) causes_.push_back(configuration_.at(p));
        if (is_mail && is_immediate) mail_causes_.push_back(p);
      }
      if (is_before && before.mode == Mode::kWrite) break;
      p = before.previous;
    }
  }
}

// ... if neither the event at `without` nor what happens after it comes before.
void Extensions::collect_causes(const Event& event, uint32_t without) {
  const Trace& trace = recorder_.trace();
  collect_causes(event,
                 [&](uint32_t k) { return without == kNone || k < without || !trace.happens_before(without, k); });
}

// The event with the causes that were collected.
UnfoldingId Extensions::intern(const Event& event) {
  if (unfolding_.width() < recorder_.clock_width()) unfolding_.widen(recorder_.clock_width());
  return unfolding_.intern(event, configuration_.at(event.previous_in_thread), causes_);
}

UnfoldingId Extensions::next(const Event& preview) {
  collect_causes(preview, kNone);
  return intern(preview);
}

void Extensions::find(uint32_t from) {
  const Trace& trace = recorder_.trace();
  // Another outcome that writes comes after reads that may be new.
  for (uint32_t k = 0; k < from; k++)
    if (has_choices(trace[k].op.code) && trace[k].access_count != 0 && trace[k].access[0].mode == Mode::kRead)
      find_outcomes(k);
  for (uint32_t k = from; k < trace.size(); k++) {
    if (trace[k].access_count != 0) find_races(trace[k], trace.past(k), false);
    if (has_choices(trace[k].op.code)) find_outcomes(k);
  }
  const Program& program = recorder_.program();
  for (uint32_t t = 0; t < program.thread_count(); t++) {
    ThreadId thread(t);
    if (program.status(thread) != ThreadStatus::kReady || object_count(program.next(thread).code) == 0) continue;
    if (program.choices(thread) != 0) continue;  // in D: its extensions were found when it was executed
    Event pending;
    recorder_.preview(thread, 0, pending);
    find_races(pending, trace.clock_or_zero(pending.previous_in_thread), true);
  }
}

void Extensions::find_races(const Event& second, ConstClock past, bool disabled) {
  const Trace& trace = recorder_.trace();
  if (is_of_mailbox(second.op.code)) {
    for_each_late_set(trace, second, past, [&](const std::vector<uint32_t>& late) { add_late(second, late); });
    return;
  }
  races_of(trace, second, past, disabled, [&](uint32_t reversed) {
    // Past a read the operation finds what it found.
    bool same_values = !disabled && second.access_count == 1 &&
                       access_to(trace[reversed], second.access[0].object).mode == Mode::kRead;
    if (same_values)
      add_reversed(reversed, second, second);
    else
      for_each_reversed_outcome(trace, reversed, second, recorder_.equivalence(),
                                [&](const Event& head) { add_reversed(reversed, second, head); });
  });
}

// The operation on a mailbox without these events, and what happens after one of them, before it.
void Extensions::add_late(const Event& second, const std::vector<uint32_t>& late) {
  const Trace& trace = recorder_.trace();
  auto stays = [&](uint32_t k) {
    return std::none_of(late.begin(), late.end(), [&](uint32_t other) { return trace.happens_before(other, k); });
  };
  mailbox_over(trace, second.access[0].object, second.access[0].previous, stays, mailbox_);
  Event event = second;
  if (choice_count(event.op, value_of(mailbox_)) == 0) return;
  set_accesses(event, recorder_.equivalence(), value_of(mailbox_), 0);
  bool excludes_any =
      std::any_of(late.begin(), late.end(), [&](uint32_t k) { return accesses_conflict(trace[k], event); });
  if (!excludes_any) return;
  collect_causes(event, stays);
  UnfoldingId id = intern(event);
  for (uint32_t k : late)
    if (accesses_conflict(trace[k], event)) unfolding_.add_conflict(configuration_[k], id);
}

void Extensions::add_reversed(uint32_t reversed, const Event& second, const Event& head) {
  Event event = head;
  for (uint32_t i = 0; i < event.access_count; i++)
    event.access[i].previous = access_to(second, event.access[i].object).previous;
  collect_causes(event, reversed);
  UnfoldingId id = intern(event);
  unfolding_.add_conflict(configuration_[reversed], id);
  if (has_choices(event.op.code)) oppose_reading_outcomes(event, id, reversed);
}

// An event that writes excludes the outcomes of its step that read, whichever reads it comes after itself.
void Extensions::oppose_reading_outcomes(Event event, UnfoldingId id, uint32_t without) {
  if (event.access_count == 0 || event.access[0].mode == Mode::kRead) return;
  Value value = event.access[0].before;
  for (uint32_t k = 0, outcomes = choice_count(event.op, value); k < outcomes; k++) {
    event.choice = choice_at(event.op, value, k);
    set_accesses(event, recorder_.equivalence(), value, 0);
    if (event.access[0].mode != Mode::kRead) continue;
    collect_causes(event, without);
    unfolding_.add_conflict(intern(event), id);
  }
}

// The other outcomes of an event, each after everything that does not happen after the event: one that writes comes
// after all reads, where the event may be one itself (`weak_cas x, 0, 0 | x = 0 | r = x`).
void Extensions::find_outcomes(uint32_t position) {
  Event other = recorder_.trace()[position];
  Choice taken = other.choice;
  Value value = other.access_count == 0 ? 0 : other.access[0].before;
  for (uint32_t k = 0, outcomes = choice_count(other.op, value); k < outcomes; k++) {
    other.choice = choice_at(other.op, value, k);
    if (other.choice == taken) continue;
    set_accesses(other, recorder_.equivalence(), value, 0);
    if (other.access_count != 0) other.access[0].previous = recorder_.last_access(other.access[0].object);
    collect_causes(other, position);
    UnfoldingId id = intern(other);
    unfolding_.add_conflict(configuration_[position], id);
    if (other.access_count != 0 && other.access[0].mode == Mode::kRead)
      unfolding_.add_conflict(id, configuration_[position]);
  }
}

}  // namespace mazurka
