// expect: verified 12
// flags: -std=c++20
#include <chrono>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> s{0};

int main() {
  std::thread t([] { s.release(); });
  if (!s.try_acquire_for(std::chrono::seconds(1))) s.acquire();
  t.join();
}
