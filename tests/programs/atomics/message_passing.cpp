// expect: verified 3
// toy: var message, flag
// toy: thread sender { message = 42; flag = 1 }
// toy: thread receiver { r = flag; r = message }
// A message behind a flag, with release and acquire: whoever sees the flag sees the message.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> message, flag;

int main() {
  std::thread sender([] {
    message.store(42, std::memory_order_relaxed);
    flag.store(1, std::memory_order_release);
  });
  std::thread receiver([] {
    const int ready = flag.load(std::memory_order_acquire);
    const int text = message.load(std::memory_order_relaxed);
    assert(!ready || text == 42);
  });
  sender.join();
  receiver.join();
}
