// expect: bug data_race
// What a pointer leads to is read and never used, in C++: a pass that moves reads to their uses would remove it.
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
#include <memory>
#include <mutex>
#include <thread>

struct Settings {
  int level = 0;
};
static std::mutex mutex;

int main() {
  auto settings = std::make_shared<Settings>();
  std::thread writer([&settings] {
    std::lock_guard hold(mutex);
    settings->level = 1;
  });
  {
#ifdef FIXED
    std::lock_guard hold(mutex);
#endif
    const int level = settings->level;
    (void)level;
  }
  writer.join();
}
