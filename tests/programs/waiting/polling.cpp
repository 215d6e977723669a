// expect: bug assertion
// A thread looks at a flag under a mutex. This one counts its rounds, and gives up.
// fixed: verified 2
// count: The thread looks before main has done it, or after. In the first case it waits: it finds everything as it
// was. 2 traces.
// The same without the counter: it only waits.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex m;
bool stop;

bool is_stopped() {
  std::lock_guard hold(m);
  return stop;
}

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
    while (!is_stopped()) assert(++rounds < 50);
#else
    while (!is_stopped()) {
    }
#endif
  });
  {
    std::lock_guard hold(m);
    stop = true;
  }
  worker.join();
}
