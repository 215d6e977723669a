// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A path has a list of its parts, which changes with it.
#include <filesystem>
#include <iterator>
#include <thread>

static std::filesystem::path path = "/a/b";
static volatile long parts;

int main() {
  std::thread t([] { path.append("c"); });
#ifdef FIXED
  t.join();
  parts = std::distance(path.begin(), path.end());
#else
  parts = std::distance(path.begin(), path.end());
  t.join();
#endif
}
