// Checks inside of tests (<mazurka/check.hpp>): 20 of them, that pass, fail, crash, deadlock, race, and are misused.
// For tests/cli/frameworks/inside.sh. Built without Mazurka, each function runs once.
#include <gtest/gtest.h>

#include <mazurka/check.hpp>

#include <atomic>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using Outcomes = std::set<std::string>;

namespace {

struct Counter {
  std::mutex mutex;
  int value = 0;
  void add() {
    std::lock_guard hold(mutex);
    value++;
  }
};

void lock_both(std::mutex& first, std::mutex& second) {
  std::lock_guard hold_first(first);
  std::lock_guard hold_second(second);
}

// Two stores and two loads: all but 0, 0 can come out.
void store_buffering() {
  std::atomic<int> x{0}, y{0};
  int a = 0, b = 0;
  std::thread first([&] {
    x = 1;
    a = y;
  });
  std::thread second([&] {
    y = 1;
    b = x;
  });
  first.join();
  second.join();
  mazurka::observe("a", a);
  mazurka::observe("b", b);
}

}  // namespace

TEST(Inside, Passes) {
  const auto result = mazurka::check({.max_time = 60s}, [] {
    Counter counter;
    std::thread other([&] { counter.add(); });
    counter.add();
    other.join();
    EXPECT_EQ(counter.value, 2);
  });
  EXPECT_TRUE(result.verified()) << result.report();
  if (result.was_checked()) EXPECT_EQ(result.executions(), 2U);
}

TEST(Inside, FailsWithItsText) {
  const auto result = mazurka::check([] {
    std::atomic<int> value{0};
    std::thread other([&] { value = 1; });
    EXPECT_EQ(value, 0) << "seen too early";  // line 69
    other.join();
  });
  if (!result.was_checked()) return;
  EXPECT_TRUE(result.found("assertion")) << result.report();
  EXPECT_FALSE(result.verified());
  EXPECT_NE(result.report().find("inside.cpp:69: Expected equality"), std::string::npos) << result.report();
}

TEST(Inside, Crashes) {
  if (mazurka_is_checked == nullptr) GTEST_SKIP();
  EXPECT_MAZURKA_FINDS(signal, [] {
    std::atomic<int*> pointer{nullptr};
    int value = 0;
    std::thread other([&] { pointer = &value; });
    const int seen = *pointer;
    other.join();
    EXPECT_EQ(seen, 0);
  });
  EXPECT_MAZURKA_FINDS(abort, [] { abort(); });
  EXPECT_MAZURKA_FINDS(uncaught_exception, [] { throw std::runtime_error("no"); });
  EXPECT_MAZURKA_FINDS(exit, [] { exit(3); });
}

TEST(Inside, Deadlocks) {
  EXPECT_MAZURKA_FINDS(deadlock, [] {
    std::mutex a, b;
    std::thread other([&] { lock_both(a, b); });
    lock_both(b, a);
    other.join();
  });
  const auto repaired = mazurka::check([] {
    std::mutex a, b;
    std::thread other([&] { lock_both(a, b); });
    lock_both(a, b);
    other.join();
  });
  EXPECT_TRUE(repaired.verified()) << repaired.report();
}

TEST(Inside, Races) {
  EXPECT_MAZURKA_FINDS(data_race, [] {
    int value = 0;
    std::thread other([&] { value++; });
    value++;
    other.join();
  });
  EXPECT_MAZURKA_FINDS(bug, {.options = {"--races=ignore"}}, [] {
    std::atomic<int> value{0};
    std::thread other([&] { value = value + 1; });
    value = value + 1;
    other.join();
    ASSERT_EQ(value, 2);
  });
}

TEST(Inside, ObservesAllOutcomes) {
  const auto result = mazurka::check(store_buffering);
  EXPECT_TRUE(result.verified()) << result.report();
  if (result.was_checked()) EXPECT_EQ(result.outcomes(), (Outcomes{"a=0, b=1", "a=1, b=0", "a=1, b=1"}));
  const auto order = mazurka::check([] {
    std::mutex mutex;
    std::vector<int> arrived;
    auto arrive = [&](int who) {
      std::lock_guard hold(mutex);
      arrived.push_back(who);
    };
    std::thread first(arrive, 1), second(arrive, 2);
    first.join();
    second.join();
    for (const int who : arrived) mazurka::observe("order", who);
  });
  EXPECT_TRUE(order.came_to({"order=1 2", "order=2 1"})) << order.report();
  if (order.was_checked()) EXPECT_FALSE(order.came_to({"order=1 2"}));
}

TEST(Inside, IsMisused) {
  if (mazurka_is_checked == nullptr) GTEST_SKIP();
  const auto nested = mazurka::check([] { mazurka::check([] {}); });
  EXPECT_TRUE(nested.found("user_failure")) << nested.report();
  EXPECT_NE(nested.report().find("checks do not nest"), std::string::npos) << nested.report();
  const auto wrong = mazurka::check({.options = {"--no-such-option"}}, [] {});
  EXPECT_EQ(wrong.verdict(), "error");
  EXPECT_NE(wrong.report().find("unknown option '--no-such-option'"), std::string::npos) << wrong.report();
  const auto endless = mazurka::check({.options = {"--max-steps=10"}}, [] {
    std::atomic<int> value{0};
    std::thread other([&] {
      for (;;) value++;
    });
    other.join();
  });
  EXPECT_EQ(endless.verdict(), "incomplete") << endless.report();
}

TEST(Inside, ManyFromOneLine) {
  for (int size = 1; size <= 3; size++) {
    const auto result = mazurka::check([size] {
      std::atomic<int> value{0};
      std::vector<std::thread> threads;
      for (int k = 0; k < size; k++) threads.emplace_back([&] { value++; });
      for (std::thread& thread : threads) thread.join();
      EXPECT_EQ(value, size);
    });
    EXPECT_TRUE(result.verified()) << result.report();
    if (result.was_checked()) EXPECT_EQ(result.executions(), size == 1 ? 1U : size == 2 ? 2U : 6U);
  }
}

MAZURKA_TEST(Inside, IsATestOfItsOwn) {
  Counter counter;
  std::thread other([&] { counter.add(); });
  counter.add();
  other.join();
  ASSERT_EQ(counter.value, 2);
}

class Sizes : public testing::TestWithParam<int> {};
TEST_P(Sizes, WithParameter) {
  const int size = GetParam();
  const auto result = mazurka::check([size] {
    std::atomic<int> value{0};
    std::thread other([&] { value += size; });
    other.join();
    EXPECT_EQ(value, size);
  });
  EXPECT_TRUE(result.verified()) << result.report();
}
INSTANTIATE_TEST_SUITE_P(All, Sizes, testing::Values(1, 2));
