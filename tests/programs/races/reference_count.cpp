// expect: bug data_race
// A reference count that is decremented with relaxed order: the destructor is not ordered after the other owner's use.
#include <atomic>
#include <thread>

struct Data {
  std::atomic<int> owners{2};
  int value = 0;
};
static void drop(Data* data) {
  if (data->value == 9) throw 1;
  if (data->owners.fetch_sub(1, std::memory_order_relaxed) == 1) {
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
