// A pool of W workers: each has a mailbox for its jobs and sends what comes out to a common one. J jobs are dealt out
// in turn.
#include <cassert>
#include <thread>
#include <vector>

#include "box.hpp"

#ifndef W
#define W 2
#endif
#ifndef J
#define J 4
#endif

int main() {
  Box<int> jobs[W], results;
  std::vector<std::thread> workers;
  for (Box<int>& own : jobs)
    workers.emplace_back([&] {
      while (std::optional<int> job = own.receive()) results.send(*job * *job);
    });
  for (int job = 0; job < J; job++) jobs[job % W].send(job);
  int sum = 0, expected = 0;
  for (int job = 0; job < J; job++) {
    sum += *results.receive();
    expected += job * job;
  }
  assert(sum == expected);
  for (Box<int>& own : jobs) own.close();
  for (std::thread& worker : workers) worker.join();
}
