// expect: bug assertion
// fixed: verified 1
// count: The join leaves nothing to reorder: one trace.
// Which thread drops the last reference to an exception, and so runs its destructor, is seen by the program: both are
// explored.
#include <cassert>
#include <exception>
#include <thread>

static thread_local bool is_worker = false;
static bool destroyed_by_worker = false;

struct Error {
  Error() = default;
  Error(const Error&) = default;
  ~Error() { destroyed_by_worker = is_worker; }
};

int main() {
  std::exception_ptr error = std::make_exception_ptr(Error());
  std::thread worker(
      [](std::exception_ptr mine) {
        is_worker = true;
        mine = nullptr;
      },
      error);
#ifdef FIXED
  worker.join();
  error = nullptr;
#else
  error = nullptr;
  worker.join();
#endif
  assert(!destroyed_by_worker);
}
