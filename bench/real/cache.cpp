// A cache under a std::shared_mutex: A threads look up B keys each, and compute what is missing.
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 2
#endif

class Cache {
 public:
  int square(int key) {
    {
      std::shared_lock lock(mutex_);
      auto found = values_.find(key);
      if (found != values_.end()) return found->second;
    }
    std::unique_lock lock(mutex_);
    return values_.emplace(key, key * key).first->second;
  }

 private:
  std::shared_mutex mutex_;
  std::map<int, int> values_;
};

int main() {
  Cache cache;
  std::vector<std::thread> threads;
  for (int t = 0; t < A; t++)
    threads.emplace_back([&] {
      for (int k = 1; k <= B; k++) assert(cache.square(k) == k * k);
    });
  for (std::thread& thread : threads) thread.join();
}
