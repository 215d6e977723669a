// Dining philosophers: each takes the left fork, then the right one. All may sit there with one fork each: a deadlock.
#include <mutex>
#include <thread>
#include <vector>

constexpr int kPhilosophers = 3;
std::mutex forks[kPhilosophers];

void dine(int me) {
  std::lock_guard left(forks[me]);
  std::lock_guard right(forks[(me + 1) % kPhilosophers]);
}

int main() {
  std::vector<std::thread> table;
  for (int me = 0; me < kPhilosophers; ++me) table.emplace_back(dine, me);
  for (auto& philosopher : table) philosopher.join();
}
