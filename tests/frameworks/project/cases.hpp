// What both frameworks test.
#pragma once

#include <thread>

#include "cache.hpp"
#include "pool.hpp"
#include "queue.hpp"

template <bool kRepaired>
int sum_of_two_pops() {
  Queue<kRepaired> queue;
  int first = 0, second = 0;
  std::thread a([&] { first = queue.pop(); });
  std::thread b([&] { second = queue.pop(); });
  queue.push(1);
  queue.push(2);
  a.join();
  b.join();
  return first + second;
}

template <bool kRepaired>
int times_computed() {
  Cache<kRepaired> cache;
  std::thread other([&] { cache.get(3); });
  cache.get(3);
  other.join();
  return cache.computed();
}

inline int done_by_pool(bool is_repaired) {
  Pool pool(is_repaired);
  pool.done();
  pool.wait();
  return pool.done();
}
