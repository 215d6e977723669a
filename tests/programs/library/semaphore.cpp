// expect: verified
// flags: -std=c++20
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

using namespace std::chrono_literals;
static std::counting_semaphore<2> items(0);

int main() {
  std::thread a([] { items.release(); });
  bool taken = items.try_acquire_for(1ms);
  if (!taken) items.acquire();
  a.join();
  assert(!items.try_acquire_for(1ms));
}
