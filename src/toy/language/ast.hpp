// The syntax tree of the toy language (docs/toy-language.md). Plain values: the parser and the fuzzer's generator build
// them, the fuzzer mutates and shrinks them, the printer writes them as text, the compiler turns them into code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/operation.hpp"

namespace mazurka::toy {

// Line and column in the source, from 1; 0 where a tree was not parsed.
struct Position {
  uint32_t line = 0;
  uint32_t column = 0;
};

// An expression over registers, constants, inputs and `me` (the index of a thread in its array): no shared variable
// occurs in it.
struct Expression {
  enum class Kind : uint8_t { kNumber, kName, kUnary, kBinary };
  Kind kind = Kind::kNumber;
  Value number = 0;               // kNumber
  std::string text;               // kName: the name; kUnary, kBinary: the operator, as written
  std::vector<Expression> parts;  // the operands
  Position position;
};

// A shared object or a thread, with an index where it is one of an array.
struct Reference {
  std::string name;
  std::vector<Expression> index;  // empty or one
  Position position;
};

enum class StatementKind : uint8_t {
  // One operation on a shared object: objects[0]; `result` is the register that takes its value, "" if none.
  kLoad,          // r = x
  kStore,         // x = e
  kFetchAdd,      // r = fetch_add x, e      (result optional)
  kExchange,      // r = exchange x, e       (result optional)
  kCas,           // r = cas x, old, new     (result optional; 1 or 0)
  kWeakCas,       // r = weak_cas x, old, new
  kAwait,         // await x == e
  kAdd,           // add x, e
  kLock,          // lock m
  kUnlock,        // unlock m
  kTryLock,       // r = trylock m
  kAcquire,       // acquire s
  kTryAcquire,    // r = tryacquire s
  kRelease,       // release s
  kReadLock,      // rdlock w
  kReadUnlock,    // rdunlock w
  kWriteLock,     // wrlock w
  kWriteUnlock,   // wrunlock w
  kTryReadLock,   // r = tryrdlock w
  kTryWriteLock,  // r = trywrlock w
  kWait,          // wait c, m               objects: condition variable, mutex
  kTimedWait,     // r = timedwait c, m      1 if woken, 0 if it timed out (result optional)
  kSignal,        // signal c
  kBroadcast,     // broadcast c
  kSend,          // r = send q e [rank n]     waits for a place (result optional; 1, or 0 if q is closed)
  kTrySend,       // r = trysend q e [rank n]  (result optional; 1 or 0)
  kReceive,       // r = receive q [tag t, ...] [lowest]  (result optional; -1 if q is closed)
  kPoll,          // r = poll q [tag t, ...] [lowest] or r = receive ... after; -1 if there is none
  kClose,         // close q
  kCount,         // r = unread q            how many messages there are
  // Two shared variables in one step: objects[0], objects[1].
  kLoad2,   // r, s = load2 x, y       result, result2
  kStore2,  // store2 x, y, e, f
  kSwap,    // swap x, y
  kCopy,    // copy x, y               y takes the value of x
  kCas2,    // r = cas2 x, y, old1, old2, new1, new2
  kAdd2,    // add2 x, y, e, f
  // Threads and the environment.
  kSpawn,   // spawn T                 objects[0] names the thread
  kJoin,    // join T
  kChoose,  // r = choose n            one of 0 .. n-1
  kAssert,  // assert e
  kFail,    // fail
  // Local: no step of its own.
  kSet,     // r = e
  kIf,      // if e { body } else { otherwise }
  kWhile,   // while e { body }
  kRepeat,  // repeat n { body }
  kFor,     // for r = e to f { body }
  kBreak,
  kReturn,
};

struct Statement {
  StatementKind kind = StatementKind::kReturn;
  std::string result;
  std::string result2;
  std::vector<Reference> objects;
  std::vector<Expression> arguments;           // in the order in which they are written
  Comparison comparison = Comparison::kEqual;  // kAwait; of kReceive and kPoll: kLess if the lowest tag comes first
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
  Position position;
};

// A plain variable takes loads and stores only, which are no steps: they may race.
enum class ObjectKind : uint8_t { kVariable, kMutex, kSemaphore, kRwlock, kCondition, kMailbox, kPlain };

struct ObjectDeclaration {
  ObjectKind kind = ObjectKind::kVariable;
  std::string name;
  std::vector<Expression> size;     // empty: a single object; else the length of the array
  std::vector<Expression> initial;  // empty: 0; of a mailbox: its capacity, empty: none
  Position position;
};

struct ConstDeclaration {
  std::string name;
  Expression value;  // may use constants declared before
  Position position;
};

// A value that is not fixed: every one from the least to the largest is explored.
struct InputDeclaration {
  std::string name;
  Expression least;  // over constants
  Expression largest;
  Position position;
};

struct ThreadDeclaration {
  std::string name;
  std::vector<Expression> size;  // empty: one thread; else an array of threads, `me` = 0 .. size-1
  std::vector<Statement> body;
  Position position;
};

// A thread (or thread array) that some spawn names starts there; every other thread starts at the beginning.
struct Source {
  std::vector<ConstDeclaration> constants;
  std::vector<InputDeclaration> inputs;
  std::vector<ObjectDeclaration> objects;
  std::vector<ThreadDeclaration> threads;
};

}  // namespace mazurka::toy
