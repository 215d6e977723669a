// expect: verified 2
// toy: var done
// toy: thread worker { done = 1 }
// toy: thread main { r = done }
// joinable_destroyed.cpp, joined in any case.
#include <atomic>
#include <thread>

std::atomic<bool> done;

int main() {
  std::thread worker([] { done = true; });
  if (done) worker.join();
  if (worker.joinable()) worker.join();
}
