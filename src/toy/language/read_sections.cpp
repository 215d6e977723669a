#include "toy/language/read_sections.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mazurka::toy {

namespace {

using Names = std::unordered_set<std::string>;

// The thread is certain to come to the next statement without waiting for anybody, and has released no read lock.
bool passes(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kAwait:
    case StatementKind::kLock:
    case StatementKind::kAcquire:
    case StatementKind::kReadLock:
    case StatementKind::kReadUnlock:
    case StatementKind::kWriteLock:
    case StatementKind::kTryReadLock:
    case StatementKind::kWait:
    case StatementKind::kTimedWait:
    case StatementKind::kSend:
    case StatementKind::kReceive:
    case StatementKind::kJoin:
    case StatementKind::kAssert:
    case StatementKind::kFail:
    case StatementKind::kWhile:
    case StatementKind::kRepeat:
    case StatementKind::kFor:
    case StatementKind::kBreak:
    case StatementKind::kReturn: return false;
    case StatementKind::kIf:
      return std::all_of(statement.body.begin(), statement.body.end(), passes) &&
             std::all_of(statement.otherwise.begin(), statement.otherwise.end(), passes);
    default: return true;
  }
}

bool is_released(const std::vector<Statement>& block, size_t from, const std::string& lock) {
  for (size_t i = from; i < block.size(); i++) {
    if (block[i].kind == StatementKind::kReadUnlock) return block[i].objects[0].name == lock;
    if (!passes(block[i])) return false;
  }
  return false;
}

bool asks_for(const Statement& statement, const std::string& result) {
  if (statement.kind != StatementKind::kIf || result.empty()) return false;
  const Expression& condition = statement.arguments[0];
  return condition.kind == Expression::Kind::kName && condition.text == result;
}

bool is_plain_section(const std::vector<Statement>& block, size_t i) {
  const std::string& lock = block[i].objects[0].name;
  if (block[i].kind == StatementKind::kReadLock) return is_released(block, i + 1, lock);
  return i + 1 < block.size() && asks_for(block[i + 1], block[i].result) && is_released(block[i + 1].body, 0, lock);
}

void collect(const std::vector<Statement>& block, Names& names) {
  for (size_t i = 0; i < block.size(); i++) {
    bool takes = block[i].kind == StatementKind::kReadLock || block[i].kind == StatementKind::kTryReadLock;
    if (takes && !is_plain_section(block, i)) names.insert(block[i].objects[0].name);
    collect(block[i].body, names);
    collect(block[i].otherwise, names);
  }
}

}  // namespace

std::unordered_set<std::string> ordered_rwlocks(const Source& source) {
  Names names;
  for (const ThreadDeclaration& thread : source.threads) collect(thread.body, names);
  return names;
}

}  // namespace mazurka::toy
