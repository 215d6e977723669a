// expect: bug use_after_free
// What a clock returns is stored in a block that was freed.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

int main() {
  auto* last = new Clock::time_point;
  std::thread owner([last] {
#ifndef FIXED
    delete last;
#else
    *last = Clock::now();
#endif
  });
  owner.join();
  *last = Clock::now();
#ifdef FIXED
  delete last;
#endif
}
