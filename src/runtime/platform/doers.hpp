// The threads that did something, in any execution so far.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

class Doers {
 public:
  void add(uint32_t thread) {
    if (count_ == 0) first_ = thread;
    count_ = count_ == 0 || (count_ == 1 && thread == first_) ? 1 : 2;
  }
  bool are_several() const { return count_ > 1; }
  // One of these, and another one of those?
  bool differ_from(const Doers& others) const {
    bool are_there = count_ != 0 && others.count_ != 0;
    return are_there && (are_several() || others.are_several() || first_ != others.first_);
  }

 private:
  uint32_t count_ = 0;  // 2: several
  uint32_t first_ = 0;
};

}  // namespace mazurka::runtime
