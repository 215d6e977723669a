// PostgreSQL: a server, shared by many machines.
//
// A transaction that writes is READ COMMITTED, whatever the server's default: each statement sees what others have
// committed before it. A connection that is lost during a COMMIT leaves open whether it happened; the caller finds out.
#include <arpa/inet.h>
#include <endian.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <map>
#include <utility>

#include "base/check.hpp"
#include "fleet/database.hpp"
#include "fleet/libpq.hpp"

namespace mazurka::fleet {

namespace {

using Kind = DatabaseError::Kind;

constexpr Dialect kPostgresDialect = {
    .identity = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    .bytes = "BYTEA",
    .now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",  // goes on during a transaction
    .lock = "FOR UPDATE",
    .lock_skip_locked = "FOR UPDATE SKIP LOCKED",
};

// Types as the protocol numbers them (the server's catalogue pg_type).
constexpr Oid kBool = 16, kBytea = 17, kInt8 = 20, kInt4 = 23, kText = 25;

// What a connection gets unless the URL says otherwise: a server that has gone without a word must not hold a worker
// for hours.
constexpr std::pair<const char*, const char*> kConnectionDefaults[] = {
    {"connect_timeout", "10"}, {"keepalives_idle", "30"},     {"keepalives_interval", "10"},
    {"keepalives_count", "3"}, {"tcp_user_timeout", "60000"}, {"application_name", "mazurka"},
};
// The other way round: a worker that has gone within a transaction must not keep its rows locked.
constexpr const char* kEndIdleTransactions = "SET idle_in_transaction_session_timeout = '60s'";

// In a transaction that may make the schema. Any number that others are unlikely to use for their locks.
constexpr const char* kLockSchema = "SELECT 1 FROM (SELECT pg_advisory_xact_lock(7021482163)) AS locked";

// libpq writes several lines.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text)
    if (c != '\n' && c != '\t')
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

// What a connection string says: names and values, where it gives one.
using ConnectionWords = std::map<std::string, std::string>;

Result<ConnectionWords, DatabaseError> words_of(const Libpq& pq, const std::string& url) {
  char* trouble = nullptr;
  PQconninfoOption* options = pq.conninfo_parse(url.c_str(), &trouble);
  if (options == nullptr) {
    const std::string text = trouble != nullptr ? one_line(trouble) : "it cannot be read";
    pq.freemem(trouble);
    return DatabaseError{Kind::kOther, text};
  }
  ConnectionWords words;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; option++)
    if (option->val != nullptr) words[option->keyword] = option->val;
  pq.conninfo_free(options);
  return words;
}

// Parameters as libpq wants them: integers in the text format, the rest as it is.
class BoundParameters {
 public:
  explicit BoundParameters(const Parameters& parameters) {
    numbers_.reserve(parameters.size());
    for (const Value& value : parameters) {
      if (const int64_t* number = std::get_if<int64_t>(&value)) {
        numbers_.push_back(std::to_string(*number));
        add(kInt8, numbers_.back().c_str(), numbers_.back().size(), 0);
      } else if (const std::string* text = std::get_if<std::string>(&value)) {
        add(kText, text->c_str(), text->size(), 0);
      } else if (const Bytes* bytes = std::get_if<Bytes>(&value)) {
        add(kBytea, bytes->data.data(), bytes->data.size(), 1);
      } else {
        add(0, nullptr, 0, 0);
      }
    }
  }

  int count() const { return static_cast<int>(types.size()); }

  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths, formats;

 private:
  void add(Oid type, const char* value, size_t length, int format) {
    types.push_back(type);
    values.push_back(value);
    lengths.push_back(static_cast<int>(length));
    formats.push_back(format);
  }

  std::vector<std::string> numbers_;  // reserved: addresses stay
};

class Postgres final : public Database {
 public:
  Postgres(const Libpq& pq, std::string url) : pq_(pq), url_(std::move(url)) {}
  ~Postgres() override { disconnect(); }

  const Dialect& dialect() const override { return kPostgresDialect; }

  Result<Answer, DatabaseError> run(const std::string& sql, const Parameters& parameters) override {
    if (connection_ == nullptr) return DatabaseError{Kind::kLostConnection, "there is no connection"};
    const BoundParameters bound(parameters);
    const int binary = 1;
    PGresult* result = pq_.exec_params(connection_, sql.c_str(), bound.count(), bound.types.data(), bound.values.data(),
                                       bound.lengths.data(), bound.formats.data(), binary);
    const ExecStatusType status = pq_.result_status(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
      const DatabaseError trouble = error_of(result);
      pq_.clear(result);
      return trouble;
    }
    Answer answer;
    for (int row = 0; row < pq_.ntuples(result); row++) answer.rows.push_back(row_of(result, row));
    answer.changed = std::atoll(pq_.cmd_tuples(result));
    last_command_ = pq_.cmd_status(result);
    pq_.clear(result);
    return answer;
  }

