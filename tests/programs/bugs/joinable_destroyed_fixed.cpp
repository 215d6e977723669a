// expect: verified 2
// joinable_destroyed.cpp, joined in any case.
#include <atomic>
#include <thread>

std::atomic<bool> done;

int main() {
  std::thread worker([] { done = true; });
  if (done) worker.join();
  if (worker.joinable()) worker.join();
}
