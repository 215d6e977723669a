// expect: bug livelock
// fixed: verified
// uncounted: how often a loop reads before it waits depends on the version of the library
// A lock of Mellor-Crummey and Scott. A thread says that it waits only after the one before it may have let it go on.
#include <atomic>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> locked{false};
};

static std::atomic<Node*> tail{nullptr};
static int counter = 0;

static void lock(Node* own) {
  own->next = nullptr;
  Node* before = tail.exchange(own);
  if (before == nullptr) return;
#ifdef FIXED
  own->locked = true;
  before->next = own;
#else
  before->next = own;
  own->locked = true;
#endif
  while (own->locked) {
  }
}

static void unlock(Node* own) {
  if (own->next == nullptr) {
    Node* last = own;
    if (tail.compare_exchange_strong(last, nullptr)) return;
    while (own->next == nullptr) {
    }
  }
  own->next.load()->locked = false;
}

static void work() {
  Node own;
  lock(&own);
  counter++;
  unlock(&own);
}

int main() {
  std::thread other(work);
  work();
  other.join();
}
