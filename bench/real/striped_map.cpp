// A map in stripes with a mutex each, and a count under another one: A threads put B keys each.
#include <cassert>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 2
#endif

class Map {
 public:
  void put(int key, int value) {
    Stripe& stripe = stripes_[key % 2];
    {
      std::lock_guard lock(stripe.mutex);
      stripe.values[key] = value;
    }
    std::lock_guard lock(count_mutex_);
    count_++;
  }
  int count() {
    std::lock_guard lock(count_mutex_);
    return count_;
  }

 private:
  struct Stripe {
    std::mutex mutex;
    std::map<int, int> values;
  };
  Stripe stripes_[2];
  std::mutex count_mutex_;
  int count_ = 0;
};

int main() {
  Map map;
  std::vector<std::thread> threads;
  for (int t = 0; t < A; t++)
    threads.emplace_back([&, t] {
      for (int k = 0; k < B; k++) map.put(t * B + k, t);
    });
  for (std::thread& thread : threads) thread.join();
  assert(map.count() == A * B);
}
