// A connection that breaks at every possible place of a call, before and after the statement came through: the call is
// repeated, and what it did is done once.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fleet/fixture.hpp"
#include "fleet/store.hpp"

namespace mazurka::fleet {
namespace {

// Where the next break is: counted in statements, BEGIN and COMMIT included.
struct Break {
  int after = -1;             // statements that still work; -1: none breaks
  bool came_through = false;  // only the answer is lost
  bool happened = false;
};

// A real database behind a connection that breaks once.
class Breaking final : public Database {
 public:
  Breaking(std::unique_ptr<Database> database, Break& place) : database_(std::move(database)), place_(place) {}

  const Dialect& dialect() const override { return database_->dialect(); }
  Result<Answer, DatabaseError> run(const std::string& sql, const Parameters& parameters) override {
    return pass<Answer>([&] { return database_->run(sql, parameters); });
  }
  Result<Nothing, DatabaseError> begin(Access access) override {
    return pass<Nothing>([&] { return database_->begin(access); });
  }
  Result<Nothing, DatabaseError> commit() override {
    return pass<Nothing>([&] { return database_->commit(); });
  }
  void rollback() override { database_->rollback(); }
  Result<Nothing, DatabaseError> reconnect() override {
    database_->rollback();  // what a server does when a connection breaks
    broken_ = false;
    return Nothing();
  }
  Result<bool, DatabaseError> is_empty() override { return database_->is_empty(); }
  Result<Nothing, DatabaseError> inspect() override { return database_->inspect(); }

 private:
  template <class T, class F>
  Result<T, DatabaseError> pass(F statement) {
    const DatabaseError lost = {DatabaseError::Kind::kLostConnection, "a test broke it"};
    if (broken_) return lost;
    if (place_.after != 0) {
      if (place_.after > 0) place_.after--;
      return statement();
    }
    place_.after = -1;
    place_.happened = broken_ = true;
    if (place_.came_through) (void)statement().ok();
    return lost;
  }

  std::unique_ptr<Database> database_;
  Break& place_;
  bool broken_ = false;
};

class LostAnswers : public StoreTest {
 protected:
  Break at;
  std::unique_ptr<Store> store = breaking_store();
  std::unique_ptr<Store> witness = place.open();
  RunId run = must(witness->create_run({"n", "p", "o", "c", {}}, {"", "root"}));
  WorkerId worker = must(witness->add_worker("one", "here"));
  WorkerId other = must(witness->add_worker("two", "here"));

  std::unique_ptr<Store> breaking_store(std::chrono::milliseconds patience = std::chrono::seconds(5)) {
    place.open();
    const std::string& name = place.address();
    DatabaseOrError database = is_postgres_url(name) ? open_postgres(name) : open_sqlite(name, true);
    return must(Store::open(std::make_unique<Breaking>(std::move(*database), at), "breaking", {.patience = patience}));
  }

