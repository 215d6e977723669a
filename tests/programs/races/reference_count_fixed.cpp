// expect: verified 2
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
  if (data->owners.fetch_sub(1, std::memory_order_release) == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);
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
