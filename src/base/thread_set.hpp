// A set of threads: a bit each, no allocation for the first 64.
#pragma once

#include <bit>
#include <cstdint>

#include "base/ids.hpp"
#include "base/metered.hpp"

namespace mazurka {

class ThreadSet {
 public:
  bool has(ThreadId t) const { return word(t.index() / 64) >> t.index() % 64 & 1; }
  void add(ThreadId t) {
    size_t at = t.index() / 64;
    if (at > more_.size()) more_.resize(at, 0);
    (at == 0 ? first_ : more_[at - 1]) |= uint64_t{1} << t.index() % 64;
  }
  void add_all(const ThreadSet& other) {
    first_ |= other.first_;
    if (more_.size() < other.more_.size()) more_.resize(other.more_.size(), 0);
    for (size_t k = 0; k < other.more_.size(); k++) more_[k] |= other.more_[k];
  }
  void clear() {
    first_ = 0;
    more_.clear();
  }
  bool empty() const {
    for (size_t k = 0; k <= more_.size(); k++)
      if (word(k) != 0) return false;
    return true;
  }
  bool meets(const ThreadSet& other) const {
    for (size_t k = 0; k <= more_.size(); k++)
      if ((word(k) & other.word(k)) != 0) return true;
    return false;
  }

  // Calls visit(thread) in ascending order until it returns true.
  template <class Visit>
  bool any(Visit&& visit) const {
    for (size_t k = 0; k <= more_.size(); k++)
      for (uint64_t bits = word(k); bits != 0; bits &= bits - 1)
        if (visit(ThreadId(k * 64 + static_cast<size_t>(std::countr_zero(bits))))) return true;
    return false;
  }

 private:
  uint64_t word(size_t at) const { return at == 0 ? first_ : at <= more_.size() ? more_[at - 1] : 0; }

  uint64_t first_ = 0;
  Vec<uint64_t> more_;
};

}  // namespace mazurka
