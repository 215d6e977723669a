// expect: bug leak
// options: --leaks
// message: memory leak: 256 bytes in 1 block is lost
// Blocks with a large alignment, in C++, with what the library has for itself.
// fixed: verified 1
// count: What the thread does (memory and a string's destruction) is no step, and main only joins it: one trace.
// Blocks with a large alignment, in C++, with what the library has for itself.
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

struct alignas(256) Large {
  char bytes[256];
};

int main() {
  std::vector<std::string> texts(10, std::string(100, 'x'));
  auto* kept = new Large;
  std::thread worker([&] {
    Large* volatile lost = new Large;
    Large* volatile second = new Large;
    texts.clear();
    delete second;
#ifdef FIXED
    delete lost;
#endif
  });
  worker.join();
  delete kept;
}
