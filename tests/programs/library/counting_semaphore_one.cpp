// expect: verified 5
// flags: -std=c++20
#include <semaphore>
#include <thread>

std::counting_semaphore<4> semaphore(0);

int main() {
  std::thread giver([] { semaphore.release(); });
  semaphore.acquire();
  giver.join();
}
