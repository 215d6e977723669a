// mazurka::actor in a program that is not checked. Built with ThreadSanitizer.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "mazurka/mailbox.hpp"

using namespace std::chrono_literals;
using mazurka::actor;
using mazurka::down;
using mazurka::mailbox;

namespace {

struct Add {
  int amount;
};
struct Get {
  mailbox<int>* to;
};
struct Stop {};
using Counter = actor<Add, Get, Stop>;

void count(Counter::self& me, int sum) {
  bool goes_on = true;
  while (goes_on)
    me.receive([&](Add m) { sum += m.amount; }, [&](Get m) { m.to->send(sum); }, [&](Stop) { goes_on = false; });
}

}  // namespace

TEST(Actor, AnswersMessages) {
  mailbox<int> answers;
  Counter counter = Counter::spawn(count, 10);
  for (int k = 0; k < 4; k++) EXPECT_TRUE(counter.send(Add{k}));
  counter.send(Get{&answers});
  EXPECT_EQ(answers.receive(), 16);
  counter.where().send(Stop{});
  counter.join();
  EXPECT_FALSE(counter.send(Add{1}));
  EXPECT_FALSE(counter.where().send(Add{1}));
}

TEST(Actor, ReceivesByType) {
  mailbox<std::string> said;
  using Listener = actor<int, std::string, std::unique_ptr<int>>;
  Listener listener = Listener::spawn([&](Listener::self& me) {
    me.receive([&](const std::string& s) { said.send(s); });
    EXPECT_FALSE(me.try_receive([&](const std::string&) {}));
    EXPECT_FALSE(me.receive_for(1ms, [&](const std::string&) {}));
    me.receive([&](std::unique_ptr<int> p) { said.send(std::to_string(*p)); }, [&](const std::string&) {});
    EXPECT_TRUE(me.receive_for(1h, [&](int n) { said.send(std::to_string(n)); }));
  });
  listener.send(1);
  listener.send(std::string("text"));
  listener.send(std::make_unique<int>(2));
  EXPECT_EQ(said.receive(), "text");
  EXPECT_EQ(said.receive(), "2");
  EXPECT_EQ(said.receive(), "1");
}

TEST(Actor, EndIsAMessageToWhoeverIsLinked) {
  using Watcher = actor<down>;
  mailbox<down> seen;
  Counter one = Counter::spawn(count, 0), two = Counter::spawn(count, 0);
  two.send(Stop{});
  two.join();
  Watcher watcher = Watcher::spawn([&](Watcher::self& me) {
    me.link(two);  // which has ended already
    me.receive([&](down d) { seen.send(d); });
    me.link(one.where());
    me.link(one);
    seen.send({});
    for (int k = 0; k < 2; k++) me.receive([&](down d) { seen.send(d); });
  });
  EXPECT_EQ(seen.receive(), (down{two.id(), false}));
  EXPECT_EQ(seen.receive(), down{});
  one.send(Stop{});
  EXPECT_EQ(seen.receive(), (down{one.id(), false}));
  EXPECT_EQ(seen.receive(), (down{one.id(), false}));
}

TEST(Actor, ExceptionOfALinkedOneIsAMessage) {
  using Supervisor = actor<down>;
  using Worker = actor<int>;
  Supervisor supervisor = Supervisor::spawn([](Supervisor::self& me) {
    std::vector<Worker> workers;
    for (int restarts = 0; restarts < 3; restarts++) {
      workers.push_back(Worker::spawn_linked(me.me(), [](Worker::self& worker) {
        worker.receive([](int n) {
          if (n == 0) throw std::runtime_error("zero");
        });
      }));
      workers.back().send(restarts % 2);
      me.receive([&](down d) {
        EXPECT_EQ(d.who, workers.back().id());
        EXPECT_EQ(d.failed, restarts % 2 == 0);
      });
    }
  });
  supervisor.join();
}

TEST(Actor, FullMailboxHoldsSendersBack) {
  int sum = 0;
  {
    using Adder = actor<int, Stop>;
    Adder adder = Adder::spawn_with(1, [&](Adder::self& me) {
      bool goes_on = true;
      while (goes_on) me.receive([&](int n) { sum += n; }, [&](Stop) { goes_on = false; });
    });
    for (int k = 0; k < 200; k++) adder.send(k);
    adder.send(Stop{});
  }  // waits for its end
  EXPECT_EQ(sum, 199 * 200 / 2);
}

TEST(Actor, MovesButDoesNotCopy) {
  static_assert(!std::is_copy_constructible_v<Counter> && std::is_move_constructible_v<Counter>);
  std::vector<Counter> some;
  for (int k = 0; k < 3; k++) some.push_back(Counter::spawn(count, k));
  Counter none;
  EXPECT_FALSE(none);
  none = std::move(some.front());
  mailbox<int> answers;
  none.send(Get{&answers});
  EXPECT_EQ(answers.receive(), 0);
  some.erase(some.begin());
  for (Counter& each : some) each.send(Stop{});
  none.send(Stop{});
}
