// The roles of docs/fleet.md, made by the SQL that stands there.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "fleet/fixture.hpp"
#include "fleet/store.hpp"

namespace mazurka::fleet {
namespace {

// The statements of the page's SQL block.
std::vector<std::string> documented_statements() {
  std::ifstream page(MAZURKA_SOURCE_DIR "/docs/fleet.md");
  std::vector<std::string> statements;
  std::string statement;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      inside = line == "```sql";
    } else if (inside && !line.empty()) {
      statement += line + "\n";
      if (line.ends_with(';')) statements.push_back(std::exchange(statement, ""));
    }
  }
  return statements;
}

template <class T>
void expect_refused(const Result<T, std::string>& result) {
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().find("does not allow this user to do that: permission denied"), std::string::npos)
      << result.error();
}

class StoreRoles : public StoreTest {
 protected:
  std::unique_ptr<Store> store = place.open();
  RunId run = must(store->create_run({"n", "p", "o", "c", {}}, {"", "root"}));

  void SetUp() override {
    const std::string name = schema();
    place.execute("DROP ROLE IF EXISTS mazurka_worker");
    place.execute("DROP ROLE IF EXISTS mazurka_viewer");
    const std::vector<std::string> statements = documented_statements();
    ASSERT_GE(statements.size(), 5u);
    for (const std::string& statement : statements) place.execute(statement);
    // Everybody may use the schema "public", but not one that was made since.
    place.execute("GRANT USAGE ON SCHEMA " + name + " TO mazurka_worker, mazurka_viewer");
  }
  void TearDown() override {
    place.execute("DROP OWNED BY mazurka_worker, mazurka_viewer");
    place.execute("DROP ROLE mazurka_worker, mazurka_viewer");
  }

  std::string schema() const { return place.address().substr(place.address().rfind("%3D") + 3); }
  std::unique_ptr<Store> open_as(const std::string& role) {
    std::string address = place.address();
    const std::string owner = "user=mazurka&";
    address.replace(address.find(owner), owner.size(), "user=" + role + "&");
    return must(Store::open(address));
  }
};

TEST_P(StoreRoles, AWorkerWorksButMakesNoRuns) {
  const auto worker = open_as("mazurka_worker");
  const WorkerId me = must(worker->add_worker("one", "here"));
  const Lease lease = *must(worker->acquire(run, me, kLong)).lease;
  EXPECT_TRUE(must(worker->renew(lease, kLong)));
  EXPECT_TRUE(must(worker->begin_generation(run, 0, "learned", {"", "root"})));
  const Lease root = *must(worker->acquire(run, me, kLong)).lease;
  Checkpoint checkpoint;
  checkpoint.counts.executions = 1;
  checkpoint.continuation = {"", "mine"};
  checkpoint.given = {{"", "other"}};
  checkpoint.bugs = {{"f", "", "s", "{}", 1}};
  checkpoint.remarks = {{"k", "t"}};
  const Accepted accepted = must(worker->checkpoint(root, checkpoint, kLong));
  ASSERT_TRUE(accepted.next);
  EXPECT_TRUE(must(worker->release(*accepted.next)));
  must(worker->release_all(run));
  for (int k = 0; k < 2; k++)
    EXPECT_TRUE(must(worker->checkpoint(*must(worker->acquire(run, me, kLong)).lease, {}, kLong)).accepted);
  must(worker->heartbeat(me));
  must(worker->set_estimate(run, "soon"));
  EXPECT_TRUE(must(worker->complete_if_done(run)));
  must(worker->set_state(run, RunState::kBug));
  EXPECT_EQ(must(worker->totals(run)).executions, 1u);
  expect_refused(worker->create_run({"n", "p", "o", "c", {}}, {"", "root"}));
  expect_refused(worker->put_file("a program"));
}

TEST_P(StoreRoles, AViewerOnlyLooks) {
  const WorkerId me = must(store->add_worker("one", "here"));
  const Lease lease = *must(store->acquire(run, me, kLong)).lease;
  const auto viewer = open_as("mazurka_viewer");
  EXPECT_EQ(must(viewer->runs()).size(), 1u);
  EXPECT_EQ(must(viewer->totals(run)), Counts());
  EXPECT_TRUE(must(viewer->bugs(run)).empty());
  EXPECT_TRUE(must(viewer->remarks(run)).empty());
  EXPECT_EQ(must(viewer->workers(kLong)).size(), 1u);
  EXPECT_EQ(must(viewer->demand(run)).free_units, 0u);
  EXPECT_TRUE(must(viewer->find_unfinished("p", "o")));
  expect_refused(viewer->create_run({"n", "p", "o", "c", {}}, {"", "root"}));
  expect_refused(viewer->put_file("a program"));
  expect_refused(viewer->add_worker("two", "there"));
  expect_refused(viewer->acquire(run, me, kLong));
  expect_refused(viewer->renew(lease, kLong));
  expect_refused(viewer->release(lease));
  expect_refused(viewer->release_all(run));
  expect_refused(viewer->checkpoint(lease, {}, kLong));
  expect_refused(viewer->begin_generation(run, 0, "h", {"", "root"}));
  expect_refused(viewer->set_state(run, RunState::kComplete));
  expect_refused(viewer->set_estimate(run, "never"));
  expect_refused(viewer->complete_if_done(run));
  EXPECT_TRUE(must(store->checkpoint(lease, {}, kLong)).accepted) << "nothing was changed";
}

// SQLite has no roles: who may write to the file may do everything.
INSTANTIATE_TEST_SUITE_P(On, StoreRoles, testing::Values(Engine::kPostgres), engine_name);

}  // namespace
}  // namespace mazurka::fleet
