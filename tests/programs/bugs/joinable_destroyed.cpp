// expect: bug uncaught_exception
// A std::thread that was neither joined nor detached is destroyed, if main is in a hurry.
#include <atomic>
#include <thread>

std::atomic<bool> done;

int main() {
  std::thread worker([] { done = true; });
  if (done) worker.join();
}
