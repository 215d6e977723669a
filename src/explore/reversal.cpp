#include "explore/reversal.hpp"

namespace mazurka {

void Reversal::assign(const Trace& trace, uint32_t reversed, const Event& head, ConstClock head_past, uint32_t end) {
  width_ = trace.clock_width();
  const Event& first = trace[reversed];
  head_ = head;
  members_.clear();
  counts_.assign(width_, 0);
  for (uint32_t k = 0; k < reversed; k++) counts_[trace[k].thread.index()] = trace[k].index;
  head_clock_.assign(head_past, head_past + width_);
  for (uint32_t k = reversed + 1; k < end; k++) {
    const Event& event = trace[k];
    if (clock_has(trace.clock(k), first.thread, first.index)) continue;
    if (event.thread == head.thread && event.index >= head.index) continue;
    members_.push_back({&event, trace.clock(k)});
    if (accesses_conflict(event, head_)) join_clock(head_clock_.data(), trace.clock(k), width_);
  }
  head_clock_[head.thread.index()] = head.index;
  members_.push_back({&head_, head_clock_.data()});
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
