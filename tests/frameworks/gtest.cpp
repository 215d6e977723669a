// Cases of GoogleTest, right and wrong, for tests/cli/frameworks.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

class Queue {
 public:
  void push(int value) {
    std::lock_guard hold(mutex_);
    values_.push_back(value);
  }
  int pop() {
    std::lock_guard hold(mutex_);
    if (values_.empty()) return -1;
    const int value = values_.front();
    values_.erase(values_.begin());
    return value;
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_;
};

TEST(Queue, Right) {
  Queue queue;
  std::thread first([&] { queue.push(1); });
  std::thread second([&] { queue.push(2); });
  first.join();
  second.join();
  EXPECT_EQ(queue.pop() + queue.pop(), 3);
}

TEST(Queue, TooEarly) {
  Queue queue;
  std::thread pusher([&] { queue.push(1); });
  EXPECT_EQ(queue.pop(), 1) << "popped too early";  // line 42
  pusher.join();
}

TEST(Queue, InThread) {
  Queue queue;
  std::thread popper([&] { ASSERT_EQ(queue.pop(), -1); });  // line 48
  queue.push(3);
  popper.join();
}

TEST(Queue, Race) {
  int value = 0;
  std::thread other([&] { value++; });
  value++;
  other.join();
}

TEST(Queue, Throws) {
  std::atomic<int> value{0};
  std::thread other([&] { value = 1; });
  const bool seen = value == 1;
  other.join();
  if (seen) throw std::runtime_error("too late");
}

TEST(Queue, WantsAFailure) {
  std::thread other([] {});
  other.join();
  EXPECT_NONFATAL_FAILURE(ADD_FAILURE() << "wanted", "wanted");
}

TEST(QueueDeathTest, Dies) {
  EXPECT_DEATH(abort(), "");
}

TEST(Queue, DISABLED_Off) {}

class Numbers : public testing::TestWithParam<int> {};
TEST_P(Numbers, AreSmall) {
  std::thread other([] {});
  other.join();
  EXPECT_LT(GetParam(), 1);
}
INSTANTIATE_TEST_SUITE_P(All, Numbers, testing::Values(0, 1));

template <class T>
class Typed : public testing::Test {};
struct NameOfType {
  template <class T>
  static std::string GetName(int) {
    return "std::any - type";
  }
};
TYPED_TEST_SUITE(Typed, testing::Types<int>, NameOfType);
TYPED_TEST(Typed, IsZero) {
  EXPECT_EQ(TypeParam(), 0);
}
