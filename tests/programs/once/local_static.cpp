// expect: verified 27
// A static variable of a function is constructed once, and complete for every thread that gets there.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

std::atomic<int> constructed;

struct Thing {
  Thing() {
    ++constructed;
    value = 5;
  }
  std::atomic<int> value{0};
};

Thing& thing() {
  static Thing it;
  return it;
}

int main() {
  std::vector<std::thread> threads;
  for (int n = 0; n < 3; ++n) threads.emplace_back([] { assert(thing().value == 5); });
  for (auto& thread : threads) thread.join();
  assert(constructed == 1);
}
