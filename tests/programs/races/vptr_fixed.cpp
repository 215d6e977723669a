// expect: verified 2
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
  shared.store(new Derived, std::memory_order_release);
}
static void second() {
  Base* seen = shared.load(std::memory_order_acquire);
  if (seen != nullptr && seen->value() != 2) throw 1;
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
  delete shared.load();
}
