// expect: bug data_race
// One thread inserts, the other one looks at all there is. Trees are balanced and walked through by the library's code.
#include <map>
#include <thread>

static std::map<int, int> numbers = {{1, 1}, {5, 5}};

int main() {
  std::thread a([] { numbers.emplace(3, 3); });
  std::thread b([] {
    int sum = 0;
    for (const auto& [key, value] : numbers) sum += value;
    return sum;
  });
  a.join();
  b.join();
}
