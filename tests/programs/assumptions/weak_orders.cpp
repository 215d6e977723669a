// expect: verified 2
// toy: var ready
// toy: thread giver { ready = 1 }
// toy: thread taker { r = ready }
// assumes: under sequential consistency; weaker orders at 3 places (first
// tests/programs/assumptions/weak_orders.cpp:17) are not explored Release and acquire, and a fence: what they allow
// beside sequential consistency is not looked at, and the verdict says so. (The relaxed store to an atomic of before
// the threads, and those of the library, do not count.)
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<bool> ready;
static std::atomic<int> early;
static int data;

static void give() {
  data = 1;
  ready.store(true, std::memory_order_release);
}

static void take() {
  bool seen = ready.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  if (seen) data++;
}

int main() {
  early.store(1, std::memory_order_relaxed);
  auto shared = std::make_shared<int>(1);
  std::thread giver(give);
  std::thread taker(take);
  giver.join();
  taker.join();
}
