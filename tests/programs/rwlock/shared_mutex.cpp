// expect: verified 108
// toy: rwlock w
// toy: thread a { rdlock w; rdunlock w }
// toy: thread b { wrlock w; wrunlock w; r = tryrdlock w; if r { rdunlock w } }
// toy: thread c { rdlock w; rdunlock w }
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int x, y;

int main() {
  auto reader = [] {
    std::shared_lock lock(mutex);
    assert(x == y);
  };
  std::thread a(reader);
  std::thread b([] {
    {
      std::unique_lock lock(mutex);
      x = 1;
      y = 1;
    }
    std::shared_lock lock(mutex, std::try_to_lock);
    assert(lock.owns_lock());
  });
  std::thread c(reader);
  a.join();
  b.join();
  c.join();
}
