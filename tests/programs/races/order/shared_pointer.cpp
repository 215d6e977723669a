// expect: verified 8
// toy: var owners = 2
// toy: thread a { r = fetch_add owners, -1 }
// toy: thread b { r = fetch_add owners, -1 }
// toy: thread main { spawn a; r = fetch_add owners, 1; spawn b; r = fetch_add owners, -1 }
// The last owner of a shared_ptr destroys the object: the reference count orders the uses before that.
#include <memory>
#include <thread>

struct Data {
  int value = 0;
  ~Data() { value = 9; }
};

int main() {
  auto data = std::make_shared<Data>();
  std::thread a([data] {
    if (data->value == 9) throw 1;
  });
  std::thread b([data] {
    if (data->value == 9) throw 1;
  });
  data.reset();
  a.join();
  b.join();
}
