// expect: bug misuse
// message: a predicate of receive_if that gives different answers for the same message
// fixed: verified 1
// count: one trace: the message was sent before there are threads
// A predicate that accepts what it has refused before.
#include <mazurka/mailbox.hpp>

#include <thread>

int main() {
  mazurka::mailbox<int> box;
  box.send(1);
  std::thread other([] {});
#ifdef FIXED
  box.receive_if([](int n) { return n > 0; });
#else
  int asked = 0;
  box.receive_if([&asked](int n) { return n > 0 && asked++ > 0; });
#endif
  other.join();
}
