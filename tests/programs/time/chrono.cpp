// expect: verified 2
// toy: var x
// toy: thread a { r = fetch_add x, 1 }
// toy: thread main { r = fetch_add x, 1; join a }
// Two orders of the atomic operations. Time goes on by what a thread does itself.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;
static std::atomic<int> x;

int main() {
  auto begin = std::chrono::steady_clock::now();
  std::thread a([] {
    std::this_thread::sleep_for(5ms);
    x.fetch_add(1);
  });
  std::this_thread::sleep_until(std::chrono::system_clock::now() + 2ms);
  auto middle = std::chrono::steady_clock::now();
  assert(middle - begin >= 2ms && middle - begin < 5ms);
  x.fetch_add(1);
  a.join();
  assert(std::chrono::steady_clock::now() - begin >= 5ms);
  std::this_thread::yield();
}
