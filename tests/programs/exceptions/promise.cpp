// expect: verified
// uncounted: the version of libstdc++ decides how many steps a future has
// An exception goes through a promise, and one through a packaged task. The thread that threw it may leave its handler
// before or after the other has handled it.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

struct Error : std::logic_error {
  std::string detail;
  explicit Error(const char* text) : std::logic_error(text), detail(text) {}
};

int main() {
  std::promise<int> promise;
  std::future<int> result = promise.get_future();
  std::thread thread([&promise] {
    try {
      throw Error("kept by a promise, and longer than what fits into a string");
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  try {
    result.get();
  } catch (const Error& error) {
    assert(error.what() == error.detail);
  }
  thread.join();
  std::packaged_task<int()> task([]() -> int { throw Error("kept by a task"); });
  result = task.get_future();
  std::thread worker(std::move(task));
  try {
    result.get();
  } catch (const Error& error) {
    assert(error.what() == error.detail);
  }
  worker.join();
}
