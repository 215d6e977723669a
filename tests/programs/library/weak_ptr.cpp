// expect: verified 8
// toy: var strong = 1, weak = 3
// toy: thread t {
// toy:   r = strong
// toy:   if r { r = cas strong, 1, 2 }
// toy:   if r { r = strong; r = fetch_add strong, -1; if r == 1 { r = fetch_add weak, -1 } }
// toy:   r = fetch_add weak, -1
// toy: }
// toy: thread main { r = fetch_add strong, -1; if r == 1 { r = fetch_add weak, -1 }; join t; r = fetch_add weak, -1 }
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
