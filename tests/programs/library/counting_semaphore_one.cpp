// expect: verified 5
// flags: -std=c++20
// toy: # q is what the one that waits for the futex has seen; if 0, until it is woken.
// toy: var s, q = 9
// toy: thread giver { r = fetch_add s, 1; r = cas q, 0, 9 }
// toy: thread main { r = s; r = s; if r == 0 { copy s, q; await q != 0; r = s }; r = cas s, 1, 0; join giver }
#include <semaphore>
#include <thread>

std::counting_semaphore<4> semaphore(0);

int main() {
  std::thread giver([] { semaphore.release(); });
  semaphore.acquire();
  giver.join();
}
