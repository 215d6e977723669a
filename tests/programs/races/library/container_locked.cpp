// expect: verified 2
// flags: -std=c++17
// toy: mutex m
// toy: thread a { lock m; unlock m }
// toy: thread b { lock m; unlock m }
// The same, one after the other; and what threads may do at the same time: look at things, and change different
// elements.
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

static std::mutex m;
static std::string text, more = "abc";
static std::map<int, std::string> numbers = {{1, "1"}, {5, "5"}, {9, "9"}};
static std::set<int> fixed = {1, 2, 3};
static std::list<int> list = {1, 5};

static size_t look_at_all() {
  size_t sum = std::hash<std::string>()(more) % 2 + fixed.count(2);
  for (auto number = fixed.rbegin(); number != fixed.rend(); ++number) sum += static_cast<size_t>(*number);
  return sum;
}

int main() {
  std::string &one = numbers[1], &nine = numbers[9];
  std::thread a([&] {
    look_at_all();
    one = "first";
    std::lock_guard lock(m);
    text.append(more);
    numbers.emplace(3, text);
    list.push_back(7);
    list.reverse();
  });
  std::thread b([&] {
    look_at_all();
    nine = "last";
    std::lock_guard lock(m);
    text.insert(0, more);
    numbers.erase(5);
    for (auto& [key, value] : numbers)
      if (key != 1) value += "x";
    std::list<int> other = {1};
    list.splice(list.begin(), other);
    list.sort();
    list.swap(other);
    list.remove(3);
  });
  a.join();
  b.join();
  return text.size() != 6;
}
