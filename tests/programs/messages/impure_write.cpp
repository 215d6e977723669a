// expect: bug misuse
// message: writes to memory
// A predicate that counts how often it is asked.
#include <mazurka/mailbox.hpp>

#include <thread>

int asked = 0;

int main() {
  mazurka::mailbox<int> box;
  std::thread sender([&] { box.send(1); });
  box.receive_if([](int n) { return ++asked > 0 && n > 0; });
  sender.join();
}
