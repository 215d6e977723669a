// expect: bug data_race
// location: published_in_constructor.cpp:32
// An object that tells others of itself in its constructor: they call its functions before it is what it will be.
// fixed: verified 2
// toy: var registered
// toy: thread caller { r = registered }
// toy: thread main { registered = 1 }
#include <atomic>
#include <thread>

struct Base;
static std::atomic<Base*> registered;

struct Base {
  Base() {
#ifndef FIXED
    registered = this;
#endif
  }
  virtual int value() {
    return 1;
  }
  virtual ~Base() = default;
};

struct Derived : Base {
  int value() override { return 2; }
};

int main() {
  std::thread caller([] {
    if (Base* found = registered) (void)found->value();
  });
  Derived derived;
#ifdef FIXED
  registered = &derived;
#endif
  caller.join();
}
