// expect: bug use_after_free
// message: use after free: read of 4 bytes in byte 4 of a block of 8 bytes
// location: iterator_invalidation.cpp:27
// Iterator invalidation: between two elements the lock is given up, and another thread makes the vector grow.
// fixed: verified 4
// toy: mutex m
// toy: var size = 2
// toy: thread writer { lock m; size = 3; unlock m }
// toy: thread main { lock m; n = size; repeat n { unlock m; lock m }; unlock m }
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::vector<int>* numbers = new std::vector<int>{1, 2};

static int sum() {
  std::unique_lock lock(mutex);
#ifdef FIXED
  std::vector<int> copy = *numbers;
  std::vector<int>* all = &copy;
#else
  std::vector<int>* all = numbers;
#endif
  int result = 0;
  for (auto it = all->begin(), end = all->end(); it != end; ++it) {
    result += *it;
    lock.unlock();  // it takes long, and others want to go on
    lock.lock();
  }
  return result;
}

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    numbers->push_back(3);
  });
  int result = sum();
  writer.join();
  return result != 3 && result != 6;
}
