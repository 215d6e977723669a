#include "fleet/connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "base/check.hpp"

namespace mazurka::fleet {

namespace {

using Kind = DatabaseError::Kind;
using Clock = std::chrono::steady_clock;

constexpr auto kFirstPause = std::chrono::milliseconds(20);
constexpr auto kLongestPause = std::chrono::milliseconds(1000);
// Transactions that hinder each other: one of them always goes on, so this many in a row are not chance.
constexpr int kMostConflicts = 1000;

}  // namespace

Answer Transaction::run(const std::string& sql, const Parameters& parameters) {
  if (failed() || abandoned_) return {};
  Result<Answer, DatabaseError> answer = database_.run(sql, parameters);
  if (answer.ok()) return std::move(*answer);
  error_ = answer.error();
  return {};
}

Result<Nothing, std::string> Connection::transact(Access access, const Body& body, Repeat repeat) {
  const Clock::time_point deadline = Clock::now() + patience_;
  auto pause = kFirstPause;
  bool unknown = false;  // an attempt may have been committed
  for (int conflicts = 0, losses = 0;;) {
    std::optional<DatabaseError> error;
    if (Result<Nothing, DatabaseError> begun = database_->begin(access); !begun) {
      error = begun.error();
    } else {
      Transaction transaction(*database_, unknown);
      body(transaction);
      if (!transaction.failed() && !transaction.abandoned()) {
        Result<Nothing, DatabaseError> committed = database_->commit();
        if (committed.ok()) return Nothing();
        error = committed.error();
        if (error->kind == Kind::kLostConnection) unknown = true;
      } else if (transaction.failed()) {
        error = transaction.error();
      }
      database_->rollback();
      if (!error) return Nothing();
    }
    if (unknown && repeat == Repeat::kNo) return describe(*error);
    if (error->kind == Kind::kTryAgain && ++conflicts < kMostConflicts) {
      std::this_thread::sleep_for(kFirstPause);
      continue;
    }
    if (error->kind != Kind::kLostConnection) return describe(*error);
    if (++losses > 1 && Clock::now() >= deadline) return describe(*error);
    while (!database_->reconnect().ok()) {
      if (Clock::now() >= deadline) return describe(*error);
      std::this_thread::sleep_for(pause);
      pause = std::min<std::chrono::milliseconds>(pause * 2, kLongestPause);
    }
  }
}

std::string Connection::describe(const DatabaseError& error) const {
  switch (error.kind) {
    case Kind::kNotThere:
    case Kind::kNotYetThere: return fmt::format("cannot open the store {}: {}", name_, error.text);
    case Kind::kNotADatabase: return fmt::format("{} is no store: {}", name_, error.text);
    case Kind::kDamaged: return fmt::format("the store {} is damaged: {}", name_, error.text);
    case Kind::kNoSuchTable: return fmt::format("{} is no store of mazurka: {}", name_, error.text);
    case Kind::kTryAgain: return fmt::format("the store {} is busy: {}", name_, error.text);
    case Kind::kLostConnection: return fmt::format("the connection to the store {} was lost: {}", name_, error.text);
    case Kind::kNotAllowed:
      return fmt::format("the store {} does not allow this user to do that: {}", name_, error.text);
    case Kind::kOther: break;
  }
  return fmt::format("the store {}: {}", name_, error.text);
}

}  // namespace mazurka::fleet
