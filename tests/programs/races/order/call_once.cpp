// expect: verified
// std::call_once orders the initialisation before every use.
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
