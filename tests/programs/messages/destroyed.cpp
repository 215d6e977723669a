// expect: bug misuse
// message: mailbox that was destroyed
// options: --races=ignore
// A mailbox that is destroyed while another thread may still send to it.
#include <mazurka/mailbox.hpp>

#include <thread>

int main() {
  auto* box = new mazurka::mailbox<int>;
  std::thread sender([=] { box->send(1); });
  box->~mailbox();
  sender.join();
}
