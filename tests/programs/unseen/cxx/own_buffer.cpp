// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A stream writes into an array, which a class of the program's gave it.
#include <ostream>
#include <streambuf>
#include <thread>

struct ArrayBuffer : std::streambuf {
  ArrayBuffer(char* begin, char* end) { setp(begin, end); }
};
static char text[16];
static ArrayBuffer buffer(text, text + 16);
static std::ostream out(&buffer);
static volatile char seen;

int main() {
  std::thread t([] { out << 12345; });
#ifdef FIXED
  t.join();
  seen = text[3];
#else
  seen = text[3];
  t.join();
#endif
}
