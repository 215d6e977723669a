#include "explore/unfolding/exclusions.hpp"

namespace mazurka {

void Exclusions::add(UnfoldingId id, uint32_t level) {
  while (!entries_.empty() && entries_.back().level > level) drop_last();
  UnfoldingEvent& event = unfolding_[id];
  CHECK(event.excluded_at == UnfoldingEvent::kNowhere, "an event enters D once");
  event.excluded_at = level;
  uint32_t entry = size();
  entries_.push_back({id, level, kAlive});
  alive_++;
  list_in(by_thread_, event.thread.index()).push_back(entry);
  for (uint32_t i = 0; i < event.access_count; i++) list_in(by_object_, event.object[i].index()).push_back(entry);
}

void Exclusions::drop_last() {
  const Entry& entry = entries_.back();
  CHECK(entry.killed_at == kAlive, "what killed an event of D is taken off before it");
  UnfoldingEvent& event = unfolding_[entry.event];
  event.excluded_at = UnfoldingEvent::kNowhere;
  by_thread_[event.thread.index()].pop_back();
  for (uint32_t i = 0; i < event.access_count; i++) by_object_[event.object[i].index()].pop_back();
  entries_.pop_back();
  alive_--;
}

void Exclusions::on_push(const UnfoldingEvent& event, uint32_t position) {
  if (alive_ == 0) return;
  // An event of its own thread is another outcome of the same step.
  if (event.thread.index() < by_thread_.size())
    for (uint32_t k : by_thread_[event.thread.index()])
      if (is_alive(k)) kill(k, position);
  for (uint32_t i = 0; i < event.access_count; i++) {
    if (event.object[i].index() >= by_object_.size()) continue;
    for (uint32_t k : by_object_[event.object[i].index()])
      if (is_alive(k) && unfolding_.accesses_conflict(event, unfolding_[entries_[k].event])) kill(k, position);
  }
}

void Exclusions::on_pop(uint32_t position) {
  while (!killed_.empty() && entries_[killed_.back()].killed_at == position) {
    entries_[killed_.back()].killed_at = kAlive;
    killed_.pop_back();
    alive_++;
  }
}

}  // namespace mazurka
