// expect: bug misuse
// message: use of a mailbox that was destroyed
// options: --races=ignore
// fixed: verified 1
// options: --races=ignore
// count: one trace: the end of the sender comes before the mailbox's
// A mailbox that is destroyed while another thread may still send to it.
#include <mazurka/mailbox.hpp>

#include <thread>

int main() {
  auto* box = new mazurka::mailbox<int>;
  std::thread sender([=] { box->send(1); });
#ifdef FIXED
  sender.join();
  box->~mailbox();
#else
  box->~mailbox();
  sender.join();
#endif
}
