// expect: verified
// uncounted: the version of libstdc++ decides whether handing over an exception has steps
// One exception is handled by two threads, while main drops its own reference. Whoever is last destroys it: that is
// ordered after what the others did, by the count of references in the C++ library.
#include <cassert>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>

struct Error : std::runtime_error {
  int code;
  explicit Error(int number) : std::runtime_error("a long message of an error"), code(number) {}
};

int main() {
  std::exception_ptr error = std::make_exception_ptr(Error(3));
  auto run = [](std::exception_ptr mine) {
    try {
      std::rethrow_exception(mine);
    } catch (const Error& caught) {
      assert(caught.code == 3 && strlen(caught.what()) == 26);
    }
  };
  std::thread first(run, error), second(run, error);
  error = nullptr;
  first.join();
  second.join();
}
