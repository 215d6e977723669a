// expect: bug data_race
// One thread appends, the other one looks at all there is. Nodes are linked by the library's code.
#include <list>
#include <thread>

static std::list<int> numbers = {1, 5};

int main() {
  std::thread a([] { numbers.push_back(3); });
  std::thread b([] {
    int sum = 0;
    for (int number : numbers) sum += number;
    return sum;
  });
  a.join();
  b.join();
}
