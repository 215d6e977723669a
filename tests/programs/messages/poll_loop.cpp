// expect: verified 2
// toy: mailbox q
// toy: thread A { send q 1 }
// toy: thread B { send q 2 }
// toy: thread C { receive q }
// A loop that asks for a message again and again waits for one.
#include <mazurka/mailbox.hpp>

#include <cassert>
#include <thread>

int main() {
  mazurka::mailbox<int> box;
  std::thread one([&] { box.send(1); }), two([&] { box.send(2); });
  std::optional<int> message;
  while (!(message = box.try_receive())) continue;
  assert(*message == 1 || *message == 2);
  one.join();
  two.join();
}
