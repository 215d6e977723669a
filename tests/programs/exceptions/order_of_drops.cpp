// expect: bug data_race
// fixed: verified
// uncounted: the version of libstdc++ decides whether handing over an exception has steps
// Two threads handle one exception, and drop their references to it: that orders nothing else that they do.
#include <exception>
#include <mutex>
#include <thread>

struct Error {
  int code = 3;
};

int main() {
  int handled = 0;
  std::mutex mutex;
  std::exception_ptr error = std::make_exception_ptr(Error());
  auto run = [&](std::exception_ptr mine) {
    try {
      std::rethrow_exception(mine);
    } catch (const Error&) {
#ifdef FIXED
      std::lock_guard guard(mutex);
#endif
      handled++;
    }
  };
  std::thread other(run, error);
  run(error);
  other.join();
  return handled != 2;
}
