// expect: bug data_race
// flags: -std=c++17
// A string that two threads change. Up to C++17 libstdc++ has most of its code for strings in the library.
#include <string>
#include <thread>

static std::string text, more = "abc";

int main() {
  std::thread a([] { text.append(more); });
  std::thread b([] { text.insert(0, more); });
  a.join();
  b.join();
  return text.size() > 6;
}
