// expect: bug livelock
// A thread waits for an object that is larger than a word, and the others do something else.
// flags: -latomic
// fixed: verified 8
// count: Two orders of the exchanges. The store comes before the first load, the second or the third, or later: then
// the thread waits; 8 traces.
#include <atomic>
#include <thread>

struct Position {
  long x, y, z;
};

int main() {
  std::atomic<Position> position = Position{1, 1, 1};
  std::atomic<int> others = 0;
  std::thread waiter([&] {
    while (position.load().x != 2) {
    }
  });
  std::thread first([&] { others.exchange(1); });
  std::thread second([&] {
    others.exchange(2);
#ifdef FIXED
    position = Position{2, 2, 2};
#endif
  });
  waiter.join();
  first.join();
  second.join();
}
