// mazurka::mailbox in a program that is not checked. Built with ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "mazurka/mailbox.hpp"

using namespace std::chrono_literals;
using mazurka::mailbox;

TEST(Mailbox, KeepsTheOrder) {
  mailbox<int> box;
  for (int k = 0; k < 5; k++) EXPECT_TRUE(box.send(k));
  for (int k = 0; k < 5; k++) EXPECT_EQ(box.receive(), k);
  EXPECT_EQ(box.try_receive(), std::nullopt);
}

TEST(Mailbox, ReceiveIfLeavesTheOthers) {
  mailbox<int> box;
  for (int k = 0; k < 6; k++) box.send(k);
  auto is_odd = [](int k) { return k % 2 == 1; };
  EXPECT_EQ(box.receive_if(is_odd), 1);
  EXPECT_EQ(box.try_receive_if(is_odd), 3);
  EXPECT_EQ(box.receive_for_if(1ms, is_odd), 5);
  EXPECT_EQ(box.try_receive_if(is_odd), std::nullopt);
  EXPECT_EQ(box.receive_for_if(1ms, is_odd), std::nullopt);
  EXPECT_EQ(box.receive(), 0);
  EXPECT_EQ(box.receive(), 2);
  EXPECT_EQ(box.receive(), 4);
}

TEST(Mailbox, ClosedBoxGivesWhatIsLeft) {
  mailbox<std::string> box;
  EXPECT_TRUE(box.send("one"));
  EXPECT_FALSE(box.is_closed());
  box.close();
  EXPECT_TRUE(box.is_closed());
  EXPECT_FALSE(box.send("two"));
  EXPECT_EQ(box.receive(), "one");
  EXPECT_EQ(box.receive(), std::nullopt);
  EXPECT_EQ(box.receive_for(1h), std::nullopt);
}

TEST(Mailbox, NeedsRoom) {
  EXPECT_THROW(mailbox<int>(0), std::invalid_argument);
  EXPECT_EQ(mailbox<int>(3).capacity(), 3u);
  EXPECT_EQ(mailbox<int>().capacity(), mailbox<int>::unbounded);
}

TEST(Mailbox, TakesWhatCannotBeCopied) {
  mailbox<std::unique_ptr<int>> box;
  box.send(std::make_unique<int>(7));
  EXPECT_EQ(**box.receive(), 7);
}

TEST(Mailbox, PredicateMayThrow) {
  mailbox<int> box;
  box.send(1);
  EXPECT_THROW(box.receive_if([](int) -> bool { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_EQ(box.receive(), 1);
}

TEST(Mailbox, EndlessTimeoutIsEndless) {
  mailbox<int> box;
  std::thread sender([&] { box.send(1); });
  EXPECT_EQ(box.receive_for(std::chrono::hours::max()), 1);
  sender.join();
}

TEST(Mailbox, FullBoxHoldsSendersBack) {
  mailbox<int> box(2);
  std::atomic<int> sent{0};
  std::thread sender([&] {
    for (int k = 0; k < 100; k++) {
      box.send(k);
      sent++;
    }
  });
  for (int k = 0; k < 100; k++) {
    EXPECT_LE(sent, k + 3);  // two in the box, one that was just taken
    EXPECT_EQ(box.receive(), k);
  }
  sender.join();
}

TEST(Mailbox, CloseWakesEverybody) {
  mailbox<int> box(1), empty;
  box.send(0);
  std::vector<std::thread> threads;
  for (int k = 0; k < 3; k++) {
    threads.emplace_back([&] { EXPECT_FALSE(box.send(1)); });
    threads.emplace_back([&] { EXPECT_EQ(empty.receive(), std::nullopt); });
    threads.emplace_back([&] { EXPECT_EQ(empty.receive_if([](int n) { return n > 3; }), std::nullopt); });
  }
  std::this_thread::sleep_for(5ms);
  box.close();
  empty.close();
  for (std::thread& thread : threads) thread.join();
}

// Receivers that want different messages: none is left waiting while what it wants is there.
TEST(Mailbox, EveryMessageFindsItsReceiver) {
  constexpr int kKinds = 4, kEach = 500;
  mailbox<int> box(8);
  std::vector<std::thread> threads;
  std::atomic<long> sum{0};
  for (int kind = 0; kind < kKinds; kind++)
    threads.emplace_back([&, kind] {
      for (int k = 0; k < kEach; k++) sum += *box.receive_if([kind](int n) { return n % kKinds == kind; });
    });
  for (int sender = 0; sender < 2; sender++)
    threads.emplace_back([&, sender] {
      for (int n = sender * kKinds * kEach / 2; n < (sender + 1) * kKinds * kEach / 2; n++) box.send(n);
    });
  for (std::thread& thread : threads) thread.join();
  constexpr long kAll = kKinds * kEach;
  EXPECT_EQ(sum, kAll * (kAll - 1) / 2);
}

TEST(Mailbox, ManySendersAndReceivers) {
  constexpr int kThreads = 4, kEach = 2000;
  mailbox<int> box(16);
  std::vector<std::thread> senders, receivers;
  std::atomic<long> sum{0}, count{0};
  for (int t = 0; t < kThreads; t++) {
    senders.emplace_back([&] {
      for (int k = 1; k <= kEach; k++) box.send(k);
    });
    receivers.emplace_back([&, t] {
      while (std::optional<int> n = t % 2 == 0 ? box.receive() : box.receive_for(1h)) {
        sum += *n;
        count++;
      }
    });
  }
  for (std::thread& thread : senders) thread.join();
  box.close();
  for (std::thread& thread : receivers) thread.join();
  EXPECT_EQ(count, kThreads * kEach);
  EXPECT_EQ(sum, long{kThreads} * kEach * (kEach + 1) / 2);
}
