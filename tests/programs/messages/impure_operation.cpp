// expect: bug misuse
// message: does more than to look at the message
// A predicate that reads an atomic variable, which others may change.
#include <mazurka/mailbox.hpp>

#include <atomic>
#include <thread>

std::atomic<int> limit;

int main() {
  mazurka::mailbox<int> box;
  std::thread sender([&] { box.send(1); });
  box.receive_if([](int n) { return n > limit; });
  sender.join();
}
