// expect: bug assertion
// A thread waits for messages with a timeout, again and again. It may have stopped among the waiters, where it came
// round, when it is signalled: it must not go on from there.
// fixed: verified
// uncounted: The steps of std::condition_variable::wait_for are those of the version of libstdc++.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

std::mutex m;
std::condition_variable ready;
std::queue<int> messages;
int sum;

static bool take_one() {
  std::unique_lock<std::mutex> hold(m);
  if (!ready.wait_for(hold, std::chrono::seconds(10), [] { return !messages.empty(); })) return true;
  const int message = messages.front();
  messages.pop();
  sum += message;
  return message != 0;
}

static void send(int message) {
  {
    std::lock_guard hold(m);
    messages.push(message);
  }
  ready.notify_one();
}

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
    while (take_one()) assert(++rounds < 50);
#else
    while (take_one()) {
    }
#endif
  });
  send(1);
  send(0);
  worker.join();
  assert(sum == 1);
}
