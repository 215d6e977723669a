// expect: bug data_race
// message: data race on threads
// fixed: verified 1
// count: the threads do nothing: one trace.
// detach() is part of the C++ library: it changes the std::thread, as the other thread does.
#include <thread>

static std::thread threads[2];

int main() {
  threads[0] = std::thread([] {});
  std::thread other([] { threads[0].detach(); });
#ifdef FIXED
  other.join();
#endif
  threads[1].swap(threads[0]);
#ifndef FIXED
  other.join();
#endif
  if (threads[1].joinable()) threads[1].join();
}