  // Calls `attempt` with a break at its first statement, its second, and so on, until it has no more statements.
  template <class F>
  void at_every_place(F attempt) {
    for (const bool came_through : {false, true}) {
      for (int after = 0;; after++) {
        SCOPED_TRACE("break at statement " + std::to_string(after) + (came_through ? ", which came through" : ""));
        ASSERT_LT(after, 100);
        at = {after, came_through, false};
        attempt();
        const bool happened = at.happened;
        at = {};
        if (!happened) {
          EXPECT_GT(after, 2) << "there is a BEGIN, a statement and a COMMIT";
          break;
        }
      }
    }
  }
};

TEST_P(LostAnswers, ACheckpointHappensOnce) {
  Lease lease = *must(witness->acquire(run, worker, kLong)).lease;
  uint64_t done = 0;
  at_every_place([&] {
    Checkpoint checkpoint;
    checkpoint.counts.executions = 1;
    checkpoint.continuation = {"", "mine"};
    checkpoint.given = {{"z", "other"}};
    checkpoint.bugs = {{"f", "", "s", "{}", 1}};
    checkpoint.remarks = {{"k", "t"}};
    const Accepted accepted = must(store->checkpoint(lease, checkpoint, kLong));
    ASSERT_TRUE(accepted.accepted);
    ASSERT_TRUE(accepted.next);
    done++;
    EXPECT_EQ(must(witness->totals(run)).executions, done);
    EXPECT_EQ(must(witness->bugs(run)).at(0).occurrences, done);
    EXPECT_EQ(must(witness->demand(run)).free_units, done);
    EXPECT_TRUE(must(witness->renew(*accepted.next, kLong)));
    lease = *accepted.next;
  });
}

TEST_P(LostAnswers, AFinishedUnitIsAccepted) {
  uint64_t done = 0;
  Checkpoint checkpoint;
  checkpoint.counts.executions = 1;
  checkpoint.given = {{"", "next"}};
  at_every_place([&] {
    const Lease lease = *must(witness->acquire(run, worker, kLong)).lease;
    EXPECT_TRUE(must(store->checkpoint(lease, checkpoint, kLong)).accepted);
    EXPECT_EQ(must(witness->totals(run)).executions, ++done);
    EXPECT_EQ(must(witness->demand(run)).free_units, 1u);
  });
}

TEST_P(LostAnswers, AStaleCheckpointStaysRefused) {
  const Lease old = *must(witness->acquire(run, worker, Store::Seconds(-1))).lease;
  ASSERT_TRUE(must(witness->acquire(run, other, kLong)).lease);
  Checkpoint checkpoint;
  checkpoint.counts.executions = 1;
  // It has three statements only: BEGIN, DELETE and the end, which cannot fail.
  for (int after = 0; after < 3; after++)
    for (const bool came_through : {false, true}) {
      at = {after, came_through, false};
      EXPECT_FALSE(must(store->checkpoint(old, checkpoint, kLong)).accepted);
      EXPECT_EQ(must(witness->totals(run)), Counts());
    }
}

TEST_P(LostAnswers, AUnitIsLeasedOnce) {
  Checkpoint checkpoint;
  checkpoint.given = std::vector<NewUnit>(100, {"", "unit"});
  ASSERT_TRUE(must(witness->checkpoint(*must(witness->acquire(run, worker, kLong)).lease, checkpoint, kLong)).accepted);
  uint64_t free = 100;
  at_every_place([&] {
    const Acquired acquired = must(store->acquire(run, worker, kLong));
    ASSERT_TRUE(acquired.lease);
    EXPECT_EQ(acquired.lease->attempt, 1u);
    EXPECT_EQ(must(witness->demand(run)).free_units, --free);
    EXPECT_TRUE(must(witness->renew(*acquired.lease, kLong)));
  });
}

TEST_P(LostAnswers, AGenerationBeginsOnce) {
  uint64_t generation = 0;
  at_every_place([&] {
    (void)must(store->begin_generation(run, generation, "h", {"", "root"}));
    generation++;
    EXPECT_EQ(must(witness->history(run)).generation, generation);
    EXPECT_EQ(must(witness->demand(run)).free_units, 1u);
  });
}

TEST_P(LostAnswers, ARunIsCompletedAllTheSame) {
  ASSERT_TRUE(must(witness->checkpoint(*must(witness->acquire(run, worker, kLong)).lease, {}, kLong)).accepted);
  at_every_place([&] {
    EXPECT_TRUE(must(store->complete_if_done(run)));
    EXPECT_EQ(must(witness->run(run))->state, RunState::kComplete);
    must(witness->set_state(run, RunState::kOpen));
  });
}

TEST_P(LostAnswers, ARunIsNeverMadeTwice) {
  size_t runs = 1;
  at_every_place([&] {
    const auto made = store->create_run({"n", "p", "o", "c", {{"a", "b"}}}, {"", "root"});
    const size_t now = must(witness->runs()).size();
    EXPECT_TRUE(now == runs + 1 || (now == runs && !made.ok())) << runs << " " << now;
    runs = now;
  });
}

TEST_P(LostAnswers, WithoutPatienceOneNewConnectionIsTried) {
  store = breaking_store(std::chrono::seconds(0));
  at = {1, false, false};
  EXPECT_TRUE(must(store->totals(run)) == Counts());
  EXPECT_TRUE(at.happened);
}

ON_BOTH_ENGINES(LostAnswers);

}  // namespace
}  // namespace mazurka::fleet
