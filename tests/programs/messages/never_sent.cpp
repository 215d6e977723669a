// expect: bug deadlock
// A receive that no message will ever do for: what it waits for, and what lies unread, is told.
#include <mazurka/mailbox.hpp>

#include <thread>

int main() {
  mazurka::mailbox<int> box;
  std::thread sender([&] {
    box.send(1);
    box.send(2);
  });
  box.receive_if([](int n) { return n > 2; });
  sender.join();
}
