// Operations: what a thread of a concurrent program does to the shared state in one step.
//
// An operation acts on no, one or two shared objects. Every object has a value (one 64-bit word), and everything that
// the exploration algorithms need to know of an operation is a function of the value it finds:
//   choices(value)        the outcomes it may have there, decided by the environment; none means that it is disabled
//   mode(value, choice)   how it touches the object: it reads it, writes it, or updates it in a way that commutes
// Both are evaluated for values that the object had earlier in an execution too, to find out what the operation would
// do if it came earlier. An operation on two objects has no guard and no choices, and its modes do not depend on
// values.
#pragma once

#include <cstdint>

#include "base/ids.hpp"
#include "model/value.hpp"

namespace mazurka {

// One of the outcomes the environment may give to an operation. Operations with one outcome have choice 0.
using Choice = uint32_t;

enum class Mode : uint8_t {
  kRead,    // leaves the object as it is; commutes with other reads
  kShared,  // changes it so that it commutes with other shared updates (a read-lock, an add without result)
  kWrite,   // anything else
  // What came of an operation on a mailbox. Whether two of these commute depends on more than the mode (mail.hpp).
  kSend,
  kReceive,  // took a message
  kEmpty,    // found none that matches
  kFull,     // found no place for one
  kRefused,  // found the mailbox closed
  kWaiting,  // waits for a message that matches
  kBlocked,  // waits for a place
  kClose,
  kCounted,  // found out how many messages there are
};

// Of mailboxes: may they?
constexpr bool conflict(Mode a, Mode b) {
  return a != b || a >= Mode::kWrite;
}
constexpr bool is_of_mailbox(Mode mode) {
  return mode > Mode::kWrite;
}

enum class OpCode : uint8_t {
  // One object. Values: a mutex is 0 or owner + 1; a semaphore its count; a rwlock -1 (writer) or the number of
  // readers; a condition variable, a barrier and the queue of a futex are the set of waiting threads, a bit each.
  kLoad,
  kStore,     // a: new value
  kFetchAdd,  // a: summand
  kExchange,  // a: new value
  kCas,       // a: expected, b: desired
  kWeakCas,   // as kCas, may fail without reason. Choice 1: success, 0: failure
  kAwait,     // enabled while "value comparison a"
  kAdd,       // a: summand; no result, hence commutes with other kAdd
  kLock,
  kUnlock,
  kTryLock,
  kSemAcquire,
  kSemTryAcquire,
  kSemRelease,
  kReadLock,
  kReadUnlock,
  kWriteLock,
  kWriteUnlock,
  kTryReadLock,
  kTryWriteLock,
  kEnqueue,  // first step of a condition wait: join the waiters
  kSignal,   // choice: 0 if nobody waits, else 1 + the waiter that is woken
  kBroadcast,
  kLeave,     // last step of a timed condition wait: stop waiting, woken or not
  kOnce,      // begin an initialisation that happens once: 0 not begun, 1 under way, else done; a kStore ends it
  kArrive,    // a: threads that a barrier is for; the last to arrive wakes the others, the others join the waiters
  kWakeSome,  // wakes up to a waiters. Choice: the set of the woken if more wait, else 0: all of them
  kTransfer,  // as kAwait, but changes the object: puts something into a channel, or takes it out
  // A mailbox (mailbox.hpp). b: its capacity, and the rank of a message or the Preference of a receiver.
  kSend,     // a: tag of the message; object2: its number (message_id). Waits while the mailbox is full and not closed
  kTrySend,  // as kSend, but does not wait
  kReceive,  // a: what matches. Waits while nothing does and the mailbox is not closed
  kPoll,     // as kReceive, but does not wait
  kClose,
  kCount,  // how many messages there are
  // Two objects.
  kLoad2,
  kStore2,  // a, b: new values
  kSwap,
  kCopy,  // object2 = object
  kCas2,
  kAdd2,       // as kAdd, on both
  kFutexWait,  // object: a futex word; object2: its queue. Joins the waiters if the word has the value expected
  // No object.
  kChoose,  // choices 0 .. a-1
  kSpawn,   // partner: the thread that starts
  kJoin,    // partner: the thread that must have ended
  kWake,    // second step of a condition wait: enabled once a signal or broadcast chose this thread
  kFail,    // the thread has failed; it stops here for ever
};

enum class Comparison : uint8_t { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

constexpr bool holds(Value left, Comparison comparison, Value right) {
  switch (comparison) {
    case Comparison::kEqual: return left == right;
    case Comparison::kNotEqual: return left != right;
    case Comparison::kLess: return left < right;
    case Comparison::kLessEqual: return left <= right;
    case Comparison::kGreater: return left > right;
    case Comparison::kGreaterEqual: return left >= right;
  }
  return false;
}

struct Operation {
  OpCode code = OpCode::kLoad;
  Comparison comparison = Comparison::kEqual;
  // A read lock or unlock of a lock whose read locks do not commute; an operation on a mailbox that is an object like
  // others: all that change it depend on each other (mail.hpp).
  bool ordered = false;
  ThreadId partner{};
  ObjectId object{};
  ObjectId object2{};
  Value a = 0;
  Value b = 0;
  uint32_t site = 0;  // where it stands in the program's source; opaque here
};

constexpr bool is_of_mailbox(OpCode code) {
  return code >= OpCode::kSend && code <= OpCode::kCount;
}
constexpr uint32_t capacity_of(const Operation& op) {
  return static_cast<uint32_t>(op.b);
}
constexpr uint32_t rank_of(const Operation& op) {
  return static_cast<uint32_t>(op.b >> 32);
}
constexpr Value capacity_and_rank(uint32_t capacity, uint32_t rank) {
  return static_cast<Value>(uint64_t{rank} << 32 | capacity);
}

// Which of the messages that match a receiver takes: the first one of those of the highest rank, or of those with the
// lowest tag.
enum class Preference : uint8_t { kHighestRank, kLowestTag };
constexpr Preference preference_of(const Operation& op) {
  return static_cast<Preference>(rank_of(op));
}

// The waiters of a condition variable are a set of bits in its value: only threads with a smaller id can wait.
inline constexpr uint32_t kMaxWaiters = 63;
// ... and where kWakeSome is used, only these: its choice is such a set too.
inline constexpr uint32_t kMaxChosenWaiters = 32;

constexpr uint32_t object_count(OpCode code) {
  return code >= OpCode::kChoose ? 0 : code >= OpCode::kLoad2 ? 2 : 1;
}

// Enabled or not depends on the object's value.
constexpr bool is_guarded(OpCode code) {
  switch (code) {
    case OpCode::kSend:
    case OpCode::kReceive:
    case OpCode::kAwait:
    case OpCode::kTransfer:
    case OpCode::kLock:
    case OpCode::kSemAcquire:
    case OpCode::kOnce:
    case OpCode::kReadLock:
    case OpCode::kWriteLock: return true;
    default: return false;
  }
}
// ... or may do so: a mailbox without a capacity takes everything.
constexpr bool is_guarded(const Operation& op) {
  return is_guarded(op.code) && (op.code != OpCode::kSend || capacity_of(op) != 0);
}

// May have several outcomes at one value.
constexpr bool has_choices(OpCode code) {
  return code == OpCode::kWeakCas || code == OpCode::kSignal || code == OpCode::kWakeSome || code == OpCode::kChoose;
}

// May let threads go on that wait at kWake.
constexpr bool wakes_threads(OpCode code) {
  return code == OpCode::kSignal || code == OpCode::kBroadcast || code == OpCode::kArrive || code == OpCode::kWakeSome;
}

// How many outcomes `op` has where its (first) object has this value; 0: it is disabled there. kJoin and kWake, which
// wait for a thread and not for a value, count as enabled.
uint32_t choice_count(const Operation& op, Value value);

// The k-th of them. Outcomes that write come before those that read.
Choice choice_at(const Operation& op, Value value, uint32_t k);

// How `op`, done by `thread`, touches its only object at this value. A disabled operation has the mode it would have if
// enabled.
Mode mode_of(const Operation& op, ThreadId thread, Value value, Choice choice);

struct ModePair {
  Mode first;
  Mode second;
};
// The modes of an operation on two objects.
ModePair modes_of_pair(OpCode code);

// The threads that an operation with this outcome wakes (see wakes_threads()), a bit each.
uint64_t threads_woken(const Operation& op, Value value, Choice choice);

const char* name_of(OpCode code);

}  // namespace mazurka
