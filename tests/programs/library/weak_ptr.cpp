// expect: verified 8
// A weak pointer in one thread, the last strong one in another: the block is freed once, by who comes last.
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto strong = std::make_shared<int>(5);
  std::weak_ptr<int> weak = strong;
  std::thread t([weak] {
    if (auto locked = weak.lock()) assert(*locked == 5);
  });
  strong.reset();
  t.join();
}
