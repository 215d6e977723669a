// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A path is a string inside.
#include <filesystem>
#include <thread>

static std::filesystem::path path = "/a/b";
static volatile bool seen;

int main() {
  std::thread t([] { path.replace_extension(".c"); });
#ifdef FIXED
  t.join();
  seen = path.has_extension();
#else
  seen = path.has_extension();
  t.join();
#endif
}
