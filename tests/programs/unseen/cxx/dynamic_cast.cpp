// expect: bug data_race
// fixed: verified 1
// count: the cast comes before the thread: 1 trace.
// dynamic_cast reads the object's type, which its destructor writes.
#include <new>
#include <thread>

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {};
alignas(Derived) static char room[sizeof(Derived)];

int main() {
  Base* object = new (room) Derived;
#ifdef FIXED
  volatile bool is_derived = dynamic_cast<Derived*>(object) != nullptr;
#endif
  std::thread end([&] { object->~Base(); });
#ifndef FIXED
  volatile bool is_derived = dynamic_cast<Derived*>(object) != nullptr;
#endif
  end.join();
  (void)is_derived;
}
