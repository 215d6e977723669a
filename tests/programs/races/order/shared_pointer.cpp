// expect: verified
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
