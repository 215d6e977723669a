// expect: verified 6
// toy: mailbox q
// toy: thread A { send q 1 }
// toy: thread B { send q 2 }
// toy: thread C { send q 3 }
// toy: thread D { r = receive q tag 2 }
// Three senders, and a receiver that takes the message 2 only: its place among the others does not matter to it.
#include <mazurka/mailbox.hpp>

#include <cassert>
#include <thread>

int main() {
  mazurka::mailbox<int> box;
  std::thread one([&] { box.send(1); }), two([&] { box.send(2); }), three([&] { box.send(3); });
  std::optional<int> got = box.receive_if([](int n) { return n == 2; });
  assert(got == 2);
  one.join();
  two.join();
  three.join();
}
