// expect: verified 27
// count: Each thread reads the guard first. The first that goes on acquires it (W), constructs, releases it (W): 3
//   possibilities. Each of the other two reads the guard before the acquisition, between the two, or after: 3
//   possibilities each. Unless it was after, it acquires then, which waits for the release and only reads; these
//   reads have no order. 3 * 3 * 3 = 27.
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
