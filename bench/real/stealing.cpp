// Work stealing: A workers with a deque each, B tasks in the first one; who has none takes from another.
#include <cassert>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 3
#endif

struct Worker {
  std::mutex mutex;
  std::deque<int> tasks;
  int done = 0;

  std::optional<int> take(bool steal) {
    std::lock_guard lock(mutex);
    if (tasks.empty()) return std::nullopt;
    int task = steal ? tasks.front() : tasks.back();
    steal ? tasks.pop_front() : tasks.pop_back();
    return task;
  }
};

int main() {
  Worker workers[A];
  for (int k = 1; k <= B; k++) workers[0].tasks.push_back(k);
  std::vector<std::thread> threads;
  for (int w = 0; w < A; w++)
    threads.emplace_back([&, w] {
      for (;;) {
        std::optional<int> task = workers[w].take(false);
        for (int other = 0; other < A && !task; other++)
          if (other != w) task = workers[other].take(true);
        if (!task) return;
        workers[w].done += *task;
      }
    });
  for (std::thread& thread : threads) thread.join();
  int sum = 0;
  for (Worker& worker : workers) sum += worker.done;
  assert(sum == B * (B + 1) / 2);
}
