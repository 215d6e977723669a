// Opening stores, runs, workers and files.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fleet/fixture.hpp"
#include "fleet/store.hpp"

namespace mazurka::fleet {
namespace {

RunDescription described(const std::string& program, const std::string& options) {
  return {"bank", program, options, "mazurka check bank.cpp", {}};
}

using StoreOpening = StoreTest;

TEST_P(StoreOpening, KeepsWhatWasThere) {
  const RunId run = must(place.open()->create_run(described("p", "o"), {"", "root"}));
  const auto store = place.open();
  ASSERT_EQ(must(store->runs()).size(), 1u);
  EXPECT_EQ(must(store->run(run))->description.name, "bank");
  EXPECT_FALSE(must(store->run({run.number + 1})));
}

TEST_P(StoreOpening, RefusesANewerAndAnOlderSchema) {
  place.open();
  place.execute("UPDATE store SET version = version + 1");
  EXPECT_NE(place.refusal().find("was made by a newer version of mazurka (its schema is 4, this one works with 3)"),
            std::string::npos)
      << place.refusal();
  place.execute("UPDATE store SET version = 0");
  EXPECT_NE(place.refusal().find("was made by an older version"), std::string::npos) << place.refusal();
}

TEST_P(StoreOpening, RefusesTablesOfOthers) {
  place.execute("CREATE TABLE customers (name TEXT)");
  EXPECT_NE(place.refusal().find("is no store of mazurka"), std::string::npos) << place.refusal();
}

TEST_P(StoreOpening, MakesNothingUnlessAskedTo) {
  const std::string said = place.refusal({.create = false});
  EXPECT_NE(said.find(GetParam() == Engine::kSqlite ? "there is no such file" : "it is empty"), std::string::npos)
      << said;
  EXPECT_FALSE(std::filesystem::exists(place.address()));
}

TEST_P(StoreOpening, MayHappenAtOnce) {
  std::vector<std::thread> threads;
  for (int k = 0; k < 6; k++)
    threads.emplace_back([&] { must(place.open()->create_run(described("p", "o"), {"", ""})); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(must(place.open()->runs()).size(), 6u);
}

ON_BOTH_ENGINES(StoreOpening);

class StoreFile : public testing::Test {
 protected:
  Place place{Engine::kSqlite};

  void write(const std::string& content) { std::ofstream(place.address(), std::ios::binary) << content; }
};

TEST_F(StoreFile, OfAnotherKindIsRefused) {
  write(std::string(5000, 'x'));
  EXPECT_EQ(place.refusal(), place.address() + " is no store: file is not a database");
  write("short");
  EXPECT_EQ(place.refusal(), place.address() + " is no store: file is not a database");
}

TEST_F(StoreFile, ThatIsDamagedIsRefused) {
  {
    const auto store = place.open();
    for (int k = 0; k < 200; k++)
      must(store->create_run(described(std::string(300, 'p'), "o"), {"", std::string(100, 'r')}));
  }
  const auto size = std::filesystem::file_size(place.address());
  {
    std::fstream file(place.address(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 2));
    file << std::string(4096, '\x55');
  }
  EXPECT_NE(place.refusal().find("is damaged"), std::string::npos) << place.refusal();
}

TEST_F(StoreFile, ThatIsCutOffIsRefused) {
  {
    const auto store = place.open();
    for (int k = 0; k < 200; k++)
      must(store->create_run(described(std::string(300, 'p'), "o"), {"", std::string(100, 'r')}));
  }
  std::filesystem::resize_file(place.address(), std::filesystem::file_size(place.address()) / 2);
  EXPECT_NE(place.refusal().find("is damaged"), std::string::npos) << place.refusal();
}

TEST_F(StoreFile, InNoFolderIsRefused) {
  const auto store = Store::open("/nowhere/at/all.db");
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error(), "cannot open the store /nowhere/at/all.db: unable to open database file");
  EXPECT_FALSE(Store::open("").ok());
  EXPECT_FALSE(Store::open(place.folder()).ok());
}

TEST(StoreServer, ThatCannotBeReachedIsASentenceWithoutThePassword) {
  const auto store = Store::open("postgresql://me:secret@127.0.0.1:1/db?connect_timeout=2");
  ASSERT_FALSE(store.ok());
  EXPECT_TRUE(store.error().starts_with("cannot open the store postgresql://me@127.0.0.1:1/db: ")) << store.error();
  EXPECT_EQ(store.error().find("secret"), std::string::npos);
  EXPECT_EQ(store.error().find('\n'), std::string::npos);
  EXPECT_FALSE(Store::open("postgresql://x:y:z/?nonsense=1").ok());
}

// Nobody listens there. Who answers with a refusal is not waited for.
TEST(StoreServer, ThatIsDownIsWaitedFor) {
  static int said = 0;
  const auto open = [](std::chrono::milliseconds patience) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(Store::open("postgresql://127.0.0.1:1/db", {.patience = patience,
                                                             .on_wait =
                                                                 [](const std::string& why) {
                                                                   said++;
                                                                   EXPECT_TRUE(why.starts_with("cannot open the store"))
                                                                       << why;
                                                                 }})
                     .ok());
    return std::chrono::steady_clock::now() - begin;
  };
  EXPECT_LT(open(std::chrono::milliseconds(0)), std::chrono::milliseconds(400));
  EXPECT_EQ(said, 0);
  EXPECT_GE(open(std::chrono::milliseconds(500)), std::chrono::milliseconds(500));
  EXPECT_EQ(said, 1);
}

class StoreRuns : public StoreTest {
 protected:
  std::unique_ptr<Store> store = place.open();
};

TEST_P(StoreRuns, TheLastUnfinishedOneOfTheSameProgramAndOptionsIsFound) {
  EXPECT_FALSE(must(store->find_unfinished("p", "o")));
  const RunId first = must(store->create_run(described("p", "o"), {"", "root"}));
  const RunId second = must(store->create_run(described("p", "o"), {"", "root"}));
  must(store->create_run(described("p", "other"), {"", "root"}));
  must(store->create_run(described("other", "o"), {"", "root"}));
  EXPECT_EQ(must(store->find_unfinished("p", "o"))->id, second);
  must(store->set_state(second, RunState::kStopped));
  EXPECT_EQ(must(store->find_unfinished("p", "o"))->id, second);
  for (const RunState over : {RunState::kComplete, RunState::kBug, RunState::kFailed}) {
    must(store->set_state(second, over));
    EXPECT_EQ(must(store->run(second))->state, over);
    EXPECT_EQ(must(store->find_unfinished("p", "o"))->id, first);
  }
}

TEST_P(StoreRuns, ThatDoNotExistAreASentence) {
  const RunId none = {77};
  const std::string sentence = "the store " + store->name() + " has no run 77";
  const WorkerId worker = must(store->add_worker("one", "here"));
  EXPECT_EQ(store->acquire(none, worker, kLong).error(), sentence);
  EXPECT_EQ(store->set_state(none, RunState::kStopped).error(), sentence);
  EXPECT_EQ(store->set_estimate(none, "soon").error(), sentence);
  EXPECT_EQ(store->history(none).error(), sentence);
  EXPECT_FALSE(must(store->run(none)));
  EXPECT_FALSE(must(store->complete_if_done(none)));
  EXPECT_FALSE(must(store->begin_generation(none, 0, "h", {"", "root"})));
}

TEST_P(StoreRuns, AreListedWithTheirProgress) {
  RunDescription description = described("p", "--unroll=3");
  description.files = {{"bank", "h1"}, {"lib/libx.so", "h2"}};
  const RunId run = must(store->create_run(description, {"", "root"}));
  const RunId idle = must(store->create_run(described("q", ""), {"", "root"}));
  const WorkerId worker = must(store->add_worker("one", "here"));
  const Lease lease = *must(store->acquire(run, worker, kLong)).lease;
  Checkpoint checkpoint;
  checkpoint.counts.executions = 12;
  checkpoint.continuation = {"", "mine"};
  checkpoint.given = {{"", "a"}, {"", "b"}};
  checkpoint.bugs = {{"f", "", "s", "{}", 1}};
  ASSERT_TRUE(must(store->checkpoint(lease, checkpoint, kLong)).accepted);
  must(store->set_estimate(run, "about 50"));
  const std::vector<RunSummary> list = must(store->runs());
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].run.id, run);
  EXPECT_EQ(list[0].run.description.command_line, "mazurka check bank.cpp");
  EXPECT_EQ(list[0].run.description.options, "--unroll=3");
  ASSERT_EQ(list[0].run.description.files.size(), 2u);
  EXPECT_EQ(list[0].run.description.files[1].path, "lib/libx.so");
  EXPECT_EQ(list[0].run.description.files[1].hash, "h2");
  EXPECT_EQ(list[0].run.estimate, "about 50");
  EXPECT_EQ(list[0].totals.executions, 12u);
  EXPECT_EQ(list[0].free_units, 2u);
  EXPECT_EQ(list[0].leased_units, 1u);
  EXPECT_EQ(list[0].workers, 1u);
  EXPECT_EQ(list[0].bugs, 1u);
  EXPECT_EQ(list[1].run.id, idle);
  EXPECT_EQ(list[1].totals, Counts());
  EXPECT_EQ(list[1].free_units, 1u);
  EXPECT_EQ(list[1].workers, 0u);
  const Moment now = time(nullptr) * Moment{1000};
  EXPECT_LT(std::abs(list[0].run.started - now), 60'000);
}

TEST_P(StoreRuns, WorkersAreSeen) {
  const WorkerId one = must(store->add_worker("one", "here"));
  must(store->add_worker("two", "there"));
  const auto before = must(store->workers(Store::Seconds(60)));
  ASSERT_EQ(before.size(), 2u);
  EXPECT_EQ(before[1].name, "two");
  EXPECT_EQ(before[1].host, "there");
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  must(store->heartbeat(one));
  const auto recent = must(store->workers(Store::Seconds(0.2)));
  ASSERT_EQ(recent.size(), 1u);
  EXPECT_EQ(recent[0].id, one);
  EXPECT_GT(recent[0].last_seen, before[0].last_seen);
  EXPECT_EQ(recent[0].since, before[0].since);
}

TEST(ContentHash, OfAFileIsThatOfItsContent) {
  const std::string path = testing::TempDir() + "/content_hash." + std::to_string(getpid());
  std::string content(200'000, 'x');
  for (size_t k = 0; k < content.size(); k++) content[k] = static_cast<char>(k * k % 251);
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{65'536}, size_t{65'537}, content.size()}) {
    std::ofstream(path, std::ios::binary) << content.substr(0, bytes);
    EXPECT_EQ(content_hash_of_file(path), content_hash(content.substr(0, bytes))) << bytes;
  }
  std::filesystem::remove(path);
  EXPECT_FALSE(content_hash_of_file(path).has_value());
  EXPECT_FALSE(content_hash_of_file("/tmp").has_value());
}

TEST_P(StoreRuns, FilesAreKeptByTheirContent) {
  std::string content;
  for (int k = 0; k < 300'000; k++) content += static_cast<char>(k * k >> 5);
  const std::string hash = content_hash(content);
  EXPECT_EQ(hash.size(), 32u);
  must(store->put_file(content));
  must(store->put_file(content));
  must(store->put_file(""));
  EXPECT_EQ(must(store->get_file(hash)).data, content);
  EXPECT_EQ(must(store->get_file(content_hash(""))).data, "");
  EXPECT_FALSE(store->get_file(content_hash("unknown")).ok());
  place.execute("UPDATE file SET content = (SELECT content FROM file WHERE size = 0) WHERE size > 0");
  const auto damaged = store->get_file(hash);
  ASSERT_FALSE(damaged.ok());
  EXPECT_NE(damaged.error().find("is damaged in the store"), std::string::npos);
}

ON_BOTH_ENGINES(StoreRuns);

}  // namespace
}  // namespace mazurka::fleet
