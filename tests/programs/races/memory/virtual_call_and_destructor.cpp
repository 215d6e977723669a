// expect: bug data_race
// flags: -O0
// A destructor runs while another thread calls a virtual function.
#include <new>
#include <thread>

struct Base {
  virtual ~Base() { last = value(); }
  virtual int value() const { return 1; }
  static volatile int last;
};
volatile int Base::last;
struct Derived : Base {
  ~Derived() override { last = value(); }
  int value() const override { return 2; }
};

alignas(Derived) static char memory[sizeof(Derived)];
Base* shared = new (memory) Derived;

static void first() {
  if (shared->value() > 2) throw 1;
}
static void second() {
  shared->~Base();
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
