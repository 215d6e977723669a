// expect: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// std::function objects with big captures are made, copied, moved, called and destroyed in threads.
#include <array>
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
std::vector<std::function<int(int)>> tasks;

void submit(int me) {
  std::array<int, 20> numbers{};
  numbers.fill(me);
  std::function<int(int)> task = [numbers](int by) { return numbers[19] * by; };
  auto copy = task;
  std::lock_guard lock(mutex);
  tasks.push_back(std::move(task));
  tasks.push_back(copy);
}

int main() {
  std::thread a(submit, 1), b(submit, 10);
  a.join();
  b.join();
  int sum = 0;
  for (auto& task : tasks) sum += task(3);
  assert(sum == 66);
  tasks.clear();
}
