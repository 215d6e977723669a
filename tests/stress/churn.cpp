// std::function, shared_ptr, weak_ptr, map, string and vector are made, handed over and destroyed by different threads.
#include <atomic>
#include <cassert>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::atomic<int> alive;

struct Thing {
  explicit Thing(std::string name) : name(std::move(name)) { ++alive; }
  ~Thing() { --alive; }
  std::string name;
  std::map<std::string, std::vector<int>> table;
};

std::mutex mutex;
std::deque<std::function<size_t()>> jobs;
std::map<std::string, std::shared_ptr<Thing>> things;
std::atomic<size_t> sum;

void work(int me) {
  std::string key = "a key that is long enough for the heap, of thread " + std::to_string(me);
  auto thing = std::make_shared<Thing>(key);
  for (int n = 0; n < 20; n++) thing->table[std::to_string(n * me)].assign(static_cast<size_t>(n), me);
  std::weak_ptr<Thing> weak = thing;
  {
    std::lock_guard lock(mutex);
    things[key] = thing;
    jobs.push_back([thing, extra = std::string(100, 'x')] { return thing->table.size() + extra.size(); });
  }
  thing.reset();
  std::function<size_t()> job;
  {
    std::lock_guard lock(mutex);
    job = std::move(jobs.front());
    jobs.pop_front();
    // What another thread made is freed here.
    if (!things.empty() && things.begin()->first != key) things.erase(things.begin());
  }
  size_t result = job();
  assert(result == 120);
  sum += result;
  job = nullptr;
  if (auto locked = weak.lock()) assert(locked->name == key && locked->table.size() == 20);
}

int main() {
  std::thread a(work, 1), b(work, 2), c(work, 3);
  a.join();
  b.join();
  c.join();
  things.clear();
  assert(jobs.empty() && alive == 0 && sum == 360);
}
