// Transactions on a Database, repeated as long as it makes sense: when others are in the way, and when the server has
// gone, until it is back or the patience is over.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/result.hpp"
#include "fleet/database.hpp"

namespace mazurka::fleet {

// What the body of a transaction works with. After the first error its statements do nothing, so that only the end has
// to ask.
class Transaction {
 public:
  Transaction(Database& database, bool repeated) : database_(database), repeated_(repeated) {}

  Answer run(const std::string& sql, const Parameters& parameters = {});
  const Dialect& dialect() const { return database_.dialect(); }

  bool failed() const { return error_.has_value(); }
  const DatabaseError& error() const { return *error_; }

  // What was done with the database directly has failed.
  void fail(DatabaseError error) {
    if (!failed()) error_ = std::move(error);
  }

  // Nothing of it is to be kept.
  void abandon() { abandoned_ = true; }
  bool abandoned() const { return abandoned_; }

  // Was there an attempt before this one of which it is not known whether it was committed?
  bool repeated() const { return repeated_; }

 private:
  Database& database_;
  bool repeated_;
  bool abandoned_ = false;
  std::optional<DatabaseError> error_;
};

class Connection {
 public:
  // `name` is how errors call it. `patience`: how long a call waits for a server that does not answer.
  Connection(std::unique_ptr<Database> database, std::string name, std::chrono::milliseconds patience)
      : database_(std::move(database)), name_(std::move(name)), patience_(patience) {}

  // May the body be run again although an earlier attempt may have been committed? If so it looks at repeated().
  enum class Repeat { kYes, kNo };
  using Body = std::function<void(Transaction&)>;

  Result<Nothing, std::string> transact(Access access, const Body& body, Repeat repeat = Repeat::kYes);

  // A sentence.
  std::string describe(const DatabaseError& error) const;
  const std::string& name() const { return name_; }
  Database& database() { return *database_; }
  const Dialect& dialect() const { return database_->dialect(); }

 private:
  std::unique_ptr<Database> database_;
  std::string name_;
  std::chrono::milliseconds patience_;
};

}  // namespace mazurka::fleet
