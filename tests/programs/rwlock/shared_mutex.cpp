// expect: verified 390
// toy: rwlock w
// toy: var writers
// toy: thread a { await writers == 0; rdlock w; rdunlock w }
// toy: thread b {
// toy:   q = fetch_add writers, 1; wrlock w; q = fetch_add writers, -1; wrunlock w
// toy:   q = writers; r = tryrdlock w; if r { rdunlock w }
// toy: }
// toy: thread c { await writers == 0; rdlock w; rdunlock w }
// An attempt to read may fail if a writer waits, so waiting writers are counted.
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
