#include "explore/stateful/state_table.hpp"

#include <utility>

namespace mazurka {

const StateTable::Known* StateTable::find(const Fingerprint& state) const {
  if (slots_.empty()) return nullptr;
  const Slot* bucket = &slots_[bucket_of(state)];
  for (size_t k = 0; k < kWays; k++)
    if (bucket[k].is_used && bucket[k].state == state) return &bucket[k].known;
  return nullptr;
}

// Null: all slots for it are taken by others.
StateTable::Slot* StateTable::place_for(const Fingerprint& state) {
  Slot* bucket = &slots_[bucket_of(state)];
  Slot* free = nullptr;
  for (size_t k = 0; k < kWays; k++) {
    if (bucket[k].is_used && bucket[k].state == state) return &bucket[k];
    if (!bucket[k].is_used && free == nullptr) free = &bucket[k];
  }
  return free;
}

// False: there is no room for a larger one.
bool StateTable::grow() {
  constexpr size_t kFirst = 1024;
  for (size_t larger = slots_.empty() ? kFirst : 2 * slots_.size();; larger *= 2) {
    if (!slots_.empty() && larger * sizeof(Slot) > max_bytes_) return false;
    Vec<Slot> before;
    before.swap(slots_);
    slots_.assign(larger, Slot{});
    bool all_have_room = true;
    for (const Slot& slot : before) {
      if (!slot.is_used) continue;
      Slot* place = place_for(slot.state);
      all_have_room = place != nullptr;
      if (!all_have_room) break;
      *place = slot;
    }
    if (all_have_room) return true;
    slots_.swap(before);
  }
}

void StateTable::forget_all() {
  forgotten_ += size_;
  clear();
}

void StateTable::clear() {
  Vec<Slot>().swap(slots_);
  size_ = 0;
}

void StateTable::put(const Fingerprint& state, Known known) {
  if (slots_.empty()) grow();
  Slot* place = place_for(state);
  while (place == nullptr && grow()) place = place_for(state);
  if (place == nullptr) {
    place = &slots_[bucket_of(state) + forgotten_ % kWays];
    forgotten_++;
    size_--;
  }
  if (!place->is_used || !(place->state == state)) size_++;
  *place = {state, known, true};
}

}  // namespace mazurka
