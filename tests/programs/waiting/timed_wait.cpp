// expect: bug assertion
// A thread does something every now and then, until it is stopped. This one counts its rounds, and gives up.
// fixed: verified
// uncounted: How many rounds differ depends on the version of the compiler, by what it keeps on the stack.
// The same without the counter: it only waits.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

std::mutex m;
std::condition_variable c;
bool stop;

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
    std::unique_lock hold(m);
    while (!stop) {
      c.wait_for(hold, 10ms);
      assert(++rounds < 50);
    }
#else
    std::unique_lock hold(m);
    while (!stop) c.wait_for(hold, 10ms);
#endif
  });
  {
    std::lock_guard hold(m);
    stop = true;
  }
  c.notify_one();
  worker.join();
}
