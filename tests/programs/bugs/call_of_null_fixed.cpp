// expect: verified 2
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
  if (function != nullptr) function();
}

int main() {
  std::thread t(run);
  handler = handle;
  t.join();
}
