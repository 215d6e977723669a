// expect: verified 2
// std::call_once orders the initialisation before every use.
// count: One of 2 threads begins first and initialises. The call of the other waits until that is done, and only
//   reads then. So 2 traces.
#include <mutex>
#include <thread>

static int data;
static std::once_flag flag;

static void first() {
  std::call_once(flag, [] { data = 42; });
  if (data != 42) throw data;
}
static void second() {
  first();
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
