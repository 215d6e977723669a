// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. A destructor at its own end asks for that.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> stop;
std::atomic<int> looks;

struct Asks {
  bool is_used = false;
  ~Asks() { assert(looks < 3); }
};

int main() {
  std::thread worker([] {
    thread_local Asks asks;
    asks.is_used = true;
    while (!stop) looks++;
  });
  stop = true;
  worker.join();
}
