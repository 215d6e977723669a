// An ordered map in one piece of memory, for code that must not use std::map: libstdc++ has part of that in its
// library, and in the runtime these functions are the program's (runtime/entries/cxx/containers.cpp). References to
// elements last until the next insertion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace mazurka {

template <class Key, class Value>
class SortedMap {
 public:
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  auto rbegin() const { return entries_.rbegin(); }
  auto rend() const { return entries_.rend(); }

  size_t size() const { return entries_.size(); }

  auto lower_bound(const Key& key) const {
    return std::lower_bound(begin(), end(), key,
                            [](const Entry& entry, const Key& other) { return entry.first < other; });
  }
  auto find(const Key& key) const {
    auto found = lower_bound(key);
    return found != end() && found->first == key ? found : end();
  }
  bool contains(const Key& key) const { return find(key) != end(); }

  Value& operator[](const Key& key) {
    auto place = entries_.begin() + (lower_bound(key) - begin());
    if (place == entries_.end() || place->first != key) place = entries_.insert(place, {key, Value{}});
    return place->second;
  }
  // The entry after it.
  auto erase(typename std::vector<std::pair<Key, Value>>::const_iterator entry) { return entries_.erase(entry); }

 private:
  using Entry = std::pair<Key, Value>;
  std::vector<Entry> entries_;
};

}  // namespace mazurka
