#include "explore/reversal.hpp"

#include <algorithm>

namespace mazurka {

void Reversal::begin(const Trace& trace, uint32_t reversed, ConstClock head_past) {
  width_ = trace.clock_width();
  members_.clear();
  counts_.assign(width_, 0);
  for (uint32_t k = 0; k < reversed; k++) counts_[trace[k].thread.index()] = trace[k].index;
  head_clock_.assign(head_past, head_past + width_);
}

void Reversal::end_with(const Event& head) {
  head_clock_[head.thread.index()] = head.index;
  members_.push_back({&head_, head_clock_.data()});
}

void Reversal::assign(const Trace& trace, uint32_t reversed, const Event& head, ConstClock head_past, uint32_t end) {
  const Event& first = trace[reversed];
  begin(trace, reversed, head_past);
  head_ = head;
  for (uint32_t k = reversed + 1; k < end; k++) {
    const Event& event = trace[k];
    if (clock_has(trace.clock(k), first.thread, first.index)) continue;
    if (event.thread == head.thread && event.index >= head.index) continue;
    members_.push_back({&event, trace.clock(k)});
    if (accesses_conflict(event, head_)) join_clock(head_clock_.data(), trace.clock(k), width_);
  }
  end_with(head);
}

bool Reversal::assign_late(const Trace& trace, const std::vector<uint32_t>& late, const Event& second, ConstClock past,
                           uint32_t position, uint32_t end, Equivalence equivalence) {
  const uint32_t reversed = late.front();
  const ObjectId object = second.access[0].object;
  std::vector<uint32_t> after = late;  // what comes after e'
  auto comes_after = [&](uint32_t k) {
    return std::any_of(after.begin(), after.end(), [&](uint32_t other) { return trace.happens_before(other, k); });
  };
  begin(trace, reversed, past);
  for (uint32_t k = reversed + 1; k < position; k++)
    if (!comes_after(k)) members_.push_back({&trace[k], trace.clock(k)});
  mailbox_over(
      trace, object, second.access[0].previous, [&](uint32_t k) { return k < reversed || !comes_after(k); }, mailbox_);
  head_ = second;
  if (choice_count(head_.op, value_of(mailbox_)) == 0) return false;
  set_accesses(head_, equivalence, value_of(mailbox_), 0);
  if (!accesses_conflict(trace[reversed], head_)) return false;
  for (const Member& member : members_)
    if (member.event->thread != head_.thread && accesses_conflict(*member.event, head_))
      join_clock(head_clock_.data(), member.clock, width_);
  for (uint32_t k = position + 1; k < end; k++) {
    if (comes_after(k) || trace[k].thread == head_.thread) continue;
    if (accesses_conflict(trace[k], head_))
      after.push_back(k);
    else
      members_.push_back({&trace[k], trace.clock(k)});
  }
  end_with(head_);
  return true;
}

bool Reversal::is_initial(const Member& member, ConstClock counts) const {
  size_t own = member.event->thread.index();
  if (member.event->index != counts[own] + 1) return false;
  for (uint32_t t = 0; t < width_; t++)
    if (t != own && member.clock[t] > counts[t]) return false;
  return true;
}

const Reversal::Member* Reversal::first_of(ThreadId thread) const {
  for (const Member& member : members_)
    if (member.event->thread == thread) return &member;
  return nullptr;
}

bool Reversal::is_weak_initial(const Step& step) const {
  if (const Member* member = first_of(step.thread))
    return member->event->choice == step.choice && is_initial(*member, counts());
  for (const Member& member : members_)
    if (!step.independent_of(*member.event)) return false;
  return true;
}

}  // namespace mazurka
