// Messages per second through a mazurka::mailbox and through a plain queue (a mutex, a condition variable and a
// std::deque), in a program that is not checked. Prints a line for each number of senders and receivers: the best of so
// many runs, the two in turns.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "../messages/native/box.hpp"

namespace {

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
      queue = std::max(queue, measure<PlainQueue<int>>(senders, receivers, messages / senders));
    }
    printf("%7d %9d %8.2f %8.2f %6.2f\n", senders, receivers, mailbox, queue, mailbox / queue);
  }
}
