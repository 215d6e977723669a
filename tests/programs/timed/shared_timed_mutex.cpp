// expect: verified 4
// toy: rwlock w
// toy: thread a { r = trywrlock w; if r { wrunlock w } }
// toy: thread b { r = tryrdlock w; if r { rdunlock w } }
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;
static std::shared_timed_mutex mutex;
static int x, y;

int main() {
  std::thread a([] {
    std::unique_lock lock(mutex, 1ms);
    if (!lock) return;
    x = 1;
    y = 1;
  });
  std::thread b([] {
    std::shared_lock lock(mutex, std::chrono::steady_clock::now() + 1ms);
    if (lock) assert(x == y);
  });
  a.join();
  b.join();
}
