// expect: verified 1
// count: No thread has a step but its end, and main waits for both: 1 trace.
// Regular expressions in two threads. libstdc++ fills a table of its locale at the first use, without order; that is
// not the user's fault.
#include <regex>
#include <thread>

int main() {
  auto search = [] { return std::regex_search("year 2026", std::regex("([a-z]+) ([0-9]+)")); };
  std::thread a([&] { search(); });
  std::thread b([&] { search(); });
  a.join();
  b.join();
}
