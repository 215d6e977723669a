// Messages per second through a mazurka::mailbox and through a plain queue (a mutex, a condition variable and a
// std::queue), in a program that is not checked. Prints a line for each number of senders and receivers: the best of so
// many runs, the two in turns.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>
#include <vector>

#include "mazurka/mailbox.hpp"

namespace {

class Queue {
 public:
  void send(int n) {
    {
      std::lock_guard lock(mutex_);
      queue_.push(n);
    }
    not_empty_.notify_one();
  }
  std::optional<int> receive() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return !queue_.empty() || closed_; });
    if (queue_.empty()) return std::nullopt;
    int n = queue_.front();
    queue_.pop();
    return n;
  }
  void close() {
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
    }
    not_empty_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
  std::queue<int> queue_;
  bool closed_ = false;
};

// Millions of messages a second.
template <class Box>
double measure(int senders, int receivers, int each) {
  Box box;
  std::vector<std::thread> in, out;
  auto begin = std::chrono::steady_clock::now();
  for (int t = 0; t < senders; t++)
    in.emplace_back([&] {
      for (int k = 0; k < each; k++) box.send(k);
    });
  for (int t = 0; t < receivers; t++)
    out.emplace_back([&] {
      while (box.receive()) continue;
    });
  for (std::thread& thread : in) thread.join();
  box.close();
  for (std::thread& thread : out) thread.join();
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  return senders * each / time.count() / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 7, messages = 400'000;
  printf("senders receivers  mailbox    queue  ratio   (million messages a second, best of %d)\n", runs);
  for (auto [senders, receivers] : {std::pair{1, 1}, {4, 1}, {1, 4}, {4, 4}}) {
    double mailbox = 0, queue = 0;
    for (int run = 0; run < runs; run++) {
      mailbox = std::max(mailbox, measure<mazurka::mailbox<int>>(senders, receivers, messages / senders));
      queue = std::max(queue, measure<Queue>(senders, receivers, messages / senders));
    }
    printf("%7d %9d %8.2f %8.2f %6.2f\n", senders, receivers, mailbox, queue, mailbox / queue);
  }
}
