// expect: bug data_race
// An object is published without order: its virtual table pointer races.
// fixed: verified 2
// toy: var shared
// toy: thread first { shared = 1 }
// toy: thread second { r = shared }
// toy: thread main { join first; join second; r = shared }
// An object with a virtual function is published with release and acquire.
#include <atomic>
#include <new>
#include <thread>

struct Base {
  virtual ~Base() = default;
  virtual int value() const { return 1; }
};
struct Derived : Base {
  int value() const override { return 2; }
};

static std::atomic<Base*> shared;

static void first() {
#ifdef FIXED
  shared.store(new Derived, std::memory_order_release);
#else
  shared.store(new Derived, std::memory_order_relaxed);
#endif
}
static void second() {
#ifdef FIXED
  Base* seen = shared.load(std::memory_order_acquire);
#else
  Base* seen = shared.load(std::memory_order_relaxed);
#endif
  if (seen != nullptr && seen->value() != 2) throw 1;
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
  delete shared.load();
}
