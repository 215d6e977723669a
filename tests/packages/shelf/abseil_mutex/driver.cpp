#include <cassert>
#include <thread>

#include "absl/synchronization/mutex.h"

// A machine with one processor: there the mutex does not look 1,500 times before it sleeps.
unsigned std::thread::hardware_concurrency() noexcept {
  return 1;
}

int main() {
  absl::Mutex mutex;
  int value = 0;
  std::thread other([&] {
    absl::MutexLock hold(&mutex);
    value++;
  });
  {
    absl::MutexLock hold(&mutex);
    value++;
  }
  other.join();
  assert(value == 2);
}
