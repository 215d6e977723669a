// expect: verified 6
// count: 2 orders of the sends; the loop finds a message at once, waits for the first, or comes when both are there: 6
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
