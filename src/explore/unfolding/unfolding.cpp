#include "explore/unfolding/unfolding.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/hash.hpp"

namespace mazurka {

Unfolding::Unfolding() {
  new_event();
  table_.assign(1024, UnfoldingId());
  created_ = 0;
}

void Unfolding::widen(uint32_t width) {
  clocks_.widen(width);
  lasts_.widen(width);
}

UnfoldingId Unfolding::new_event() {
  created_++;
  if (!free_.empty()) {
    UnfoldingId id = free_.back();
    free_.pop_back();
    events_[id.index()] = UnfoldingEvent();
    return id;
  }
  events_.emplace_back(UnfoldingEvent());
  clear_clock(clocks_.push(), clocks_.width());
  clear_clock(lasts_.push(), lasts_.width());
  return UnfoldingId(events_.size() - 1);
}

uint64_t Unfolding::hash_of(const Event& step, UnfoldingId previous, const Vec<UnfoldingId>& causes) {
  uint64_t hash = combine_hashes(step.thread.number, previous.number);
  hash = combine_hashes(hash, step.choice);
  for (UnfoldingId cause : causes) hash = combine_hashes(hash, cause.number);
  return hash;
}

UnfoldingId Unfolding::intern(const Event& step, UnfoldingId previous, Vec<UnfoldingId>& causes) {
  std::sort(causes.begin(), causes.end());
  causes.erase(std::unique(causes.begin(), causes.end()), causes.end());
  uint64_t hash = hash_of(step, previous, causes);
  for (size_t at = hash;; at++) {
    UnfoldingId id = table_[at & (table_.size() - 1)];
    if (id == UnfoldingId()) break;
    const UnfoldingEvent& known = (*this)[id];
    if (known.hash == hash && known.thread == step.thread && known.previous == previous &&
        known.choice == step.choice && known.causes == causes)
      return id;
  }
  UnfoldingId id = new_event();
  UnfoldingEvent& event = (*this)[id];
  event.thread = step.thread;
  event.index = step.index;
  event.choice = step.choice;
  event.code = step.op.code;
  event.access_count = static_cast<uint8_t>(step.access_count);
  for (uint32_t i = 0; i < step.access_count; i++) {
    event.object[i] = step.access[i].object;
    event.mode[i] = step.access[i].mode;
  }
  if (is_of_mailbox(step.op.code)) {
    event.mail = id.number;
    if (mails_.size() <= event.mail) mails_.resize(event.mail + 1);
    mails_[event.mail] = mazurka::mail_of(step);
  }
  event.previous = previous;
  event.jump = jump_from(event);
  event.causes = causes;
  event.hash = hash;
  fill_rows(id, event);
  for (uint32_t t = 0; t < width(); t++) event.size += clock(id)[t];
  peak_ = std::max(peak_, size());
  thread_depth_ = std::max(thread_depth_, event.index);
  insert_in_table(id);
  return id;
}

void Unfolding::fill_rows(UnfoldingId id, const UnfoldingEvent& event) {
  Clock clock = clocks_[id.index()];
  Clock last = lasts_[id.index()];
  copy_clock(clock, clocks_[event.previous.index()], width());
  copy_clock(last, lasts_[event.previous.index()], width());
  for (UnfoldingId cause : event.causes) {
    ConstClock other = clocks_[cause.index()];
    ConstClock other_last = lasts_[cause.index()];
    for (uint32_t t = 0; t < width(); t++)
      if (other[t] > clock[t]) {
        clock[t] = other[t];
        last[t] = other_last[t];
      }
  }
  clock[event.thread.index()] = event.index;
  last[event.thread.index()] = id.number;
}

UnfoldingId Unfolding::jump_from(const UnfoldingEvent& event) const {
  if (event.index <= 1) return UnfoldingId();
  const UnfoldingEvent& parent = (*this)[event.previous];
  const UnfoldingEvent& far = (*this)[parent.jump];
  if (parent.jump == UnfoldingId() || far.jump == UnfoldingId()) return event.previous;
  bool same_distance = parent.index - far.index == far.index - (*this)[far.jump].index;
  return same_distance ? far.jump : event.previous;
}

void Unfolding::insert_in_table(UnfoldingId id) {
  if (2 * size() >= table_.size()) grow_table();
  for (size_t at = (*this)[id].hash;; at++) {
    UnfoldingId& slot = table_[at & (table_.size() - 1)];
    if (slot == id) return;
    if (slot == UnfoldingId()) {
      slot = id;
      return;
    }
  }
}

// Enters all events anew into a table of the right size.
void Unfolding::grow_table() {
  size_t size_wanted = 1024;
  while (size_wanted < 4 * size()) size_wanted *= 2;
  table_.assign(size_wanted, UnfoldingId());
  for (size_t k = 1; k < events_.size(); k++)
    if (events_[k].index != 0) insert_in_table(UnfoldingId(k));
}

void Unfolding::add_conflict(UnfoldingId of, UnfoldingId event) {
  Vec<UnfoldingId>& known = (*this)[event].conflict_of;
  if (std::find(known.begin(), known.end(), of) != known.end()) return;
  known.push_back(of);
  (*this)[of].conflicts.push_back(event);
}

void Unfolding::mark_with_history(UnfoldingId id) {
  todo_.push_back(id);
  while (!todo_.empty()) {
    UnfoldingEvent& event = (*this)[todo_.back()];
    todo_.pop_back();
    if (event.mark == epoch_ || event.index == 0) continue;
    event.mark = epoch_;
    todo_.push_back(event.previous);
    todo_.insert(todo_.end(), event.causes.begin(), event.causes.end());
  }
}

void Unfolding::sweep() {
  auto keep_marked = [&](Vec<UnfoldingId>& list) {
    list.erase(std::remove_if(list.begin(), list.end(), [&](UnfoldingId id) { return !is_marked(id); }), list.end());
  };
  for (size_t k = 1; k < events_.size(); k++) {
    UnfoldingEvent& event = events_[k];
    if (event.index == 0) continue;
    if (event.mark == epoch_) {
      keep_marked(event.conflicts);
      keep_marked(event.conflict_of);
    }
  }
  for (size_t k = 1; k < events_.size(); k++) {
    UnfoldingEvent& event = events_[k];
    if (event.index == 0 || event.mark == epoch_) continue;
    event = UnfoldingEvent();
    free_.push_back(UnfoldingId(k));
  }
  grow_table();
}

void Unfolding::check_invariants() const {
  for (size_t k = 1; k < events_.size(); k++) {
    const UnfoldingEvent& event = events_[k];
    if (event.index == 0) continue;
    UnfoldingId id(k);
    CHECK(clock(id)[event.thread.index()] == event.index, "an event's clock counts the event itself");
    for (uint32_t t = 0; t < width(); t++) {
      if (clock(id)[t] == 0) continue;
      const UnfoldingEvent& last_of_thread = (*this)[last(id, t)];
      CHECK(last_of_thread.thread == ThreadId(t) && last_of_thread.index == clock(id)[t],
            "the last event of a thread is where the clock says");
    }
    auto follows = [&](UnfoldingId before) {
      return before == UnfoldingId() || (clock_less_equal(clock(before), clock(id), width()) &&
                                         (*this)[before].size < event.size && (*this)[before].index != 0);
    };
    CHECK(follows(event.previous), "an event follows the one before it in its thread");
    CHECK(std::all_of(event.causes.begin(), event.causes.end(), follows), "an event follows its causes");
  }
}

}  // namespace mazurka
