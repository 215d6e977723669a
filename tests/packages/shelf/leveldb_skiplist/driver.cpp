#include <cassert>
#include <cstdint>
#include <thread>

#include "db/skiplist.h"

struct Order {
  int operator()(uint64_t a, uint64_t b) const { return a < b ? -1 : a > b; }
};

int main() {
  leveldb::Arena arena;
  leveldb::SkipList<uint64_t, Order> list(Order(), &arena);
  std::thread reader([&] {
    bool second = list.Contains(2);
    assert(!second || list.Contains(1));
  });
  list.Insert(1);
  list.Insert(2);
  reader.join();
  assert(list.Contains(1) && list.Contains(2) && !list.Contains(3));
}
