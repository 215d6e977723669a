#include "runtime/engine/foresight/watched_memory.hpp"

#include <algorithm>

namespace mazurka::runtime {

namespace {
size_t hash_of(uintptr_t address) {
  return static_cast<size_t>(address * 0x9e3779b97f4a7c15ULL >> 20);
}
}  // namespace

void WatchedMemory::grow() {
  table_.assign(table_.size() * 2, 0);
  for (uint32_t place = 0; place < places_.size(); place++) {
    size_t at = hash_of(places_[place].address) & (table_.size() - 1);
    while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
    table_[at] = place + 1;
  }
}

uint32_t WatchedMemory::place_at(uintptr_t address) {
  size_t at = hash_of(address) & (table_.size() - 1);
  for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1))
    if (places_[table_[at] - 1].address == address) return table_[at] - 1;
  places_.push_back(Place{});
  values_.push_back(Known{});
  places_.back().address = address;
  table_[at] = static_cast<uint32_t>(places_.size());
  if (places_.size() * 2 > table_.size()) grow();
  return static_cast<uint32_t>(places_.size() - 1);
}

// Of one that starts threads, accesses come before the starts of later ones, and after the ends of those that it has
// joined. Of two others, one may have been joined before the other one was started.
bool WatchedMemory::may_meet(const User& a, const User& b) const {
  if (!a.writes && !b.writes) return false;
  for (uint32_t k = 0; k < a.mutex_count; k++)
    if (std::find(b.mutexes, b.mutexes + b.mutex_count, a.mutexes[k]) != b.mutexes + b.mutex_count) return false;
  if (as_few(a.thread) == 0 || as_few(b.thread) == 0) return true;
  if (has_started(a.thread, b.thread)) return (a.beside & as_few(b.thread)) != 0;
  if (has_started(b.thread, a.thread)) return (b.beside & as_few(a.thread)) != 0;
  return !is_before(a.thread, b.thread) && !is_before(b.thread, a.thread);
}

WatchedMemory::Change WatchedMemory::note_access(uint32_t at, uint32_t thread, bool writes, const Standing& standing) {
  Place& place = places_[at];
  if (place.open) return Change::kNone;
  place.written |= writes;
  auto user = std::find_if(place.users.begin(), place.users.end(),
                           [thread](const User& known) { return known.thread == thread; });
  bool changes = user == place.users.end();
  if (changes) {
    User added;
    added.thread = thread;
    added.mutex_count = static_cast<uint8_t>(std::min<size_t>(standing.mutexes.size(), kMostMutexes));
    std::copy_n(standing.mutexes.begin(), added.mutex_count, added.mutexes);
    place.users.push_back(added);
    user = place.users.end() - 1;
  }
  ObjectId* end = std::remove_if(user->mutexes, user->mutexes + user->mutex_count, [&standing](ObjectId mutex) {
    return std::find(standing.mutexes.begin(), standing.mutexes.end(), mutex) == standing.mutexes.end();
  });
  const auto mutex_count = static_cast<uint8_t>(end - user->mutexes);
  changes = changes || (writes && !user->writes) || (standing.beside & ~user->beside) != 0 ||
            mutex_count != user->mutex_count;
  if (!changes) return Change::kNone;
  user->writes |= writes;
  user->beside |= standing.beside;
  user->mutex_count = mutex_count;
  for (const User& other : place.users) place.open |= &other != &*user && may_meet(*user, other);
  return place.open || (place.constant && place.written) ? Change::kOther : Change::kNone;
}

WatchedMemory::Change WatchedMemory::note_start(uint32_t thread, uint32_t by, FewThreads joined) {
  if (starts_.size() <= thread) starts_.resize(thread + 1, Start{});
  Start& start = starts_[thread];
  if (start.by == UINT32_MAX) start = {by, joined};
  if ((start.joined & ~joined) == 0) return Change::kNone;
  start.joined &= joined;
  for (Place& place : places_)
    for (const User& a : place.users)
      for (const User& b : place.users) place.open |= a.thread < b.thread && may_meet(a, b);
  return Change::kOther;
}

}  // namespace mazurka::runtime
