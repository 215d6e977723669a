// expect: verified 1
// count: The thread has no step, and main only joins it: one trace.
// A block that a thread has made.
#include <thread>
#include <vector>

int main() {
  std::thread a([] {
    std::vector<int> values(5);
    int* all = values.data();
    for (int k = 0; k < 5; k++) all[k] = k;
  });
  a.join();
}
