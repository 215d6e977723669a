// The regular statements of the toy language, all written alike:
//   [result [, result2] =] keyword [object [, object2]] [, argument]...
// Parser, printer and checker read them from this one table. The others (load, store, await, assignments and the
// statements with blocks) have a syntax of their own.
#pragma once

#include <cstdint>
#include <string_view>

#include "toy/language/ast.hpp"

namespace mazurka::toy {

// What a statement expects where it names something.
enum class Expected : uint8_t {
  kNothing,
  kVariable,
  kMutex,
  kSemaphore,
  kRwlock,
  kCondition,
  kMailbox,
  kThread,
  kPlain
};

struct StatementShape {
  StatementKind kind;
  std::string_view keyword;  // "" for those with a syntax of their own
  Expected objects[2];
  uint8_t arguments;
  uint8_t results;  // how many it may have
  bool needs_results;
  uint8_t blocks;
};

inline constexpr Expected kNoObject = Expected::kNothing, kVar = Expected::kVariable, kMtx = Expected::kMutex,
                          kSem = Expected::kSemaphore, kRw = Expected::kRwlock, kCnd = Expected::kCondition,
                          kBox = Expected::kMailbox, kThr = Expected::kThread;

// By StatementKind.
inline constexpr StatementShape kStatementShapes[] = {
    {StatementKind::kLoad, "", {kVar, kNoObject}, 0, 1, true, 0},
    {StatementKind::kStore, "", {kVar, kNoObject}, 1, 0, false, 0},
    {StatementKind::kFetchAdd, "fetch_add", {kVar, kNoObject}, 1, 1, false, 0},
    {StatementKind::kExchange, "exchange", {kVar, kNoObject}, 1, 1, false, 0},
    {StatementKind::kCas, "cas", {kVar, kNoObject}, 2, 1, false, 0},
    {StatementKind::kWeakCas, "weak_cas", {kVar, kNoObject}, 2, 1, false, 0},
    {StatementKind::kAwait, "", {kVar, kNoObject}, 1, 0, false, 0},
    {StatementKind::kAdd, "add", {kVar, kNoObject}, 1, 0, false, 0},
    {StatementKind::kLock, "lock", {kMtx, kNoObject}, 0, 0, false, 0},
    {StatementKind::kUnlock, "unlock", {kMtx, kNoObject}, 0, 0, false, 0},
    {StatementKind::kTryLock, "trylock", {kMtx, kNoObject}, 0, 1, false, 0},
    {StatementKind::kAcquire, "acquire", {kSem, kNoObject}, 0, 0, false, 0},
    {StatementKind::kTryAcquire, "tryacquire", {kSem, kNoObject}, 0, 1, false, 0},
    {StatementKind::kRelease, "release", {kSem, kNoObject}, 0, 0, false, 0},
    {StatementKind::kReadLock, "rdlock", {kRw, kNoObject}, 0, 0, false, 0},
    {StatementKind::kReadUnlock, "rdunlock", {kRw, kNoObject}, 0, 0, false, 0},
    {StatementKind::kWriteLock, "wrlock", {kRw, kNoObject}, 0, 0, false, 0},
    {StatementKind::kWriteUnlock, "wrunlock", {kRw, kNoObject}, 0, 0, false, 0},
    {StatementKind::kTryReadLock, "tryrdlock", {kRw, kNoObject}, 0, 1, false, 0},
    {StatementKind::kTryWriteLock, "trywrlock", {kRw, kNoObject}, 0, 1, false, 0},
    {StatementKind::kWait, "wait", {kCnd, kMtx}, 0, 0, false, 0},
    {StatementKind::kTimedWait, "timedwait", {kCnd, kMtx}, 0, 1, false, 0},
    {StatementKind::kSignal, "signal", {kCnd, kNoObject}, 0, 0, false, 0},
    {StatementKind::kBroadcast, "broadcast", {kCnd, kNoObject}, 0, 0, false, 0},
    {StatementKind::kSend, "send", {kBox, kNoObject}, 1, 1, false, 0},
    {StatementKind::kTrySend, "trysend", {kBox, kNoObject}, 1, 1, false, 0},
    {StatementKind::kReceive, "receive", {kBox, kNoObject}, 0, 1, false, 0},
    {StatementKind::kPoll, "poll", {kBox, kNoObject}, 0, 1, false, 0},
    {StatementKind::kClose, "close", {kBox, kNoObject}, 0, 0, false, 0},
    {StatementKind::kCount, "unread", {kBox, kNoObject}, 0, 1, false, 0},
    {StatementKind::kLoad2, "load2", {kVar, kVar}, 0, 2, true, 0},
    {StatementKind::kStore2, "store2", {kVar, kVar}, 2, 0, false, 0},
    {StatementKind::kSwap, "swap", {kVar, kVar}, 0, 0, false, 0},
    {StatementKind::kCopy, "copy", {kVar, kVar}, 0, 0, false, 0},
    {StatementKind::kCas2, "cas2", {kVar, kVar}, 4, 1, false, 0},
    {StatementKind::kAdd2, "add2", {kVar, kVar}, 2, 0, false, 0},
    {StatementKind::kSpawn, "spawn", {kThr, kNoObject}, 0, 0, false, 0},
    {StatementKind::kJoin, "join", {kThr, kNoObject}, 0, 0, false, 0},
    {StatementKind::kChoose, "choose", {kNoObject, kNoObject}, 1, 1, false, 0},
    {StatementKind::kAssert, "assert", {kNoObject, kNoObject}, 1, 0, false, 0},
    {StatementKind::kFail, "fail", {kNoObject, kNoObject}, 0, 0, false, 0},
    {StatementKind::kSet, "", {kNoObject, kNoObject}, 1, 1, true, 0},
    {StatementKind::kIf, "", {kNoObject, kNoObject}, 1, 0, false, 2},
    {StatementKind::kWhile, "", {kNoObject, kNoObject}, 1, 0, false, 1},
    {StatementKind::kRepeat, "", {kNoObject, kNoObject}, 1, 0, false, 1},
    {StatementKind::kFor, "", {kNoObject, kNoObject}, 2, 1, true, 1},
    {StatementKind::kBreak, "break", {kNoObject, kNoObject}, 0, 0, false, 0},
    {StatementKind::kReturn, "return", {kNoObject, kNoObject}, 0, 0, false, 0},
};

constexpr bool statement_shapes_are_in_order() {
  size_t at = 0;
  for (const StatementShape& shape : kStatementShapes) {
    if (static_cast<size_t>(shape.kind) != at++) return false;
  }
  return at == static_cast<size_t>(StatementKind::kReturn) + 1;
}
static_assert(statement_shapes_are_in_order());

constexpr const StatementShape& shape_of(StatementKind kind) {
  return kStatementShapes[static_cast<size_t>(kind)];
}

// Null: no regular statement begins with this word.
constexpr const StatementShape* shape_of(std::string_view keyword) {
  for (const StatementShape& shape : kStatementShapes) {
    if (!keyword.empty() && shape.keyword == keyword) return &shape;
  }
  return nullptr;
}

// Written without a comma before the message. May have a second argument: its rank.
constexpr bool is_send(StatementKind kind) {
  return kind == StatementKind::kSend || kind == StatementKind::kTrySend;
}
// Has any number of arguments: the tags of the messages that it takes. None: all.
constexpr bool takes_tags(StatementKind kind) {
  return kind == StatementKind::kReceive || kind == StatementKind::kPoll;
}

// Does more than the order of the sends decide who takes which message?
inline bool is_ranked(const Statement& s) {
  return is_send(s.kind) ? s.arguments.size() > 1 : takes_tags(s.kind) && s.comparison == Comparison::kLess;
}

constexpr uint32_t object_count(const StatementShape& shape) {
  return shape.objects[0] == Expected::kNothing ? 0 : shape.objects[1] == Expected::kNothing ? 1 : 2;
}

// Binary operators bind by precedence, 1 (loosest) to 6; 0: not one. All associate to the left.
constexpr uint32_t precedence_of(std::string_view op) {
  if (op == "||") return 1;
  if (op == "&&") return 2;
  if (op == "==" || op == "!=") return 3;
  if (op == "<" || op == "<=" || op == ">" || op == ">=") return 4;
  if (op == "+" || op == "-") return 5;
  if (op == "*" || op == "/" || op == "%") return 6;
  return 0;
}
inline constexpr uint32_t kUnaryPrecedence = 7;

}  // namespace mazurka::toy
