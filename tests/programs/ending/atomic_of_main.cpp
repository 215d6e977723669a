// expect: bug use_after_free
// fixed: verified 2
// toy: var number = 3
// toy: thread t[2] { r = fetch_add number, 1 }
// The same with an atomic variable: what ends is its lifetime. The other way to end is pthread_exit.
#include <pthread.h>
#include <atomic>
#include <thread>

#ifdef FIXED
static std::atomic<int> number = 3;
#endif

int main() {
#ifndef FIXED
  std::atomic<int> number = 3;
#endif
  std::thread([&] { number++; }).detach();
  number++;
#ifdef FIXED
  return 0;
#else
  pthread_exit(nullptr);
#endif
}
