// expect: verified 2
// toy: # Thread a shares nothing.
// toy: var own, published
// toy: thread b { r = fetch_add own, 1; published = 1 }
// toy: thread c { found = published; if found { r = own } }
// Each thread makes an atomic on its own heap and uses it alone; only the published one is shared.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<std::atomic<int>*> published;

int main() {
  std::thread a([] {
    auto own = std::make_unique<std::atomic<int>>(0);
    for (int n = 0; n < 10; ++n) ++*own;
    assert(*own == 10);
  });
  std::thread b([] {
    auto* own = new std::atomic<int>(0);
    ++*own;
    published = own;
  });
  std::thread c([] {
    std::atomic<int>* found = published;
    if (found != nullptr) assert(*found == 1);
  });
  a.join();
  b.join();
  c.join();
  delete published.load();
}
