// Opening a store, and its workers.
#include "fleet/store.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <thread>

#include "base/check.hpp"
#include "fleet/schema.hpp"
#include "fleet/text.hpp"

namespace mazurka::fleet {

namespace {

// Workers that have not been seen for longer are forgotten.
constexpr int64_t kForgetAfterMilliseconds = int64_t{7} * 24 * 3600 * 1000;

constexpr auto kTryAgainAfter = std::chrono::milliseconds(200);

DatabaseOrError open_postgres_patiently(const std::string& url, const std::string& shown, const OpenOptions& options) {
  const auto deadline = std::chrono::steady_clock::now() + options.patience;
  for (bool said = false;;) {
    DatabaseOrError database = open_postgres(url);
    // (It may stop when it has just let us in.)
    const bool is_down = !database.ok() && (database.error().kind == DatabaseError::Kind::kNotYetThere ||
                                            database.error().kind == DatabaseError::Kind::kLostConnection);
    if (!is_down || std::chrono::steady_clock::now() >= deadline) return database;
    if (!said && options.on_wait != nullptr)
      options.on_wait(Connection(nullptr, shown, options.patience).describe(database.error()));
    said = true;
    std::this_thread::sleep_for(kTryAgainAfter);
  }
}

}  // namespace

Store::Or<std::unique_ptr<Store>> Store::open(const std::string& name, OpenOptions options) {
  const bool is_url = is_postgres_url(name);
  if (name.empty()) return std::string("the name of a store must be a path or a URL that begins with postgresql://");
  const std::string shown = is_url ? shown_postgres_url(name) : name;
  DatabaseOrError database = is_url ? open_postgres_patiently(name, shown, options) : open_sqlite(name, options.create);
  if (!database) return Connection(nullptr, shown, options.patience).describe(database.error());
  return open(std::move(*database), shown, options);
}

Store::Or<std::unique_ptr<Store>> Store::open(std::unique_ptr<Database> database, const std::string& name,
                                              OpenOptions options) {
  std::unique_ptr<Store> store(new Store(Connection(std::move(database), name, options.patience)));
  if (Or<Nothing> checked = store->check_schema(options.create); !checked) return checked.error();
  return store;
}

Store::Or<Nothing> Store::check_schema(bool create) {
  Database& database = connection_.database();
  bool is_empty = false;
  const Or<Nothing> looked = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    const Result<bool, DatabaseError> empty = database.is_empty();
    if (!empty) return transaction.fail(empty.error());
    is_empty = *empty;
    if (is_empty) return;
    if (const Result<Nothing, DatabaseError> sound = database.inspect(); !sound) transaction.fail(sound.error());
  });
  if (!looked) return looked.error();
  if (is_empty && !create) return fmt::format("{} is no store of mazurka: it is empty", name());
  if (is_empty) {
    const Or<Nothing> made = connection_.transact(Access::kSchema, [&](Transaction& transaction) {
      // Somebody else may have been first.
      const Result<bool, DatabaseError> still_empty = database.is_empty();
      if (!still_empty) return transaction.fail(still_empty.error());
      if (!*still_empty) return transaction.abandon();
      for (const std::string& statement : schema_statements(connection_.dialect())) transaction.run(statement);
    });
    if (!made) return made.error();
  }
  int64_t found = 0;
  const Or<Nothing> read = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    const Answer version = transaction.run("SELECT version FROM store");
    found = version.empty() ? 0 : version.integer(0, 0);
  });
  if (!read) return read.error();
  if (found == kSchemaVersion) return Nothing();
  return fmt::format(
      "the store {} was made by {} version of mazurka (its schema is {}, this one works with {}): use that one, or "
      "another store",
      name(), found < kSchemaVersion ? "an older" : "a newer", found, kSchemaVersion);
}

Store::Or<WorkerId> Store::add_worker(const std::string& name, const std::string& host) {
  WorkerId worker;
  const std::string now(connection_.dialect().now);
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    transaction.run(fmt::format("DELETE FROM worker WHERE last_seen < {} - $1", now), {kForgetAfterMilliseconds});
    const Answer row = transaction.run(
        fmt::format("INSERT INTO worker (name, host, since, last_seen) VALUES ($1, $2, {0}, {0}) RETURNING id", now),
        {storable(name), storable(host)});
    if (!row.empty()) worker.number = row.integer(0, 0);
  });
  if (!done) return done.error();
  return worker;
}

Store::Or<Nothing> Store::heartbeat(WorkerId worker) {
  return connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    transaction.run(fmt::format("UPDATE worker SET last_seen = {} WHERE id = $1", transaction.dialect().now),
                    {worker.number});
  });
}

Store::Or<std::vector<Worker>> Store::workers(Seconds seen_within) {
  std::vector<Worker> list;
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(seen_within).count();
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    const Answer answer = transaction.run(
        fmt::format("SELECT id, name, host, since, last_seen FROM worker WHERE last_seen >= {} - $1 ORDER BY id",
                    transaction.dialect().now),
        {int64_t{milliseconds}});
    list.clear();
    for (size_t k = 0; k < answer.rows.size(); k++)
      list.push_back(
          {{answer.integer(k, 0)}, answer.text(k, 1), answer.text(k, 2), answer.integer(k, 3), answer.integer(k, 4)});
  });
  if (!done) return done.error();
  return list;
}

int64_t new_token() {
  uint64_t number = 0;
  CHECK(getrandom(&number, sizeof number, 0) == sizeof number, "the kernel gives no random numbers");
  return static_cast<int64_t>((number >> 1) | 1);
}

}  // namespace mazurka::fleet
