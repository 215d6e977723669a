#include "model/canonical.hpp"

#include <algorithm>
#include <queue>

namespace mazurka {

namespace {

const Access& access_of(const Event& event, ObjectId object) {
  return event.access[0].object == object ? event.access[0] : event.access[1];
}

// Calls visit(position) for events that `event` must follow; through them it follows all others that it depends on.
template <class Visit>
void for_each_predecessor(std::span<const Event> events, const Event& event, Visit&& visit) {
  if (event.previous_in_thread != 0) visit(event.previous_in_thread - 1);
  if (event.ordered_after != 0) visit(event.ordered_after - 1);
  for (uint32_t i = 0; i < event.access_count; i++) {
    const Access& access = event.access[i];
    for (PositionPlusOne p = access.previous; p != 0;) {
      const Access& before = access_of(events[p - 1], access.object);
      if (accesses_conflict(events[p - 1], before.mode, event, access.mode)) visit(p - 1);
      if (before.mode == Mode::kWrite) break;
      p = before.previous;
    }
  }
}

}  // namespace

std::vector<uint32_t> canonical_order(std::span<const Event> events) {
  std::vector<std::vector<uint32_t>> followers(events.size());
  std::vector<uint32_t> missing(events.size(), 0);
  for (uint32_t k = 0; k < events.size(); k++)
    for_each_predecessor(events, events[k], [&](uint32_t before) {
      followers[before].push_back(k);
      missing[k]++;
    });
  auto later = [&](uint32_t a, uint32_t b) { return events[a].thread > events[b].thread; };
  std::priority_queue<uint32_t, std::vector<uint32_t>, decltype(later)> ready(later);
  for (uint32_t k = 0; k < events.size(); k++)
    if (missing[k] == 0) ready.push(k);
  std::vector<uint32_t> order;
  while (!ready.empty()) {
    uint32_t k = ready.top();
    ready.pop();
    order.push_back(k);
    for (uint32_t follower : followers[k])
      if (--missing[follower] == 0) ready.push(follower);
  }
  return order;
}

}  // namespace mazurka
