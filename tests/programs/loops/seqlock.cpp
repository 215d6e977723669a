// expect: verified 20
// toy: # Who finds the writer at work LOOKS times is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var sequence, a, b
// toy: thread writer { sequence = 1; a = 1; b = 1; sequence = 2 }
// toy: thread main {
// toy:   before = 0
// toy:   now = 1
// toy:   while now != before {
// toy:     n = 0
// toy:     before = sequence
// toy:     while before == 1 { n = n + 1; if n == LOOKS { await sequence == 99 }; before = sequence }
// toy:     x = a
// toy:     y = b
// toy:     now = sequence
// toy:   }
// toy: }
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
