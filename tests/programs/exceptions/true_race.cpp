// expect: bug data_race
// An exception that two threads handle is one object: to change it in both is a race, as with any other.
// fixed: verified
// uncounted: the version of libstdc++ decides whether handing over an exception has steps
#include <exception>
#include <thread>

struct Error {
  int handled = 0;
};

int main() {
  std::exception_ptr error = std::make_exception_ptr(Error());
  auto run = [](std::exception_ptr mine) {
    try {
      std::rethrow_exception(mine);
    } catch (Error& caught) {
#ifdef FIXED
      if (caught.handled > 1) std::terminate();
#else
      caught.handled++;
#endif
    }
  };
  std::thread first(run, error), second(run, error);
  first.join();
  second.join();
}
