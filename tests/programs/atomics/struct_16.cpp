// expect: verified 6
// flags: -mcx16 -latomic
// toy: var x
// toy: thread a { x = 1 }
// toy: thread b { r = exchange x, 2 }
// toy: thread c { r = x }
// std::atomic of a struct of 16 bytes: an operation is one step, and no thread sees a mixture.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

struct Value {
  std::array<long long, 2> part;
};
static_assert(sizeof(Value) == 16);

Value all(long long part) {
  Value value;
  value.part.fill(part);
  return value;
}

bool is_whole(const Value& value) {
  return value.part == all(value.part[0]).part;
}

std::atomic<Value> x{all(0)};

int main() {
  std::thread a([] { x.store(all(1)); });
  std::thread b([] { assert(is_whole(x.exchange(all(2)))); });
  std::thread c([] { assert(is_whole(x.load())); });
  a.join();
  b.join();
  c.join();
  Value expected = all(3);
  assert(!x.compare_exchange_strong(expected, all(4)));
  assert(is_whole(expected) && expected.part[0] >= 1 && expected.part[0] <= 2);
  assert(x.compare_exchange_strong(expected, all(4)));
  assert(x.load().part == all(4).part);
}
