// expect: bug assertion
// message: x == 2
// Threads print before and after they do something: where the output goes, to a terminal, a pipe or nowhere, makes no
// difference to their steps, so that the bug is replayed with its output.
#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>

static std::atomic<int> x;

int main() {
  std::thread first([] {
    std::cout << "first " << 1 << std::endl;
    x++;
  });
  std::thread second([] {
    int before = x;
    x = before + 1;
    std::cout << "second" << std::endl;
  });
  first.join();
  second.join();
  std::cout << "end " << x << std::endl;
  assert(x == 2);
}
