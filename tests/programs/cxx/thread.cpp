// expect: verified 6
// toy: var x
// toy: thread t[3] { r = fetch_add x, 1 }
// std::thread with functions, members, lambdas, references, moves, swaps.
#include <atomic>
#include <cassert>
#include <functional>
#include <memory>
#include <thread>

std::atomic<int> x;

void add(int& seen, std::unique_ptr<int> by) {
  seen = x.fetch_add(*by);
}

struct Adder {
  void run(int by) { x += by; }
};

int main() {
  int seen = -1;
  Adder adder;
  std::thread a(add, std::ref(seen), std::make_unique<int>(1));
  std::thread b(&Adder::run, &adder, 2);
  std::thread c;
  assert(!c.joinable());
  c = std::thread([] { x += 4; });
  std::thread d(std::move(c));
  b.swap(d);
  assert(a.get_id() != b.get_id() && !c.joinable() && c.get_id() == std::thread::id());
  a.join();
  b.join();
  d.join();
  assert(x == 7 && seen >= 0 && seen <= 6);
}
