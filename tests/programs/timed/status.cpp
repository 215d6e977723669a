// expect: bug assertion
// A timeout is taken for a proof that nobody has notified.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;
static std::mutex mutex;
static std::condition_variable condition;
static bool ready;

int main() {
  std::thread a([] {
    std::unique_lock lock(mutex);
    if (ready) return;
    if (condition.wait_until(lock, std::chrono::system_clock::now() + 100ms) == std::cv_status::timeout) assert(!ready);
  });
  std::thread b([] {
    std::lock_guard lock(mutex);
    ready = true;
    condition.notify_one();
  });
  a.join();
  b.join();
}
