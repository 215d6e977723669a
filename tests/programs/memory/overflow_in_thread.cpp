// expect: bug heap_overflow
// A block that a thread has made, and a loop that goes one too far.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
// A block that a thread has made.
#include <thread>
#include <vector>

int main() {
  std::thread a([] {
    std::vector<int> values(5);
    int* all = values.data();
#ifdef FIXED
    for (int k = 0; k < 5; k++) all[k] = k;
#else
    for (int k = 0; k <= 5; k++) all[k] = k;
#endif
  });
  a.join();
}
