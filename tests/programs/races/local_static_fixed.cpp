// expect: verified
// The initialisation of a static variable of a function is ordered before every use of it.
#include <thread>

struct Table {
  int values[4];
  Table() {
    for (int k = 0; k < 4; k++) values[k] = k;
  }
};
static Table& table() {
  static Table only;
  return only;
}
static void first() {
  if (table().values[3] != 3) throw 1;
}
static void second() {
  if (table().values[2] != 2) throw 2;
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
