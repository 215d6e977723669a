// expect: bug assertion
// The same the other way round.
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
  error = nullptr;
  worker.join();
  assert(destroyed_by_worker);
}
