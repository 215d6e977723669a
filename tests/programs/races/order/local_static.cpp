// expect: bug data_race
// A static variable of a function is changed after its initialisation.
// fixed: verified 6
// The initialisation of a static variable of a function is ordered before every use of it.
// count: As in once/local_static.cpp: each of 2 threads may be the first, and the other reads the guard before it is
//   acquired, before it is released, or after. 2 * 3 = 6 traces.
#include <thread>

#ifdef FIXED
struct Table {
  int values[4];
  Table() {
    for (int k = 0; k < 4; k++) values[k] = k;
  }
};
static Table& table() {
  static Table only;
#else
static int& value() {
  static int only = [] { return 5; }();
#endif
  return only;
}
static void first() {
#ifdef FIXED
  if (table().values[3] != 3) throw 1;
#else
  value() = 6;
#endif
}
static void second() {
#ifdef FIXED
  if (table().values[2] != 2) throw 2;
#else
  if (value() > 6) throw 2;
#endif
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
