// expect: verified 2
// toy: mailbox q
// toy: thread sender[2] { send q 1 }
// toy: thread receiver { a = receive q; b = receive q }
// Two senders, one receiver of both messages: which comes first.
#include <mazurka/mailbox.hpp>

#include <cassert>
#include <thread>

int main() {
  mazurka::mailbox<int> box;
  std::thread one([&] { box.send(1); }), two([&] { box.send(2); });
  assert(*box.receive() + *box.receive() == 3);
  one.join();
  two.join();
}
