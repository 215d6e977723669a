// expect: verified
// A latch orders what comes before count_down before what comes after wait.
#include <latch>
#include <thread>

int data;
std::latch latch(1);

int main() {
  std::thread a([] {
    data = 1;
    latch.count_down();
  });
  latch.wait();
  int result = data;
  a.join();
  return result != 1;
}
