// expect: verified 6
// flags: -std=c++20
// toy: var x
// toy: thread t { x = 1; r = fetch_add x, 2 }
// toy: thread main { r = cas x, 1, 5; r = x }
// All that std::atomic_ref has, of types of several kinds; waiting too.
#include <atomic>
#include <cassert>
#include <thread>

static long x;
alignas(std::atomic_ref<double>::required_alignment) static double d;
static int* p;
static int array[3];

int main() {
  std::atomic_ref<double> real(d);
  real.store(1.5);
  assert(real.fetch_add(2.0) == 1.5 && real.load() == 3.5 && real.is_always_lock_free);
  p = array;
  std::atomic_ref<int*> pointer(p);
  assert(pointer.fetch_add(2) == array && pointer.load() == array + 2 && --pointer == array + 1);
  std::thread t([] {
    std::atomic_ref<long> value(x);
    value.store(1);
    value.fetch_add(2);
  });
  std::atomic_ref<long> value(x);
  long expected = 1;
  bool changed = value.compare_exchange_strong(expected, 5);
  assert(changed == (expected == 1));
  long seen = value.load();
  assert(changed ? seen == 5 || seen == 7 : seen == 0 || seen == 1 || seen == 3);
  t.join();
}
