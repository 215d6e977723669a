// expect: bug data_race
// fixed: verified 1
// count: Nobody waits for anything but the end of the thread. 1 trace.
// A thread that belongs to an object calls a virtual function of it until the destructor joins it. That is right in the
// destructor of the class that has the function, although it sets the pointer to the virtual table (to what it is). In
// that of the base it is too late: the object is no Derived any more.
#include <thread>

struct Base {
  virtual ~Base() {
#ifndef FIXED
    thread.join();
#endif
  }
  virtual void work() {}
  std::thread thread;
};

struct Derived : Base {
  Derived() {
    thread = std::thread([this] { work(); });
  }
  ~Derived() override {
#ifdef FIXED
    thread.join();
#endif
  }
  void work() override {
    count++;
  }
  int count = 0;
};

int main() {
  Derived derived;
  return 0;
}
