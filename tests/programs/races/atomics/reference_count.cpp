// expect: bug data_race
// A reference count that is decremented with relaxed order: the destructor is not ordered after the other owner's use.
// fixed: verified 2
// toy: var owners = 2
// toy: thread t[2] { r = fetch_add owners, -1 }
// A reference count that is decremented with release order, and an acquire fence before the destructor.
#include <atomic>
#include <thread>

struct Data {
  std::atomic<int> owners{2};
  int value = 0;
};
static void drop(Data* data) {
  if (data->value == 9) throw 1;
#ifdef FIXED
  if (data->owners.fetch_sub(1, std::memory_order_release) == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);
#else
  if (data->owners.fetch_sub(1, std::memory_order_relaxed) == 1) {
#endif
    data->value = 9;
    delete data;
  }
}

int main() {
  Data* data = new Data;
  std::thread a(drop, data), b(drop, data);
  a.join();
  b.join();
}
