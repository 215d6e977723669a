// expect: bug data_race
// flags: --compiler=clang-14
// message: data race on sum
// fixed: verified 6
// count: three critical sections, in any order: 6 traces.
// clang does not instrument accesses to a long double, which has 10 bytes.
#include <atomic>
#include <mutex>
#include <thread>

static long double sum;
static std::mutex m;

static void add(long double what) {
#ifdef FIXED
  std::lock_guard<std::mutex> guard(m);
#endif
  sum += what;
}

int main() {
  std::thread a(add, 1), b(add, 2);
  add(3);
  a.join();
  b.join();
}
