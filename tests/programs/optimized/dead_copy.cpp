// expect: bug data_race
// flags: --compiler=clang-14
// A copy of a structure that goes out of scope unread, with clang.
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
#include <mutex>
#include <thread>

struct Pair {
  int first, second;
};
static std::mutex mutex;
static Pair shared;

int main() {
  std::thread writer([] {
    std::lock_guard hold(mutex);
    shared = {1, 2};
  });
  std::thread reader([] {
#ifdef FIXED
    std::lock_guard hold(mutex);
#endif
    Pair copy = shared;
    (void)copy;
  });
  writer.join();
  reader.join();
}
