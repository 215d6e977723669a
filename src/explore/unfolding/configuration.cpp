#include "explore/unfolding/configuration.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace mazurka {

namespace {

Mode mode_on(const UnfoldingEvent& event, ObjectId object) {
  return event.object[0] == object ? event.mode[0] : event.mode[1];
}

}  // namespace

PositionPlusOne Configuration::before(PositionPlusOne position, ObjectId object) const {
  const Entry& entry = entries_[position - 1];
  return unfolding_[entry.event].object[0] == object ? entry.previous[0] : entry.previous[1];
}

void Configuration::push(UnfoldingId id) {
  UnfoldingEvent& event = unfolding_[id];
  uint32_t position = size();
  CHECK(event.position == UnfoldingEvent::kNowhere, "an event is in a configuration once");
  event.position = position;
  if (threads_.size() <= event.thread.index()) threads_.resize(event.thread.index() + 1);
  threads_[event.thread.index()].push_back(id);
  Entry entry;
  entry.event = id;
  for (uint32_t i = 0; i < event.access_count; i++) {
    size_t object = event.object[i].index();
    if (objects_.size() <= object) objects_.resize(object + 1, LastAccess{});
    entry.previous[i] = objects_[object].any;
    objects_[object].any = position + 1;
    object_depth_ = std::max(object_depth_, ++objects_[object].count);
    objects_[object].mails += is_of_mailbox(event.mode[i]);
    if (event.mode[i] == Mode::kWrite) objects_[object].write = position + 1;
  }
  entries_.push_back(entry);
  exclusions_.on_push(event, position);
}

void Configuration::pop() {
  Entry entry = entries_.back();
  entries_.pop_back();
  UnfoldingEvent& event = unfolding_[entry.event];
  exclusions_.on_pop(size());
  event.position = UnfoldingEvent::kNowhere;
  threads_[event.thread.index()].pop_back();
  for (uint32_t i = 0; i < event.access_count; i++) {
    LastAccess& last = objects_[event.object[i].index()];
    last.any = entry.previous[i];
    last.count--;
    last.mails -= is_of_mailbox(event.mode[i]);
    if (event.mode[i] != Mode::kWrite) continue;
    last.write = last.any;
    while (last.write != 0 && mode_on(unfolding_[at(last.write)], event.object[i]) != Mode::kWrite)
      last.write = before(last.write, event.object[i]);
  }
}

// Whatever conflicts with the event here must be in its history. That holds if the last write is and, if the event
// writes, the reads since: what comes before happens before the last write.
bool Configuration::accesses_fit(UnfoldingId id) const {
  const UnfoldingEvent& event = unfolding_[id];
  for (uint32_t i = 0; i < event.access_count; i++) {
    ObjectId object = event.object[i];
    if (object.index() >= objects_.size()) continue;
    const LastAccess& last = objects_[object.index()];
    if (last.mails != 0 || is_of_mailbox(event.mode[i])) [[unlikely]] {
      if (!mails_fit(id, i)) return false;
      continue;
    }
    if (last.write != 0 && !in_history(last.write, id)) return false;
    if (event.mode[i] == Mode::kWrite)
      for (PositionPlusOne p = last.any; p != last.write; p = before(p, object))
        if (!in_history(p, id)) return false;
  }
  return true;
}

// ... of an object that is used as a mailbox: then what does not commute with the event can be anywhere.
bool Configuration::mails_fit(UnfoldingId id, uint32_t access) const {
  const UnfoldingEvent& event = unfolding_[id];
  ObjectId object = event.object[access];
  for (PositionPlusOne p = objects_[object.index()].any; p != 0; p = before(p, object)) {
    const UnfoldingEvent& other = unfolding_[at(p)];
    Mode mode = mode_on(other, object);
    if (!in_history(p, id) && unfolding_.modes_conflict(other, mode, event, event.mode[access])) return false;
    if (mode == Mode::kWrite) break;
  }
  return true;
}

