// expect: verified
// A reader of a sequence lock reads again while a writer is at work or has been.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static std::atomic<int> a, b;

int main() {
  std::thread writer([] {
    sequence.store(1);
    a.store(1);
    b.store(1);
    sequence.store(2);
  });
  int x, y;
  unsigned before;
  do {
    while ((before = sequence.load()) & 1) {
    }
    x = a.load();
    y = b.load();
  } while (sequence.load() != before);
  assert(x == y);
  writer.join();
}