  Result<Nothing, DatabaseError> begin(Access access) override {
    const Result<Nothing, DatabaseError> begun =
        simple(access == Access::kRead ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                                       : "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
    return begun.ok() && access == Access::kSchema ? simple(kLockSchema) : begun;
  }

  Result<Nothing, DatabaseError> commit() override {
    Result<Nothing, DatabaseError> committed = simple("COMMIT");
    // A transaction in which a statement failed ends this way, without an error.
    CHECK(!committed.ok() || last_command_ == "COMMIT", "a transaction that had failed was committed");
    return committed;
  }

  void rollback() override {
    if (connection_ != nullptr) (void)simple("ROLLBACK").ok();
  }

  Result<Nothing, DatabaseError> reconnect() override {
    disconnect();
    Result<ConnectionWords, DatabaseError> given = words_of(pq_, url_);
    if (!given) return given.error();
    ConnectionWords& words = *given;
    if (std::getenv("PGCONNECT_TIMEOUT") != nullptr)
      words.try_emplace("connect_timeout", std::getenv("PGCONNECT_TIMEOUT"));
    for (const auto& [keyword, value] : kConnectionDefaults) words.try_emplace(keyword, value);
    words["client_encoding"] = "UTF8";
    std::vector<const char*> keywords, values;
    for (const auto& [keyword, value] : words) {
      keywords.push_back(keyword.c_str());
      values.push_back(value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
    connection_ = pq_.connectdb_params(keywords.data(), values.data(), 0);
    if (pq_.status(connection_) != CONNECTION_OK) {
      // A server that answers has its reasons, a wrong password, say.
      const PGPing ping = pq_.ping_params(keywords.data(), values.data(), 0);
      const bool is_down = ping == PQPING_REJECT || ping == PQPING_NO_RESPONSE;
      const DatabaseError trouble = {is_down ? Kind::kNotYetThere : Kind::kNotThere,
                                     one_line(pq_.error_message(connection_))};
      disconnect();
      return trouble;
    }
    pq_.set_notice_processor(
        connection_, [](void*, const char*) {}, nullptr);
    return simple(kEndIdleTransactions);
  }

  Result<bool, DatabaseError> is_empty() override {
    const Result<Answer, DatabaseError> tables =
        run("SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', "
            "'p', 'v')",
            {});
    if (!tables) return tables.error();
    return tables->integer(0, 0) == 0;
  }

  Result<Nothing, DatabaseError> inspect() override { return Nothing(); }  // the server's own business

 private:
  void disconnect() {
    if (connection_ != nullptr) pq_.finish(connection_);
    connection_ = nullptr;
  }

  std::vector<Value> row_of(const PGresult* result, int row) const {
    std::vector<Value> values;
    for (int column = 0; column < pq_.nfields(result); column++)
      values.push_back(pq_.getisnull(result, row, column) != 0
                           ? Value(Nothing())
                           : value_of(pq_.ftype(result, column), pq_.getvalue(result, row, column),
                                      static_cast<size_t>(pq_.getlength(result, row, column))));
    return values;
  }

  static Value value_of(Oid type, const char* data, size_t size) {
    if (type == kInt8) {
      uint64_t number = 0;
      std::memcpy(&number, data, sizeof number);
      return static_cast<int64_t>(be64toh(number));
    }
    if (type == kInt4) {
      uint32_t number = 0;
      std::memcpy(&number, data, sizeof number);
      return int64_t{static_cast<int32_t>(ntohl(number))};
    }
    if (type == kBool) return int64_t{*data != 0};
    if (type == kBytea) return Bytes{std::string(data, size)};
    CHECK(type == kText, "a query gave a column of a type that is not read");
    return std::string(data, size);
  }

  Result<Nothing, DatabaseError> simple(const char* sql) {
    const Result<Answer, DatabaseError> answer = run(sql, {});
    if (!answer) return answer.error();
    return Nothing();
  }

  DatabaseError error_of(const PGresult* result) const {
    const char* field = pq_.result_error_field(result, PG_DIAG_SQLSTATE);
    const std::string state = field != nullptr ? field : "";
    const char* message = pq_.result_error_field(result, PG_DIAG_MESSAGE_PRIMARY);
    const std::string text = one_line(message != nullptr ? message : pq_.error_message(connection_));
    // Errors of the server have a state; libpq's own have none, and do not always mark the connection as bad.
    // 57P..: the server is being stopped or started. 25P03: it ended a transaction that was idle.
    if (state.empty() || pq_.status(connection_) != CONNECTION_OK || state.starts_with("57P") ||
        state.starts_with("08") || state == "25P03")
      return {Kind::kLostConnection, text};
    if (state == "40001" || state == "40P01" || state == "55P03") return {Kind::kTryAgain, text};
    if (state == "42P01") return {Kind::kNoSuchTable, text};
    if (state == "42501" || state == "25006") return {Kind::kNotAllowed, text};
    return {Kind::kOther, text};
  }

  const Libpq& pq_;
  std::string url_;
  PGconn* connection_ = nullptr;
  std::string last_command_;
};

}  // namespace

bool is_postgres_url(std::string_view name) {
  return name.starts_with("postgresql://") || name.starts_with("postgres://");
}

DatabaseOrError open_postgres(const std::string& url) {
  const Result<const Libpq*, std::string> pq = libpq();
  if (!pq) return DatabaseError{Kind::kOther, pq.error()};
  auto database = std::make_unique<Postgres>(**pq, url);
  if (Result<Nothing, DatabaseError> connected = database->reconnect(); !connected) return connected.error();
  return std::unique_ptr<Database>(std::move(database));
}

std::string shown_postgres_url(const std::string& url) {
  const Result<const Libpq*, std::string> pq = libpq();
  if (!pq) return "postgresql://...";
  const Result<ConnectionWords, DatabaseError> words = words_of(**pq, url);
  if (!words) return "postgresql://...";
  const auto word = [&](const char* name) { return words->contains(name) ? words->at(name) : std::string(); };
  const std::string user = word("user").empty() ? "" : word("user") + "@";
  const std::string port = word("port").empty() ? "" : ":" + word("port");
  const bool socket = word("host").starts_with('/');
  return fmt::format("postgresql://{}{}{}/{}{}", user, socket ? "" : word("host"), port, word("dbname"),
                     socket ? "?host=" + word("host") : "");
}

}  // namespace mazurka::fleet
