// expect: bug data_race
// options: --algorithm=stateful
// message: data race on slots[0]
// A queue for one producer and one consumer, whose producer publishes by a relaxed store. The race detector keeps the
// producer's writes of neighbours as one, but not where states are compared: a replay tells another number of bytes.
#include <atomic>
#include <cassert>
#include <thread>

alignas(8) static int slots[2];
static std::atomic<unsigned> head{0}, tail{0};

static void consume() {
  for (int k = 0; k < 3; k++) {
    while (tail.load(std::memory_order_acquire) == head.load(std::memory_order_relaxed)) {
    }
    assert(slots[head.load(std::memory_order_relaxed) % 2] == k);
    head.store(k + 1, std::memory_order_release);
  }
}

int main() {
  std::thread consumer(consume);
  for (int k = 0; k < 3; k++) {
    while (tail.load(std::memory_order_relaxed) - head.load(std::memory_order_acquire) == 2) {
    }
    slots[k % 2] = k;
    tail.store(k + 1, std::memory_order_relaxed);
  }
  consumer.join();
}
