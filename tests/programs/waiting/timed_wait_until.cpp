// expect: bug assertion
// A thread waits for a condition variable up to a time that has passed, until it is stopped. This one gives up.
// fixed: verified 4
// count: main sets the flag before the first wait, in it, or in the second one, when years have passed; or when that is
// over and all is as it was, so that the thread waits. 4 traces.
// The same without the counter: it only waits.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static bool stop;

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
#endif
    const std::chrono::system_clock::time_point passed{};
    std::unique_lock hold(m);
    while (!stop) {
      c.wait_until(hold, passed);
#ifndef FIXED
      assert(++rounds < 50);
#endif
    }
  });
  {
    std::lock_guard hold(m);
    stop = true;
  }
  worker.join();
}
