// expect: bug data_race
// message: data race on operation
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// gcc does not instrument accesses to the parts of a pointer to a member function.
#include <mutex>
#include <thread>

struct Counter {
  int value = 0;
  void up() { value++; }
  void down() { value--; }
};
static Counter counter;
static void (Counter::*operation)() = &Counter::up;
static std::mutex m;

int main() {
  std::thread t([] {
#ifdef FIXED
    std::lock_guard hold(m);
#endif
    operation = &Counter::down;
  });
  {
#ifdef FIXED
    std::lock_guard hold(m);
#endif
    (counter.*operation)();
  }
  t.join();
}
