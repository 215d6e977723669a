// expect: verified
// uncounted: what threads order inside libstdc++ when they first use its locale depends on its version
// What a thread does with the library alone is nobody else's business.
#include <charconv>
#include <filesystem>
#include <iomanip>
#include <memory_resource>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

static void work() {
  std::ostringstream out;
  out << std::hex << 255 << std::setprecision(3) << 1.5 << std::filesystem::path("/a/b.c").extension();
  std::istringstream in(out.str());
  std::string word;
  in >> word;
  std::pmr::monotonic_buffer_resource resource;
  std::pmr::vector<int> numbers({1, 2, 3}, &resource);
  char text[32];
  std::to_chars(text, text + 32, 0.1);
  if (!std::regex_match("abc", std::regex("[a-c]+"))) throw std::runtime_error(word);
}

int main() {
  std::thread t(work), u(work);
  t.join();
  u.join();
}
