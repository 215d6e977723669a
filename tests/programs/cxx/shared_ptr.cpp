// expect: verified
// uncounted: how often the reference counts are read and written depends on the version of libstdc++
// std::shared_ptr and weak_ptr: the last owner destroys the object, whoever that is.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> destroyed;

struct Thing {
  ~Thing() { ++destroyed; }
  int value = 7;
};

int main() {
  auto thing = std::make_shared<Thing>();
  std::weak_ptr<Thing> weak = thing;
  std::thread a([copy = thing] { assert(copy->value == 7); });
  std::thread b([weak] {
    if (auto locked = weak.lock()) assert(locked->value == 7);
  });
  thing.reset();
  a.join();
  b.join();
  assert(destroyed == 1 && weak.expired());
}
