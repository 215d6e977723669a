// expect: verified 2
// count: A call that initialises begins and ends with W, and the other thread's call waits meanwhile, so one throws
//   first and then the other calls: 2 traces, by who is first. The first alone adds to thrown, and all additions to
//   calls are inside.
// A call that throws does not count: the next one tries again.
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

int main() {
  std::once_flag flag;
  std::atomic<int> calls{0}, thrown{0};
  auto run = [&] {
    try {
      std::call_once(flag, [&] {
        if (++calls == 1) throw std::runtime_error("not yet");
      });
    } catch (const std::runtime_error&) {
      ++thrown;
    }
  };
  std::thread a(run), b(run);
  a.join();
  b.join();
  assert(calls == 2 && thrown == 1);
}
