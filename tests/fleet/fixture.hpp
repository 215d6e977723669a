// A new, empty place for a store: an SQLite file in a temporary folder, or a schema of its own in the PostgreSQL server
// that POSTGRES_URL names (with_postgres.sh).
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "fleet/database.hpp"
#include "fleet/store.hpp"

namespace mazurka::fleet {

inline constexpr Store::Seconds kLong{600};  // a lease that outlasts every test

enum class Engine { kSqlite, kPostgres };

inline void PrintTo(Engine engine, std::ostream* out) {
  *out << (engine == Engine::kSqlite ? "SQLite" : "PostgreSQL");
}

class Place {
 public:
  explicit Place(Engine engine) {
    char name[] = "/tmp/mazurka-store.XXXXXX";
    folder_ = mkdtemp(name);
    if (engine == Engine::kSqlite) {
      address_ = folder_ / "run.db";
      return;
    }
    const char* url = std::getenv("POSTGRES_URL");
    if (url == nullptr) {
      ADD_FAILURE() << "POSTGRES_URL is not set: start this by with_postgres.sh";
      return;
    }
    static int number = 0;
    const std::string schema = "test_" + std::to_string(getpid()) + "_" + std::to_string(++number);
    DatabaseOrError database = open_postgres(url);
    if (!database.ok() || !(*database)->run("CREATE SCHEMA " + schema, {}).ok())
      ADD_FAILURE() << "cannot make a schema";
    address_ = std::string(url) + "&options=-csearch_path%3D" + schema;
  }
  ~Place() { std::filesystem::remove_all(folder_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  const std::string& address() const { return address_; }
  const std::filesystem::path& folder() const { return folder_; }

  // A further connection.
  std::unique_ptr<Store> open(OpenOptions options = {}) const {
    auto store = Store::open(address_, options);
    if (!store) {
      ADD_FAILURE() << store.error();
      std::abort();
    }
    return std::move(*store);
  }
  // What opening says that must fail.
  std::string refusal(OpenOptions options = {}) const {
    auto store = Store::open(address_, options);
    return store.ok() ? "it was opened" : store.error();
  }
  // For what the store itself does not do.
  void execute(const std::string& sql) const {
    DatabaseOrError database = is_postgres_url(address_) ? open_postgres(address_) : open_sqlite(address_, true);
    ASSERT_TRUE(database.ok());
    const auto answer = (*database)->run(sql, {});
    ASSERT_TRUE(answer.ok()) << answer.error().text;
  }

 private:
  std::filesystem::path folder_;
  std::string address_;
};

// The value of a result that must be there.
template <class T>
T must(Result<T, std::string> result) {
  if (!result.ok()) {
    ADD_FAILURE() << result.error();
    std::abort();
  }
  return std::move(*result);
}

class StoreTest : public testing::TestWithParam<Engine> {
 protected:
  Place place{GetParam()};
};

inline std::string engine_name(const testing::TestParamInfo<Engine>& info) {
  return info.param == Engine::kSqlite ? "sqlite" : "postgres";
}

// For a test's file: the suite on both engines.
#define ON_BOTH_ENGINES(suite) \
  INSTANTIATE_TEST_SUITE_P(On, suite, testing::Values(Engine::kSqlite, Engine::kPostgres), engine_name)

}  // namespace mazurka::fleet
