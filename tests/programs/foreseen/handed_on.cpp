// expect: bug assertion
// message: found != 3
// fixed: verified 180
// count: six critical sections of one mutex, two pairs of which are of one thread each: 6! / 4 = 180
// A block that is handed from thread to thread, and freed by whoever takes it without the mutex: no step with it is
// foreseen.
#include <cassert>
#include <mutex>
#include <thread>

struct Message {
  int value;
};
static std::mutex m;
static Message* box;
static int found;

static void give(int value) {
  auto* message = new Message{value};
  {
    std::lock_guard hold(m);
    std::swap(message, box);
  }
  delete message;
}
static void take() {
  Message* message;
  {
    std::lock_guard hold(m);
    message = box;
    box = nullptr;
  }
  std::lock_guard hold(m);
  if (message != nullptr) found += message->value;
  delete message;
}

int main() {
  std::thread a(give, 1), b(give, 2), c(take), d(take);
  a.join();
  b.join();
  c.join();
  d.join();
  delete box;
#ifndef FIXED
  assert(found != 3);
#endif
}
