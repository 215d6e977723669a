// expect: bug data_race
// message: data race on t: write of 8 bytes
// fixed: verified 1
// count: no thread waits for another one's decision, and nothing is changed by two: one trace.
// join() is part of the C++ library: it changes the std::thread, while another thread looks at it.
#include <thread>

static std::thread t;
static bool seen;

int main() {
  t = std::thread([] {});
#ifdef FIXED
  std::thread other([] {});
  t.join();
  seen = t.joinable();
#else
  std::thread other([] { seen = t.joinable(); });
  t.join();
#endif
  other.join();
}
