// expect: verified 6
// toy: mailbox q capacity 1
// toy: thread A { send q 1; send q 2 }
// toy: thread B { send q 3; send q 4 }
// toy: thread C { receive q; receive q; receive q; receive q }
// Two senders and a mailbox with room for one: that it can be full is found out by the way.
#include <mazurka/mailbox.hpp>

#include <cassert>
#include <thread>

int main() {
  mazurka::mailbox<int> box(1);
  std::thread one([&] { box.send(1), box.send(2); }), two([&] { box.send(3), box.send(4); });
  int sum = 0;
  for (int k = 0; k < 4; k++) sum += *box.receive();
  assert(sum == 10);
  one.join();
  two.join();
}
