// Peterson's lock for two threads, correct: they are never both inside. Each gives up after a few looks instead of
// spinning for ever, which keeps the number of executions finite.
#include <atomic>
#include <cassert>
#include <thread>

constexpr int kLooks = 2;
std::atomic<bool> wants[2];
std::atomic<int> turn, inside;

void enter_once(int me) {
  const int other = 1 - me;
  wants[me] = true;
  turn = other;
  for (int look = 0; look < kLooks; ++look) {
    if (!wants[other] || turn == me) {
      const int found = inside.fetch_add(1);
      assert(found == 0);
      inside.fetch_sub(1);
      break;
    }
  }
  wants[me] = false;
}

int main() {
  std::thread a(enter_once, 0), b(enter_once, 1);
  a.join();
  b.join();
}
