// expect: bug signal
// message: at address 0x0
// location: call_of_null.cpp:13
// A function is called before somebody has said which.
#include <atomic>
#include <thread>

void handle() {}
std::atomic<void (*)()> handler;

void run() {
  auto function = handler.load();
  function();
}

int main() {
  std::thread t(run);
  handler = handle;
  t.join();
}
