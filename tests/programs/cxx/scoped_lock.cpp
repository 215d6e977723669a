// expect: verified 3
// std::scoped_lock of two mutexes locks one and tries the other, which a third party may hold.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int count;

int main() {
  std::thread both([] {
    std::scoped_lock lock(a, b);
    ++count;
  });
  std::thread one([] {
    std::scoped_lock lock(b);
    ++count;
  });
  both.join();
  one.join();
  assert(count == 2);
}
