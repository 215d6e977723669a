// expect: verified 1
// count: Nobody can see the order in which threads write to standard output, and main only joins: one trace.
// std::cout and std::cerr are for several threads at once.
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout << "one " << 1 << 'x' << std::endl; });
  std::thread u([] { std::cerr << 2.5 << " two\n"; });
  std::cout << "main" << std::flush;
  t.join();
  u.join();
}
