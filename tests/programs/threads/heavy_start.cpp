// expect: verified 6
// flags: -O2
// toy: var x
// toy: thread t[3] { r = fetch_add x, me }
// toy: thread main { join t[0]; join t[1]; join t[2]; r = x }
// Much work before the first thread is done once, not in every execution.
#include <atomic>
#include <cassert>
#include <map>
#include <thread>
#include <vector>

int main() {
  std::map<int, int> numbers;
  for (int n = 0; n < 200000; ++n) numbers[n * 7919 % 200003] = n;
  std::atomic<int> x{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < 3; ++n) threads.emplace_back([&, n] { x += numbers[n]; });
  for (auto& thread : threads) thread.join();
  assert(x == numbers[0] + numbers[1] + numbers[2]);
}
