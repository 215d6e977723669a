// expect: bug assertion
// Two threads lock two mutexes by std::scoped_lock, which tries and steps back.
// fixed: verified
// uncounted: The steps of std::lock are those of the version of libstdc++.
// It ends without --unroll.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int both;

int main() {
  std::thread other([] {
    std::scoped_lock hold(a, b);
    both++;
  });
  {
    std::scoped_lock hold(b, a);
    both++;
#ifndef FIXED
    assert(both == 1);
#endif
  }
  other.join();
  assert(both == 2);
}
