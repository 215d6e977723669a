// expect: verified 2
// count: close and send in either order: 2
// A send to a closed mailbox is refused, and a receive from one that is empty comes back.
#include <mazurka/mailbox.hpp>

#include <cassert>
#include <thread>

int main() {
  mazurka::mailbox<int> box;
  bool was_sent = false;
  std::thread sender([&] { was_sent = box.send(1); });
  box.close();
  sender.join();
  std::optional<int> got = box.receive();
  assert(got.has_value() == was_sent);
  assert(!box.receive() && !box.send(2) && box.is_closed());
}
