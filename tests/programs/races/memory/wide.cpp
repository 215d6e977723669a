// expect: bug data_race
// An access of 16 bytes, and one of its last byte.
#include <thread>

__extension__ using Wide = __int128;
union Shared {
  Wide all;
  char bytes[16];
} shared;

static void first() {
  shared.all = 1;
}
static void second() {
  shared.bytes[15] = 1;
}

int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
