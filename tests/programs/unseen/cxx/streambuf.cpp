// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The buffer of a stream, without the stream.
#include <sstream>
#include <thread>

static std::stringbuf buffer;
static volatile long seen;

int main() {
  std::thread t([] { buffer.sputn("abcdefghijklmnopqrstuvwxyz", 26); });
#ifdef FIXED
  t.join();
  seen = buffer.sputn("0123456789", 10);
#else
  seen = buffer.sputn("0123456789", 10);
  t.join();
#endif
}