// Does the history agree with each thread as far as that goes, and go on with nothing of D? Events of D are enabled
// somewhere before: the only one that may come up is the next of its thread.
bool Configuration::threads_fit(UnfoldingId id) const {
  ConstClock clock = unfolding_.clock(id);
  for (uint32_t t = 0; t < unfolding_.width(); t++) {
    if (clock[t] == 0) continue;
    query_steps_++;
    const Vec<UnfoldingId>& here = events_of(t);
    UnfoldingId last = unfolding_.last(id, t);
    if (clock[t] <= here.size()) {
      if (here[clock[t] - 1] != last) return false;
      continue;
    }
    const UnfoldingEvent& next = unfolding_[unfolding_.ancestor(last, static_cast<uint32_t>(here.size()) + 1)];
    if (next.excluded_at != UnfoldingEvent::kNowhere) return false;
    if (!here.empty() && next.previous != here.back()) return false;
  }
  return true;
}

bool Configuration::fits(UnfoldingId id, Vec<UnfoldingId>& missing) const {
  queries_++;
  if (!threads_fit(id)) return false;
  missing.clear();
  ConstClock clock = unfolding_.clock(id);
  for (uint32_t t = 0; t < unfolding_.width(); t++) {
    UnfoldingId event = unfolding_.last(id, t);
    for (size_t index = clock[t]; index > events_of(t).size(); index--) {
      missing.push_back(event);
      event = unfolding_[event].previous;
    }
  }
  query_steps_ += missing.size();
  return std::all_of(missing.begin(), missing.end(), [&](UnfoldingId event) { return accesses_fit(event); });
}

void Configuration::lower_by_accesses(UnfoldingId id, uint32_t& lowest) const {
  const UnfoldingEvent& event = unfolding_[id];
  for (uint32_t i = 0; i < event.access_count; i++) {
    ObjectId object = event.object[i];
    if (object.index() >= objects_.size()) continue;
    for (PositionPlusOne p = objects_[object.index()].any; p != 0; p = before(p, object)) {
      const UnfoldingEvent& other = unfolding_[at(p)];
      Mode mode = mode_on(other, object);
      bool in = in_history(p, id);
      if (!in && unfolding_.modes_conflict(other, mode, event, event.mode[i])) lowest = std::min(lowest, p);
      if (in && mode == Mode::kWrite) break;
    }
  }
}

// By the events of one thread in a history, of which `last` is the last: where they part from the thread here, and an
// event of D.
void Configuration::lower_by_thread(UnfoldingId last, uint32_t& lowest) const {
  const UnfoldingEvent& event = unfolding_[last];
  const Vec<UnfoldingId>& here = events_of(event.thread.index());
  uint32_t common = std::min(event.index, static_cast<uint32_t>(here.size()));
  uint32_t agree = 0;  // up to this index they do
  for (uint32_t differ = common + 1; agree + 1 < differ;) {
    uint32_t middle = (agree + differ) / 2;
    (here[middle - 1] == unfolding_.ancestor(last, middle) ? agree : differ) = middle;
  }
  if (agree < common) lowest = std::min(lowest, unfolding_[here[agree]].position + 1);
  // Only where they part can it be in D.
  if (agree < event.index) lowest = std::min(lowest, unfolding_[unfolding_.ancestor(last, agree + 1)].excluded_at);
}

// The lowest position of an event that excludes the event or one of its history, plus one; an event of D counts with
// the position after which it is dropped. Where threads do not fit, accesses are not looked at: that costs time in
// proportion to the history.
uint32_t Configuration::fits_below(UnfoldingId id) const {
  uint32_t lowest = UINT32_MAX;
  ConstClock clock = unfolding_.clock(id);
  for (uint32_t t = 0; t < unfolding_.width(); t++)
    if (clock[t] != 0) lower_by_thread(unfolding_.last(id, t), lowest);
  if (lowest != UINT32_MAX) return lowest;
  for (uint32_t t = 0; t < unfolding_.width(); t++) {
    UnfoldingId event = unfolding_.last(id, t);
    for (size_t index = clock[t]; index > events_of(t).size(); index--) {
      lower_by_accesses(event, lowest);
      event = unfolding_[event].previous;
    }
  }
  CHECK(lowest != UINT32_MAX, "something excludes an event that does not fit");
  return lowest;
}

}  // namespace mazurka
