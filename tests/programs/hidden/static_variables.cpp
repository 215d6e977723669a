// expect: bug assertion
// message: !first_is_gone
// Static variables of functions are destroyed in the opposite order of that in which threads made them.
#include <cassert>
#include <thread>

static bool first_is_gone;
struct First {
  ~First() { first_is_gone = true; }
};
struct Second {
  ~Second() { assert(!first_is_gone); }
};
static First& first() {
  static First one;
  return one;
}
static Second& second() {
  static Second one;
  return one;
}

int main() {
  std::thread t([] { first(); });
  std::thread u([] { second(); });
  t.join();
  u.join();
}
