// expect: bug data_race
// One thread erases an element, the other one moves an iterator, of another element and its own.
#include <set>
#include <thread>

int main() {
  std::set<int> numbers = {1, 2, 3, 4, 5, 6, 7};
  auto iterator = numbers.begin();
  std::thread a([&] { numbers.erase(7); });
  std::thread b([&] { ++iterator; });
  a.join();
  b.join();
}
