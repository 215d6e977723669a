// A database, as narrow as the store needs it: SQL with numbered parameters ($1, $2, ...) in, rows out. Two engines:
// an SQLite file (sqlite.cpp) and a PostgreSQL server (postgres.cpp). What differs between them stays in these files
// and in the few words of the Dialect.
//
// A Database is one connection. One thread uses it, in the process that opened it: it must not be used after a fork.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace mazurka::fleet {

struct Nothing {};

// What is not text.
struct Bytes {
  std::string data;
};

// NULL, an integer, a text in UTF-8 without null bytes, or bytes.
using Value = std::variant<Nothing, int64_t, std::string, Bytes>;
using Parameters = std::vector<Value>;

struct Answer {
  std::vector<std::vector<Value>> rows;
  int64_t changed = 0;  // rows that the statement inserted, updated or deleted

  bool empty() const { return rows.empty(); }
  // Of a column that is declared so: anything else is our mistake.
  int64_t integer(size_t row, size_t column) const;
  std::string text(size_t row, size_t column) const;
  std::string bytes(size_t row, size_t column) const;
};

struct DatabaseError {
  enum class Kind {
    kOther,
    kNotThere,        // the file or the server
    kNotYetThere,     // the server is down, or is being started
    kNotADatabase,    // a file of another kind
    kDamaged,         // a file with contradictions
    kNoSuchTable,     //
    kTryAgain,        // others were in the way: nothing happened
    kLostConnection,  // it is not known whether the last statement happened
    kNotAllowed,      // to this user
  };
  Kind kind = Kind::kOther;
  std::string text;  // what the engine says, in one line
};

struct Dialect {
  std::string_view identity;          // type of a column that numbers its rows
  std::string_view bytes;             // type of a column of bytes
  std::string_view now;               // milliseconds since 1970, on the clock that leases are measured by
  std::string_view lock;              // after a SELECT in a transaction: nobody else changes these rows until its end
  std::string_view lock_skip_locked;  // the same, leaving out rows that others have locked
};

enum class Access {
  kRead,    // sees one state of everything
  kWrite,   // each statement sees what others have committed before it
  kSchema,  // the same, and no other transaction of this kind is under way
};

class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  virtual const Dialect& dialect() const = 0;
  virtual Result<Answer, DatabaseError> run(const std::string& sql, const Parameters& parameters) = 0;

  virtual Result<Nothing, DatabaseError> begin(Access access) = 0;
  // An error of kind kLostConnection leaves open whether the transaction happened; after any other it did not.
  virtual Result<Nothing, DatabaseError> commit() = 0;
  virtual void rollback() = 0;

  // After kLostConnection.
  virtual Result<Nothing, DatabaseError> reconnect() = 0;

  // Has it no tables at all?
  virtual Result<bool, DatabaseError> is_empty() = 0;
  // Looks for contradictions, as far as the engine leaves that to its users.
  virtual Result<Nothing, DatabaseError> inspect() = 0;
};

using DatabaseOrError = Result<std::unique_ptr<Database>, DatabaseError>;

// Makes the file if it does not exist and `create` says so.
DatabaseOrError open_sqlite(const std::string& path, bool create);

bool is_postgres_url(std::string_view name);
DatabaseOrError open_postgres(const std::string& url);
// The URL as it may be shown: without password.
std::string shown_postgres_url(const std::string& url);

}  // namespace mazurka::fleet
