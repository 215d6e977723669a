// expect: verified 2
// toy: var next
// toy: thread t[2] { r = fetch_add next, 1 }
// Atomic pointers move by whole elements.
#include <atomic>
#include <cassert>
#include <thread>

long numbers[8];
std::atomic<long*> next{numbers};

int main() {
  std::thread a([] { *next.fetch_add(1) = 1; });
  std::thread b([] { *next++ = 2; });
  a.join();
  b.join();
  assert(next == numbers + 2 && numbers[0] + numbers[1] == 3 && numbers[2] == 0);
}
