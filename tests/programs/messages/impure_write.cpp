// expect: bug misuse
// message: a predicate of receive_if that writes to memory
// fixed: verified 1
// count: one trace: there is one sender
// A predicate that counts how often it is asked.
#include <mazurka/mailbox.hpp>

#include <thread>

int asked = 0;

int main() {
  mazurka::mailbox<int> box;
  std::thread sender([&] { box.send(1); });
#ifdef FIXED
  box.receive_if([](int n) { return n > 0; });
#else
  box.receive_if([](int n) { return ++asked > 0 && n > 0; });
#endif
  sender.join();
}
