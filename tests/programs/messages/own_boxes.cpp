// expect: verified 1
// toy: mailbox p; mailbox q; mailbox r
// toy: thread A { send p 1 }
// toy: thread B { send q 1 }
// toy: thread C { send r 1 }
// A sender for each of three mailboxes: no order matters.
#include <mazurka/mailbox.hpp>

#include <thread>

mazurka::mailbox<int> boxes[3];

int main() {
  std::thread one([] { boxes[0].send(1); }), two([] { boxes[1].send(1); }), three([] { boxes[2].send(1); });
  one.join();
  two.join();
  three.join();
}
