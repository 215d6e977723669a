// expect: bug signal
// message: at address 0x0
// location: call_of_null.cpp:21
// A function is called before somebody has said which.
// fixed: verified 2
// toy: var handler
// toy: thread t { r = handler }
// toy: thread main { handler = 1 }
// call_of_null.cpp, where the function is looked at first.
#include <atomic>
#include <thread>

void handle() {}
std::atomic<void (*)()> handler;

void run() {
  auto function = handler.load();
#ifdef FIXED
  if (function != nullptr) function();
#else
  function();
#endif
}

int main() {
  std::thread t(run);
  handler = handle;
  t.join();
}
