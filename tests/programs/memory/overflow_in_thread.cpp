// expect: bug heap_overflow
// A block that a thread has made, and a loop that goes one too far.
#include <thread>
#include <vector>

int main() {
  std::thread a([] {
    std::vector<int> values(5);
    int* all = values.data();
    for (int k = 0; k <= 5; k++) all[k] = k;
  });
  a.join();
}
