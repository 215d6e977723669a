// expect: verified 9
// flags: -std=c++20
// toy: # As in library/latch.cpp.
// toy: var count = 1, waiting, q
// toy: thread a { r = fetch_add count, -1; r = waiting; if r { r = cas q, 1, 0 } }
// toy: thread main {
// toy:   r = fetch_add waiting, 1
// toy:   r = count
// toy:   r = count
// toy:   if r == 1 { copy count, q; await q != 1; r = count }
// toy:   r = fetch_add waiting, -1
// toy: }
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
