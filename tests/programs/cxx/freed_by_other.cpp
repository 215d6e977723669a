// expect: verified 6
// toy: var slot
// toy: thread giver { repeat 2 { r = exchange slot, 1 } }
// toy: thread taker { repeat 2 { r = exchange slot, 0 } }
// Memory allocated in one thread and freed in another one.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

std::atomic<std::string*> slot;

int main() {
  std::thread giver([] {
    for (int n = 0; n < 2; ++n) {
      auto* text = new std::string(100, static_cast<char>('a' + n));
      delete slot.exchange(text);
    }
  });
  std::thread taker([] {
    for (int n = 0; n < 2; ++n) {
      std::string* text = slot.exchange(nullptr);
      if (text != nullptr) assert(text->size() == 100);
      delete text;
    }
  });
  giver.join();
  taker.join();
  delete slot.load();
}
