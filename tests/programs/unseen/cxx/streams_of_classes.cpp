// expect: verified
// flags: -std=c++20
// uncounted: what threads order inside libstdc++ when they first use its locale depends on its version
// Threads may read one stream, and make streams of their own on one buffer that they lock while they use it.
#include <cassert>
#include <mutex>
#include <ostream>
#include <sstream>
#include <string>
#include <thread>

struct Upper : std::ostream {
  explicit Upper(std::streambuf* buffer) : std::ostream(buffer) { setf(std::ios::uppercase); }
};
static std::ostringstream text("text", std::ios::ate);
static std::stringbuf buffer;
static std::mutex mutex;

static void run() {
  assert(text.str() == "text" && text.view() == "text");
  std::stringstream own;
  own.str("7 words");
  assert(std::move(own).str() == "7 words");
  Upper out(&buffer);
  std::ostream other(&buffer);
  out.tie(&other);
  std::lock_guard hold(mutex);
  out << std::hex << 10;
}

int main() {
  std::thread t(run);
  run();
  t.join();
  assert(buffer.str() == "AA");
}
