// expect: bug uncaught_exception
// location: thread_not_joined.cpp:26
// An exception leaves the function between the start of a thread and its join.
// fixed: verified 2
// toy: var cancelled
// toy: thread other { cancelled = 1 }
// toy: thread main { r = cancelled }
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<bool> cancelled;

static void work() {
  std::thread helper([] {});
#ifdef FIXED
  struct Joiner {
    std::thread& thread;
    ~Joiner() { thread.join(); }
  } joiner{helper};
  if (cancelled) throw std::runtime_error("cancelled");
#else
  if (cancelled) throw std::runtime_error("cancelled");
  helper.join();
#endif
}

int main() {
  std::thread other([] { cancelled = true; });
  try {
    work();
  } catch (const std::runtime_error&) {
  }
  other.join();
}
