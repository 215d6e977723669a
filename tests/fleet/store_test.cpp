// Units, leases and checkpoints of a store, on both engines.
#include "fleet/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fleet/fixture.hpp"

namespace mazurka::fleet {
namespace {

constexpr Store::Seconds kOver{-1};  // a lease that has ended already

const RunDescription kBank = {"bank", "program-1", "--algorithm=pop", "mazurka check bank.cpp", {}};

class StoreUnits : public StoreTest {
 protected:
  std::unique_ptr<Store> store = place.open();
  RunId run = must(store->create_run(kBank, {"", "root"}));
  WorkerId worker = must(store->add_worker("one", "here"));
  WorkerId other = must(store->add_worker("two", "there"));

  Lease take(WorkerId who, Store::Seconds seconds = kLong) {
    const Acquired acquired = must(store->acquire(run, who, seconds));
    if (!acquired.lease) {
      ADD_FAILURE() << "there is no unit";
      std::abort();
    }
    return *acquired.lease;
  }
  bool finish(const Lease& lease, const Checkpoint& checkpoint = {}) {
    return must(store->checkpoint(lease, checkpoint, kLong)).accepted;
  }
  Checkpoint gives(std::vector<NewUnit> units) {
    Checkpoint checkpoint;
    checkpoint.counts.executions = 1;
    checkpoint.given = std::move(units);
    return checkpoint;
  }
};

TEST_P(StoreUnits, ARunBeginsWithItsRoot) {
  const Lease lease = take(worker);
  EXPECT_EQ(lease.bytes, "root");
  EXPECT_EQ(lease.generation, 0u);
  EXPECT_EQ(lease.attempt, 1u);
  const Acquired nothing = must(store->acquire(run, other, kLong));
  EXPECT_FALSE(nothing.lease);
  EXPECT_EQ(nothing.open_units, 1u);
  EXPECT_EQ(nothing.state, RunState::kOpen);
}

TEST_P(StoreUnits, AreHandedOutInOrderAndOnce) {
  ASSERT_TRUE(finish(
      take(worker),
      gives({{"b", "2"}, {std::string("a\xff", 2), "1"}, {"a", "0"}, {std::string("c\0", 2), "4"}, {"c", "3"}})));
  for (const char* expected : {"0", "1", "2", "3", "4"}) EXPECT_EQ(take(worker).bytes, expected);
  EXPECT_FALSE(must(store->acquire(run, worker, kLong)).lease);
}

TEST_P(StoreUnits, MayHoldAnyBytes) {
  std::string all;
  for (int byte = 0; byte < 256; byte++) all += static_cast<char>(byte);
  ASSERT_TRUE(finish(take(worker), gives({{all, all + all}, {all, ""}})));
  EXPECT_EQ(take(worker).bytes, all + all);
  const Lease empty = take(worker);
  EXPECT_EQ(empty.bytes, "");
  EXPECT_EQ(empty.order_key, all);
}

TEST_P(StoreUnits, ALeaseThatEndedIsTakenAgainAndItsHolderIsRefused) {
  const Lease old = take(worker, kOver);
  const Lease current = take(other);
  EXPECT_EQ(current.unit, old.unit);
  EXPECT_EQ(current.attempt, 2u);
  EXPECT_NE(current.token, old.token);
  Checkpoint late = gives({{"x", "never"}});
  late.bugs.push_back({"f", "", "late", "{}", 1});
  late.remarks.push_back({"k", "late"});
  EXPECT_FALSE(finish(old, late));
  EXPECT_FALSE(must(store->renew(old, kLong)));
  EXPECT_FALSE(must(store->release(old)));
  EXPECT_EQ(must(store->totals(run)), Counts());
  EXPECT_TRUE(must(store->bugs(run)).empty());
  EXPECT_TRUE(must(store->remarks(run)).empty());
  EXPECT_TRUE(finish(current));
  EXPECT_FALSE(finish(current)) << "a second time";
  EXPECT_TRUE(must(store->complete_if_done(run)));
}

TEST_P(StoreUnits, ALeaseThatEndedButWasNotTakenStillCounts) {
  const Lease lease = take(worker, kOver);
  EXPECT_TRUE(must(store->renew(lease, kLong)));
  EXPECT_FALSE(must(store->acquire(run, other, kLong)).lease);
  EXPECT_TRUE(finish(lease));
}

TEST_P(StoreUnits, ALeaseEndsByTheClock) {
  const Lease lease = take(worker, Store::Seconds(0.3));
  EXPECT_FALSE(must(store->acquire(run, other, kLong)).lease);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  EXPECT_EQ(take(other).unit, lease.unit);
}

TEST_P(StoreUnits, AReleasedUnitIsFreeAtOnce) {
  const Lease lease = take(worker);
  EXPECT_TRUE(must(store->release(lease)));
  EXPECT_FALSE(finish(lease));
  const Lease again = take(other);
  EXPECT_EQ(again.unit, lease.unit);
  must(store->release_all(run));
  EXPECT_FALSE(finish(again));
  EXPECT_EQ(take(worker).unit, lease.unit);
}

TEST_P(StoreUnits, ACheckpointIsOneTransaction) {
  Checkpoint checkpoint = gives({{"b", "left"}, {"c", "right"}});
  checkpoint.counts = {.executions = 10,
                       .blocked = 1,
                       .deadlocks = 2,
                       .failed = 3,
                       .cut = 4,
                       .events = 500,
                       .max_depth = 60,
                       .peak_bytes = 7000,
                       .sums = {{"nodes", 8}},
                       .maxima = {{"width", 9}},
                       .digests = {{"traces", 0xffffffff00000001}}};
  checkpoint.continuation = {"a", "mine"};
  checkpoint.bugs.push_back({"f1", "a", "deadlock", R"({"steps":[]})", 2});
  checkpoint.remarks.push_back({"unsupported", "ptrace"});
  const Accepted accepted = must(store->checkpoint(take(worker), checkpoint, kLong));
  ASSERT_TRUE(accepted.accepted);
  ASSERT_TRUE(accepted.next);
  EXPECT_EQ(accepted.next->bytes, "mine");
  EXPECT_EQ(must(store->totals(run)), checkpoint.counts);
  EXPECT_EQ(must(store->bugs(run)), checkpoint.bugs);
  EXPECT_EQ(must(store->remarks(run)), checkpoint.remarks);
  EXPECT_EQ(must(store->demand(run)).free_units, 2u);
  EXPECT_EQ(take(other).bytes, "left") << "the continuation is leased already";
  EXPECT_TRUE(must(store->renew(*accepted.next, kLong)));
  EXPECT_TRUE(finish(*accepted.next));
}

TEST_P(StoreUnits, AContinuationWhoseLeaseEndedIsTakenByAnother) {
  Checkpoint checkpoint;
  checkpoint.continuation = {"a", "mine"};
  const Accepted accepted = must(store->checkpoint(take(worker), checkpoint, kOver));
  ASSERT_TRUE(accepted.next);
  const Lease taken = take(other);
  EXPECT_EQ(taken.unit, accepted.next->unit);
  EXPECT_FALSE(finish(*accepted.next));
  EXPECT_TRUE(finish(taken));
}

TEST_P(StoreUnits, TotalsAreSumsMaximaAndDigests) {
  Counts expected;
  uint64_t factor = 0x9e3779b97f4a7c15;
  ASSERT_TRUE(finish(take(worker), {{}, {}, std::vector<NewUnit>(100, {"k", "u"}), {}, {}}));
  for (int k = 0; k < 100; k++) {
    // More workers than there are slots.
    const WorkerId one = must(store->add_worker("many", "here"));
    Checkpoint checkpoint;
    factor *= 3;
    checkpoint.counts = {.executions = factor >> 20,
                         .blocked = factor & 1,
                         .events = factor >> 10,
                         .max_depth = factor % 1000,
                         .peak_bytes = factor >> 40,
                         .sums = {{"s", factor % 7}},
                         .maxima = {{"m", factor % 100 + 1}},
                         .digests = {{"d", factor}}};
    expected.add(checkpoint.counts);
    ASSERT_TRUE(finish(take(one), checkpoint));
  }
  EXPECT_EQ(must(store->totals(run)), expected);
  EXPECT_TRUE(must(store->complete_if_done(run)));
  EXPECT_EQ(must(store->totals(run)), expected);
}

TEST_P(StoreUnits, OfBugsWithOneFingerprintTheFirstInOrderIsKept) {
  Checkpoint checkpoint = gives({{"", "next"}});
  checkpoint.bugs = {{"f", "m", "middle", "2", 1}, {"g", "z", "other", "9", 1}, {"f", "p", "late", "3", 4}};
  ASSERT_TRUE(finish(take(worker), checkpoint));
  checkpoint = {};
  checkpoint.bugs = {{"f", "b", "early", "1", 2}, {"g", "zz", "no", "0", 1}};
  ASSERT_TRUE(finish(take(other), checkpoint));
  const std::vector<Bug> expected = {{"f", "b", "early", "1", 7}, {"g", "z", "other", "9", 2}};
  EXPECT_EQ(must(store->bugs(run)), expected);
}

TEST_P(StoreUnits, ARemarkIsKeptOnce) {
  Checkpoint checkpoint = gives({{"", "next"}});
  checkpoint.remarks = {{"k", "b"}, {"k", "a"}, {"k", "b"}, {"j", "b"}};
  ASSERT_TRUE(finish(take(worker), checkpoint));
  ASSERT_TRUE(finish(take(other), checkpoint));
  const std::vector<Remark> expected = {{"j", "b"}, {"k", "a"}, {"k", "b"}};
  EXPECT_EQ(must(store->remarks(run)), expected);
}

TEST_P(StoreUnits, TextMayHoldAnyBytes) {
  Checkpoint checkpoint;
  checkpoint.remarks = {{"k", std::string("caf\xc3\xa9 \xff\xed\xa0\x80 \0 end", 16)}};
  ASSERT_TRUE(finish(take(worker), checkpoint));
  EXPECT_EQ(must(store->remarks(run)).at(0).text, "caf\xc3\xa9 \\xff\\xed\\xa0\\x80 \\x00 end");
}

TEST_P(StoreUnits, ANewGenerationForgetsTheOldOne) {
  Checkpoint checkpoint = gives({{"a", "old"}});
  checkpoint.continuation = {"b", "older"};
  checkpoint.bugs = {{"f", "", "bug", "{}", 1}};
  checkpoint.remarks = {{"k", "remark"}};
  const Lease old = *must(store->checkpoint(take(worker), checkpoint, kLong)).next;
  EXPECT_FALSE(must(store->begin_generation(run, 1, "wrong", {"", "root1"}))) << "the generation is 0";
  EXPECT_TRUE(must(store->begin_generation(run, 0, std::string("learned\0", 8), {"", "root1"})));
  EXPECT_FALSE(must(store->begin_generation(run, 0, "second", {"", "root2"}))) << "somebody was first";
  EXPECT_EQ(must(store->totals(run)), Counts());
  EXPECT_TRUE(must(store->bugs(run)).empty());
  EXPECT_TRUE(must(store->remarks(run)).empty());
  EXPECT_FALSE(finish(old, gives({{"z", "stale"}})));
  EXPECT_FALSE(must(store->renew(old, kLong)));
  const Lease root = take(worker);
  EXPECT_EQ(root.bytes, "root1");
  EXPECT_EQ(root.generation, 1u);
  EXPECT_EQ(must(store->history(run)).bytes, std::string("learned\0", 8));
  EXPECT_EQ(must(store->history(run)).generation, 1u);
  EXPECT_TRUE(finish(root, gives({})));
  EXPECT_EQ(must(store->totals(run)).executions, 1u);
  EXPECT_TRUE(must(store->complete_if_done(run)));
}

// A checkpoint that is under way while a generation begins can leave parts of the old one behind.
TEST_P(StoreUnits, LeftoversOfAnOldGenerationDoNotCount) {
  EXPECT_TRUE(must(store->begin_generation(run, 0, "learned", {"", "root1"})));
  const std::string number = std::to_string(run.number);
  place.execute(
      "INSERT INTO unit (run, generation, order_key, content, lease_end, token, worker, attempts) "
      "SELECT run, 0, order_key, content, 0, 77, 1, 1 FROM unit WHERE run = " +
      number);
  place.execute("INSERT INTO total (run, generation, slot, kind, name, value) VALUES (" + number +
                ", 0, 0, 0, 'executions', 5)");
  place.execute("INSERT INTO remark (run, generation, kind, text) VALUES (" + number + ", 0, 'k', 't')");
  EXPECT_EQ(must(store->demand(run)).free_units, 1u);
  EXPECT_EQ(must(store->runs()).at(0).free_units, 1u);
  const Lease root = take(worker);
  EXPECT_EQ(root.generation, 1u);
  EXPECT_FALSE(must(store->acquire(run, other, kLong)).lease);
  Lease leftover = root;
  leftover.token = 77;
  leftover.generation = 0;
  for (int64_t id = 1; id < 10; id++) {
    leftover.unit.number = id;
    EXPECT_FALSE(finish(leftover));
    EXPECT_FALSE(must(store->renew(leftover, kLong)));
  }
  EXPECT_EQ(must(store->totals(run)), Counts());
  EXPECT_TRUE(must(store->remarks(run)).empty());
  EXPECT_FALSE(must(store->complete_if_done(run)));
  EXPECT_TRUE(finish(root));
  EXPECT_TRUE(must(store->complete_if_done(run)));
}

TEST_P(StoreUnits, WorkersWithoutAUnitAreDemand) {
  const Lease lease = take(worker);
  EXPECT_EQ(must(store->demand(run)).waiting_workers, 0u);
  must(store->acquire(run, other, kLong));
  must(store->acquire(run, other, kLong));
  EXPECT_EQ(must(store->demand(run)).waiting_workers, 1u);
  ASSERT_TRUE(finish(lease, gives({{"", "a"}, {"", "b"}})));
  EXPECT_EQ(must(store->demand(run)).free_units, 2u);
  take(other);
  EXPECT_EQ(must(store->demand(run)).waiting_workers, 0u);
  EXPECT_EQ(must(store->demand(run)).free_units, 1u);
}

TEST_P(StoreUnits, OnlyAnOpenRunHandsOut) {
  const Lease lease = take(worker);
  ASSERT_TRUE(finish(lease, gives({{"", "a"}, {"", "b"}})));
  const Lease busy = take(worker);
  must(store->set_state(run, RunState::kStopped));
  const Acquired nothing = must(store->acquire(run, other, kLong));
  EXPECT_FALSE(nothing.lease);
  EXPECT_EQ(nothing.state, RunState::kStopped);
  EXPECT_TRUE(finish(busy, gives({}))) << "what was begun still counts";
  EXPECT_FALSE(must(store->complete_if_done(run)));
  must(store->set_state(run, RunState::kOpen));
  EXPECT_EQ(take(other).bytes, "b");
  EXPECT_EQ(must(store->totals(run)).executions, 2u);
}

// Several connections at once: every unit is done once.
TEST_P(StoreUnits, ManyWorkersGetDifferentUnits) {
  constexpr int kUnits = 200;
  std::vector<NewUnit> units;
  for (int k = 0; k < kUnits; k++) units.push_back({std::to_string(k % 7), std::to_string(k)});
  ASSERT_TRUE(finish(take(worker), gives(units)));
  std::vector<std::vector<std::string>> done(4);
  std::vector<std::thread> threads;
  for (auto& mine : done)
    threads.emplace_back([&] {
      const auto own = place.open();
      const WorkerId me = must(own->add_worker("thread", "here"));
      while (const auto lease = must(own->acquire(run, me, kLong)).lease) {
        Checkpoint checkpoint = gives({});
        checkpoint.bugs = {{"same", lease->order_key, "bug", "{}", 1}};
        checkpoint.remarks = {{"same", "remark"}};
        EXPECT_TRUE(must(own->checkpoint(*lease, checkpoint, kLong)).accepted);
        mine.push_back(lease->bytes);
      }
    });
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> different;
  for (const auto& mine : done) different.insert(mine.begin(), mine.end());
  EXPECT_EQ(different.size(), static_cast<size_t>(kUnits));
  EXPECT_EQ(must(store->totals(run)).executions, kUnits + 1u);
  EXPECT_EQ(must(store->bugs(run)).at(0).occurrences, static_cast<uint64_t>(kUnits));
  EXPECT_TRUE(must(store->complete_if_done(run)));
}

// Workers end a generation at the same time, and others finish units of it meanwhile.
TEST_P(StoreUnits, OfManyWhoBeginAGenerationOneIsFirst) {
  constexpr int kGenerations = 20;
  std::vector<int> won(4);
  std::vector<std::thread> threads;
  for (int& wins : won)
    threads.emplace_back([&] {
      const auto own = place.open();
      const WorkerId me = must(own->add_worker("thread", "here"));
      for (;;) {
        const Acquired acquired = must(own->acquire(run, me, kLong));
        if (acquired.generation == kGenerations) break;
        if (acquired.lease && acquired.lease->bytes != "root") {
          (void)must(own->checkpoint(*acquired.lease, gives({{"", "leaf"}, {"", "leaf"}}), kLong));
          wins += must(own->begin_generation(run, acquired.generation, "h", {"", "root"})) ? 1 : 0;
        } else if (acquired.lease) {
          (void)must(own->checkpoint(*acquired.lease, gives(std::vector<NewUnit>(8, {"", "leaf"})), kLong));
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(won[0] + won[1] + won[2] + won[3], kGenerations);
  EXPECT_EQ(must(store->history(run)).generation, static_cast<uint64_t>(kGenerations));
}

// The table of units holds the open ones only, so that it does not grow with the executions.
TEST_P(StoreUnits, AStoreStaysSmall) {
  std::string bytes(200, 'x');
  Lease lease = take(worker);
  for (int k = 0; k < 500; k++) {
    Checkpoint checkpoint = gives({{"a", bytes}});
    checkpoint.counts.executions = 20'000;
    checkpoint.continuation = {"b", bytes};
    lease = *must(store->checkpoint(lease, checkpoint, kLong)).next;
    ASSERT_TRUE(finish(take(other), gives({})));
  }
  ASSERT_TRUE(finish(lease));
  EXPECT_EQ(must(store->totals(run)).executions, 10'000'500u);
  ASSERT_TRUE(must(store->complete_if_done(run)));
  if (GetParam() != Engine::kSqlite) return;
  uintmax_t size = 0;
  for (const auto& file : std::filesystem::directory_iterator(place.folder())) size += file.file_size();
  EXPECT_LT(size, 2u << 20);
}

ON_BOTH_ENGINES(StoreUnits);

}  // namespace
}  // namespace mazurka::fleet
