// expect: bug use_after_free
// flags: -O1 -std=c++20
// A copy of 32 bytes from a block that was freed.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <algorithm>
#include <thread>

int main() {
  long* block = new long[4]{1, 2, 3, 4};
  long copy[4];
#ifdef FIXED
  std::copy(block, block + 4, copy);
#endif
  std::thread owner([block] { delete[] block; });
  owner.join();
#ifndef FIXED
  std::copy(block, block + 4, copy);
#endif
  return copy[0] == copy[1];
}
