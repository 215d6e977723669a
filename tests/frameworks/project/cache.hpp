// A cache that may compute a value twice, and its repair.
#pragma once

#include <map>
#include <mutex>

template <bool kRepaired>
class Cache {
 public:
  int get(int key) {
    {
      std::unique_lock hold(mutex_);
      if (const auto known = values_.find(key); known != values_.end()) return known->second;
      if (kRepaired) return compute(key);
    }
    std::lock_guard hold(mutex_);
    return compute(key);
  }
  int computed() const { return computed_; }

 private:
  int compute(int key) {
    computed_++;
    return values_[key] = key * key;
  }

  std::mutex mutex_;
  std::map<int, int> values_;
  int computed_ = 0;
};
