// expect: bug data_race
// A static variable of a function is changed after its initialisation.
#include <thread>

static int& value() {
  static int only = [] { return 5; }();
  return only;
}
static void first() {
  value() = 6;
}
static void second() {
  if (value() > 6) throw 2;
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
