// expect: verified 2
// toy: var x
// toy: thread use[2] { r = fetch_add x, 1 }
// thread_local objects are destroyed in the reverse order of their construction, also after pthread_exit.
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <string>
#include <thread>

std::string order[2];
std::atomic<int> x;

struct Thing {
  Thing(int thread, char name) : thread(thread), name(name) {}
  ~Thing() {
    if (name == 'b') ++x;
    order[thread] += name;
  }
  int thread;
  char name;
};

void use(int thread) {
  thread_local Thing a(thread, 'a'), b(thread, 'b');
  thread_local Thing c(thread, 'c');
  if (thread == 1) pthread_exit(nullptr);
}

int main() {
  std::thread first(use, 0), second(use, 1);
  first.join();
  second.join();
  assert(order[0] == "cba" && order[1] == "cba");
}
