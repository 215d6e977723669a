// A threads make B transfers each between accounts with a mutex each, taken in the order of the accounts.
#include <cassert>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 2
#endif

struct Account {
  std::mutex mutex;
  int balance = 10;
};

int main() {
  Account accounts[3];
  auto transfer = [&](int from, int to) {
    std::scoped_lock first(accounts[from < to ? from : to].mutex);
    std::scoped_lock second(accounts[from < to ? to : from].mutex);
    accounts[from].balance--;
    accounts[to].balance++;
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < A; t++)
    threads.emplace_back([&, t] {
      for (int k = 0; k < B; k++) transfer((t + k) % 3, (t + k + 1) % 3);
    });
  for (std::thread& thread : threads) thread.join();
  assert(accounts[0].balance + accounts[1].balance + accounts[2].balance == 30);
}
