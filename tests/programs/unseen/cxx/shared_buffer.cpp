// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// Two streams share one buffer.
#include <ostream>
#include <streambuf>
#include <thread>

struct ArrayBuffer : std::streambuf {
  ArrayBuffer(char* begin, char* end) { setp(begin, end); }
};
static char text[16];
static ArrayBuffer buffer(text, text + 16);
static std::ostream first(&buffer), second(&buffer);

int main() {
  std::thread t([] { first.put('1'); });
#ifdef FIXED
  t.join();
  second.put('2');
#else
  second.put('2');
  t.join();
#endif
}
