// SQLite: a file, shared by the processes of one machine.
//
// WAL, so that readers and the writer do not wait for each other. With synchronous=NORMAL a commit survives the death
// of the process at once, and a power cut may take back the last ones, but never a part of one or an earlier one
// without the later: all workers die with the machine, so what is left is a state that there was. Every transaction
// that writes begins as IMMEDIATE: one that begins by reading could be refused when it wants to write.
#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <thread>
#include <utility>

#include "base/check.hpp"
#include "fleet/database.hpp"

namespace mazurka::fleet {

namespace {

using Kind = DatabaseError::Kind;

constexpr Dialect kSqliteDialect = {
    .identity = "INTEGER PRIMARY KEY",
    .bytes = "BLOB",
    // Of version 3.40; it knows no shorter way to milliseconds. The clock stands still during a statement.
    .now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    .lock = "",  // the only one that writes
    .lock_skip_locked = "",
};

// Others write for milliseconds. A minute means that one of them was stopped in the middle.
constexpr int kBusyMilliseconds = 60'000;

class Sqlite final : public Database {
 public:
  explicit Sqlite(sqlite3* connection) : connection_(connection) {}
  ~Sqlite() override {
    for (auto& [sql, statement] : statements_) sqlite3_finalize(statement);
    sqlite3_close(connection_);
  }

  const Dialect& dialect() const override { return kSqliteDialect; }

  Result<Answer, DatabaseError> run(const std::string& sql, const Parameters& parameters) override {
    sqlite3_stmt* statement = nullptr;
    if (Result<sqlite3_stmt*, DatabaseError> prepared = prepare(sql); prepared.ok())
      statement = *prepared;
    else
      return prepared.error();
    for (size_t k = 0; k < parameters.size(); k++) bind(statement, k, parameters[k]);
    Answer answer;
    const int before = sqlite3_total_changes(connection_);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) answer.rows.push_back(row_of(statement));
    const DatabaseError trouble = code == SQLITE_DONE ? DatabaseError{} : error();
    answer.changed = sqlite3_total_changes(connection_) - before;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (code != SQLITE_DONE) return trouble;
    return answer;
  }

  Result<Nothing, DatabaseError> begin(Access access) override {
    return simple(access == Access::kRead ? "BEGIN" : "BEGIN IMMEDIATE");
  }
  Result<Nothing, DatabaseError> commit() override { return simple("COMMIT"); }
  void rollback() override {
    if (sqlite3_get_autocommit(connection_) == 0) (void)simple("ROLLBACK").ok();
  }
  Result<Nothing, DatabaseError> reconnect() override { return Nothing(); }

  Result<bool, DatabaseError> is_empty() override {
    Result<Answer, DatabaseError> tables = run("SELECT count(*) FROM sqlite_master", {});
    if (!tables) return tables.error();
    return tables->integer(0, 0) == 0;
  }

  Result<Nothing, DatabaseError> inspect() override {
    Result<Answer, DatabaseError> found = run("PRAGMA quick_check(1)", {});
    if (!found) return found.error();
    if (found->rows.size() == 1 && found->text(0, 0) == "ok") return Nothing();
    return DatabaseError{Kind::kDamaged, found->empty() ? "no answer" : found->text(0, 0)};
  }

  Result<Nothing, DatabaseError> set_up() {
    sqlite3_extended_result_codes(connection_, 1);
    sqlite3_busy_timeout(connection_, kBusyMilliseconds);
    // The first change of the mode wants the file for itself and does not wait.
    for (int attempt = 0;; attempt++) {
      Result<Nothing, DatabaseError> mode = simple("PRAGMA journal_mode=WAL");
      if (mode.ok()) break;
      if (mode.error().kind != Kind::kTryAgain || attempt == 100) return mode.error();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    // The log is written back at 1 MB.
    for (const char* setting :
         {"PRAGMA synchronous=NORMAL", "PRAGMA wal_autocheckpoint=256", "PRAGMA temp_store=MEMORY"})
      if (Result<Nothing, DatabaseError> set = simple(setting); !set) return set.error();
    return Nothing();
  }

 private:
  Result<sqlite3_stmt*, DatabaseError> prepare(const std::string& sql) {
    if (const auto known = statements_.find(sql); known != statements_.end()) return known->second;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(connection_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement,
                           nullptr) != SQLITE_OK)
      return error();
    statements_.emplace(sql, statement);
    return statement;
  }

