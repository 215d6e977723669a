// expect: verified
// uncounted: the version of libstdc++ decides how often a locale is handed over inside
// Two threads use copies of one locale with a facet of the program's, and drop them.
#include <cassert>
#include <locale>
#include <string>
#include <thread>

struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

int main() {
  std::locale shared(std::locale::classic(), new Comma);
  auto run = [](std::locale mine) { assert(std::use_facet<std::numpunct<char>>(mine).decimal_point() == ','); };
  std::thread first(run, shared), second(run, shared);
  shared = std::locale::classic();
  first.join();
  second.join();
}
