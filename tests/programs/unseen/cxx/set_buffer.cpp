// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A file has its characters in an array of the program's.
#include <fstream>
#include <thread>

static char room[4096];
static volatile char seen;

int main() {
  std::thread t([] {
    std::ofstream out;
    out.rdbuf()->pubsetbuf(room, sizeof room);
    out.open("/dev/null");
    out << "text";
  });
#ifdef FIXED
  t.join();
  seen = room[2];
#else
  seen = room[2];
  t.join();
#endif
}
