// expect: bug deadlock
// flags: -std=c++20
// Who waits already is not notified of the store. (With a notification: atomic_wait_one.cpp.)
#include <atomic>
#include <thread>

#ifndef TYPE
#define TYPE int
#endif
static std::atomic<TYPE> x;

int main() {
  std::thread t([] { x.store(1); });
  x.wait(0);
  t.join();
}