  static void bind(sqlite3_stmt* statement, size_t k, const Value& value) {
    // A parameter such as $1 is a name to SQLite: its own numbers follow the order of appearance.
    const int place = sqlite3_bind_parameter_index(statement, ("$" + std::to_string(k + 1)).c_str());
    CHECK(place != 0, "a statement does not use a parameter that it was given");
    int code = SQLITE_OK;
    if (const int64_t* number = std::get_if<int64_t>(&value))
      code = sqlite3_bind_int64(statement, place, *number);
    else if (const std::string* text = std::get_if<std::string>(&value))
      code = sqlite3_bind_text64(statement, place, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    else if (const Bytes* bytes = std::get_if<Bytes>(&value))
      code = sqlite3_bind_blob64(statement, place, bytes->data.data(), bytes->data.size(), SQLITE_TRANSIENT);
    else
      code = sqlite3_bind_null(statement, place);
    CHECK(code == SQLITE_OK, "SQLite refuses a parameter");
  }

  static std::vector<Value> row_of(sqlite3_stmt* statement) {
    std::vector<Value> row;
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
      const int type = sqlite3_column_type(statement, column);
      const size_t size = static_cast<size_t>(sqlite3_column_bytes(statement, column));
      if (type == SQLITE_INTEGER)
        row.emplace_back(int64_t{sqlite3_column_int64(statement, column)});
      else if (type == SQLITE_TEXT)
        row.emplace_back(std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement, column)), size));
      else if (type == SQLITE_BLOB)
        row.emplace_back(
            Bytes{size == 0 ? std::string()
                            : std::string(static_cast<const char*>(sqlite3_column_blob(statement, column)), size)});
      else if (type == SQLITE_NULL)
        row.emplace_back(Nothing());
      else
        CHECK(false, "a number of the store became a floating-point one");
    }
    return row;
  }

  Result<Nothing, DatabaseError> simple(const char* sql) {
    Result<Answer, DatabaseError> answer = run(sql, {});
    if (!answer) return answer.error();
    return Nothing();
  }

  DatabaseError error() const {
    const int code = sqlite3_errcode(connection_) & 0xff;
    const std::string text = sqlite3_errmsg(connection_);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) return {Kind::kTryAgain, text};
    if (code == SQLITE_NOTADB) return {Kind::kNotADatabase, text};
    if (code == SQLITE_CORRUPT) return {Kind::kDamaged, text};
    if (code == SQLITE_CANTOPEN) return {Kind::kNotThere, text};
    if (code == SQLITE_READONLY || code == SQLITE_PERM) return {Kind::kNotAllowed, text};
    if (code == SQLITE_ERROR && text.starts_with("no such table")) return {Kind::kNoSuchTable, text};
    return {Kind::kOther, text};
  }

  sqlite3* connection_;
  std::map<std::string, sqlite3_stmt*> statements_;  // compiled once
};

}  // namespace

DatabaseOrError open_sqlite(const std::string& path, bool create) {
  if (!create && access(path.c_str(), F_OK) != 0) return DatabaseError{Kind::kNotThere, "there is no such file"};
  // A name with a colon in front would mean something else to SQLite.
  const std::string name = path.starts_with(':') ? "./" + path : path;
  sqlite3* connection = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags, nullptr);
  if (code != SQLITE_OK) {
    const std::string text = connection != nullptr ? sqlite3_errmsg(connection) : sqlite3_errstr(code);
    sqlite3_close(connection);
    return DatabaseError{Kind::kNotThere, text};
  }
  auto database = std::make_unique<Sqlite>(connection);
  if (Result<Nothing, DatabaseError> ready = database->set_up(); !ready) return ready.error();
  return std::unique_ptr<Database>(std::move(database));
}

}  // namespace mazurka::fleet
