// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A stream reads from an array, which a class of the program's gave it.
#include <istream>
#include <streambuf>
#include <thread>

struct ArrayBuffer : std::streambuf {
  ArrayBuffer(char* begin, char* end) { setg(begin, begin, end); }
};
static char text[] = "12345 ";
static ArrayBuffer buffer(text, text + 6);
static std::istream in(&buffer);
static volatile int seen;

int main() {
  std::thread t([] {
    int number;
    in >> number;
    seen = number;
  });
#ifdef FIXED
  t.join();
  text[3] = 0;
#else
  text[3] = 0;
  t.join();
#endif
}
