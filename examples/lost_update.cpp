// A lost update: two threads add 1 to a counter in two steps, a load and a store, and one of the two can be lost.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter;

void add_one() {
  int value = counter;
  counter = value + 1;
}

int main() {
  std::thread a(add_one), b(add_one);
  a.join();
  b.join();
  assert(counter == 2);
}
