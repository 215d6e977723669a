// A ring buffer for one producer and one consumer without a lock, correct: what was put in comes out, in that order.
#include <atomic>
#include <cassert>
#include <thread>

class Ring {
 public:
  bool put(int item) {
    const unsigned end = end_;
    if (end - begin_ == kSize) return false;
    items_[end % kSize] = item;
    end_ = end + 1;
    return true;
  }

  bool take(int& item) {
    const unsigned begin = begin_;
    if (end_ == begin) return false;
    item = items_[begin % kSize];
    begin_ = begin + 1;
    return true;
  }

 private:
  static constexpr unsigned kSize = 2;
  int items_[kSize] = {};
  std::atomic<unsigned> begin_{0}, end_{0};
};

int main() {
  Ring ring;
  int sent = 0, received = 0;
  auto take_next = [&] {
    int item;
    if (!ring.take(item)) return false;
    assert(item == received);
    ++received;
    return true;
  };
  std::thread producer([&] {
    for (int attempt = 0; attempt < 3; ++attempt) {
      if (ring.put(sent)) ++sent;
    }
  });
  std::thread consumer([&] {
    for (int attempt = 0; attempt < 3; ++attempt) take_next();
  });
  producer.join();
  consumer.join();
  while (take_next()) {
  }
  assert(received == sent && sent >= 2);
}
