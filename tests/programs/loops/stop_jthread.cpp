// expect: verified 199
// flags: -std=c++20
// The destructor of a jthread asks it to stop, and joins it.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex mutex;
static std::condition_variable_any condition;
static bool stopped;

int main() {
  {
    std::jthread worker([](std::stop_token token) {
      std::unique_lock lock(mutex);
      condition.wait(lock, token, [] { return false; });
      assert(token.stop_requested());
      stopped = true;
    });
  }
  assert(stopped);
}
