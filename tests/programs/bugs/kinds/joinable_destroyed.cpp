// expect: bug uncaught_exception
// A std::thread that was neither joined nor detached is destroyed, if main is in a hurry.
// fixed: verified 2
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
#ifdef FIXED
  if (worker.joinable()) worker.join();
#endif
}
