// What the random programs of the conformance test consist of. The generator and the driver both know these words: a
// program goes to the driver as a list of numbers (script.cpp), and to the oracle as text of the toy language
// (toy_text.cpp).
#pragma once

namespace mazurka::conformance {

enum class Kind : int {
  kAtomic,     // variant: bytes (1, 2, 4, 8, 24); initial: the value
  kCounter,    // an atomic of 8 bytes that may become negative
  kFlags,      // an atomic of 4 bytes, of which each statement sets or clears a bit of its own
  kMutex,      // variant: a MutexVariant
  kRwlock,     // variant: a RwlockVariant
  kSemaphore,  // variant: 0 sem_t, 1 std::counting_semaphore; initial: the count
  kCondition,  // variant: a ConditionVariant; partner: its mutex
  kBarrier,    // variant: 0 pthread_barrier_t, 1 std::barrier; initial: how many threads
  kLatch,      // std::latch; initial: the count
  kFuture,     // std::promise and std::shared_future
  kPlain,      // memory that is not atomic; variant: bytes (1, 2, 4, 8)
  kMailbox,  // variant: a MailboxVariant; initial: the capacity, 0 if there is none; partner: the thread that reads it,
             // -1: any
  kOnce,     // variant: 0 pthread_once, 1 std::call_once, 2 guard of a static variable; partner: an atomic to add 1 to
};

enum MutexVariant : int {
  kNormalMutex,
  kRecursiveMutex,
  kErrorCheckMutex,
  kStdMutex,
  kStdRecursiveMutex,
  kStdTimedMutex,
  kC11Mutex,
  kSpinlock,
  kMutexVariants
};

enum RwlockVariant : int { kPthreadRwlock, kSharedMutex, kSharedTimedMutex, kRwlockVariants };

// (A POSIX queue knows priorities and no tags, one of System V no capacity, and neither can be closed.)
// Sockets and pipes have neither; to close a pair of sockets is to shut it down for writing.
enum MailboxVariant : int {
  kOwnMailbox,
  kPosixQueue,
  kSystemVQueue,
  kSocketPair,
  kDatagramPair,
  kStreamPair,
  kPipe,
  kMailboxVariants
};
constexpr bool is_of_bytes(int mailbox) {
  return mailbox == kStreamPair || mailbox == kPipe;
}

inline constexpr int kExcept = 10;
// Of bytes that one thread reads: up to two messages at once. The result: 1 + the first + 10 * (1 + the second).
inline constexpr int kUpToTwo = 2;
// In mazurka::mailbox: kOneOf + a bit for each message that will do.
inline constexpr int kOneOf = 256;

enum ConditionVariant : int { kPthreadCondition, kStdCondition, kC11Condition, kConditionAny, kConditionVariants };

// Each statement has a result, 0 if nothing else is said.
enum class Op : int {
  // Atomics. `a` and `b` are operands.
  kLoad,        // the value
  kStore,       // a
  kExchange,    // a; the old value
  kFetchAdd,    // a; the old value. Of a kCounter a may be negative: fetch_sub
  kCas,         // from a to b; 1 if it did. variant: 0 strong, 1 weak
  kFlagOn,      // sets bit a; the old value. variant: 0 fetch_or, 1 fetch_xor
  kFlagOff,     // clears bit a; the old value. variant: 0 fetch_and, 1 fetch_xor
  kAwait,       // waits until the value is a. variant: 0 mazurka_await, 1 a loop
  kWaitChange,  // std::atomic::wait(a)
  kNotifyOne,
  kNotifyAll,
  // Accesses that are not atomic, of plain memory or of an atomic. variant: 0 an access, 1 memcpy or memset
  kPlainRead,   // the value, if races are explored
  kPlainWrite,  // a; of an atomic only if races are explored
  kSwap,        // of object and object2, in an atomic section
  kLoadPair,    // both, in an atomic section: 100 * the first + the second
  // Locks. The result is an error number, or 1 and 0 for success and failure of a try.
  kLock,
  kTryLock,
  kTimedLock,
  kUnlock,
  kReadLock,
  kTryReadLock,
  kTimedReadLock,
  kWriteLock,
  kTryWriteLock,
  kTimedWriteLock,
  kRwUnlock,
  kAcquire,
  kTryAcquire,
  kTimedAcquire,
  kRelease,
  kWait,
  kTimedWait,  // 1 if it was woken, except with std:: classes, where the clock decides: 0
  kSignal,
  kBroadcast,
  kArriveAndWait,  // 1 for the serial thread of a pthread_barrier_t
  kCountDown,
  kLatchWait,
  kLatchTry,    // 1 if the count is 0
  kSetFuture,   // to a; 1 if that was done before
  kGetFuture,   // the value
  kPollFuture,  // 1 if there is a value
  kOnce,
  kSend,  // a; 1 if it was sent, 0 if the mailbox is closed. variant: the priority in a POSIX queue
  // 1 + the message, 0 if the mailbox is closed. variant: 0 any message, else only variant - 1. System V: -n for the
  // lowest one below n, kExcept + n for all but n - 1; also kOneOf
  kReceive,
  kPoll,          // the same, or 0 if there is none
  kTimedReceive,  // the same
  kClose,
  kUnread,  // how many messages there are
  // Threads and the environment.
  kSpawn,   // object: the thread; variant: 0 pthread_create, 1 std::thread, 2 thrd_create
  kJoin,    // object: the thread, which this thread has spawned
  kChoose,  // one of 0 .. a-1
  kFence,   // with the order of the statement
  kAssume,  // 1 if a is not 0, else the execution does not count
  kAssert,  // a must not be 0. variant: 0 assert, 1 mazurka_fail, 2 abort, 3 an exception that nobody catches
};

// An operand is a number, or a number from 0 to 3 that an earlier result of the thread gives.
inline constexpr int kConstant = -1;

// What a statement with result r leaves behind: something odd, so that it differs from the 0 of one that was not
// reached.
constexpr long log_entry(long result) {
  return 2 * result + 1;
}
constexpr long logged_result(long entry) {
  return (entry - 1) / 2;
}

inline constexpr int kMaxThreads = 6;
inline constexpr int kMaxStatements = 16;
inline constexpr int kMaxObjects = 12;
inline constexpr int kLockedByOneself = 35;  // EDEADLK

}  // namespace mazurka::conformance
