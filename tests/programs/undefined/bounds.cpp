// expect: bug undefined_behaviour
// flags: -fsanitize=undefined --compiler=clang-14
// message: an index is outside of its array
// With clang too, in C++. Two threads take an index each; the second one is outside.
// fixed: verified 2
// count: two additions, in either order: 2 traces.
#include <atomic>
#include <thread>

static std::atomic<int> next{1};
static int places[3];

static void take() {
#ifdef FIXED
  int index = next++ - 1;
#else
  int index = next++ + 1;
#endif
  places[index] = index;
}

int main() {
  std::thread a(take), b(take);
  a.join();
  b.join();
}
