// expect: bug uncaught_exception
// message: uncaught exception of type std::runtime_error: nothing to take
// An exception leaves a thread if the taker comes before the giver.
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<int> items;

void take() {
  if (items == 0) throw std::runtime_error("nothing to take");
  --items;
}

int main() {
  std::thread taker(take);
  ++items;
  taker.join();
}
