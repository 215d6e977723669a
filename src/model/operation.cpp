#include "model/operation.hpp"

#include <bit>

#include "base/check.hpp"
#include "model/mailbox_guard.hpp"

namespace mazurka {

namespace {

uint32_t size_of(uint64_t set) {
  return static_cast<uint32_t>(std::popcount(set));
}

// The number of subsets with `chosen` of `all` members.
uint32_t subset_count(uint32_t all, uint32_t chosen) {
  uint64_t count = 1;
  for (uint32_t k = 1; k <= chosen; k++) count = count * (all - chosen + k) / k;
  return static_cast<uint32_t>(count);
}

// The k-th of the subsets of `set` with `chosen` members.
uint64_t subset_at(uint64_t set, uint32_t chosen, uint32_t k) {
  uint64_t result = 0;
  for (; chosen > 0; set &= set - 1) {
    uint32_t with_first = subset_count(size_of(set) - 1, chosen - 1);
    if (k >= with_first) {
      k -= with_first;
      continue;
    }
    result |= set & (~set + 1);
    chosen--;
  }
  return result;
}

// Must a kWakeSome choose at this value?
bool more_wait(const Operation& op, Value value) {
  return size_of(static_cast<uint64_t>(value)) > op.a;
}

}  // namespace

uint32_t choice_count(const Operation& op, Value value) {
  switch (op.code) {
    case OpCode::kAwait:
    case OpCode::kTransfer: return holds(value, op.comparison, op.a);
    case OpCode::kLock:
    case OpCode::kWriteLock: return value == 0;
    case OpCode::kSemAcquire: return value > 0;
    case OpCode::kOnce: return value != 1;
    case OpCode::kReadLock: return value >= 0;
    case OpCode::kWeakCas: return value == op.a ? 2 : 1;
    case OpCode::kSignal: return value == 0 ? 1 : static_cast<uint32_t>(std::popcount(static_cast<uint64_t>(value)));
    case OpCode::kWakeSome:
      return more_wait(op, value) ? subset_count(size_of(static_cast<uint64_t>(value)), static_cast<uint32_t>(op.a))
                                  : 1;
    case OpCode::kChoose: return static_cast<uint32_t>(op.a);
    case OpCode::kSend: return may_send(value, capacity_of(op));
    case OpCode::kReceive: return may_receive(value, op.a);
    default: return 1;
  }
}

Choice choice_at(const Operation& op, Value value, uint32_t k) {
  switch (op.code) {
    case OpCode::kWeakCas: return value == op.a ? 1 - k : 0;
    case OpCode::kSignal: {
      uint64_t waiters = static_cast<uint64_t>(value);
      if (waiters == 0) return 0;
      for (; k > 0; k--) waiters &= waiters - 1;
      return 1 + static_cast<Choice>(std::countr_zero(waiters));
    }
    case OpCode::kWakeSome:
      return more_wait(op, value)
                 ? static_cast<Choice>(subset_at(static_cast<uint64_t>(value), static_cast<uint32_t>(op.a), k))
                 : 0;
    case OpCode::kChoose: return k;
    default: return 0;
  }
}

Mode mode_of(const Operation& op, ThreadId thread, Value value, Choice choice) {
  auto write_if = [](bool changes) { return changes ? Mode::kWrite : Mode::kRead; };
  switch (op.code) {
    case OpCode::kLoad:
    case OpCode::kAwait: return Mode::kRead;
    case OpCode::kCas: return write_if(value == op.a);
    case OpCode::kWeakCas: return write_if(choice != 0);
    case OpCode::kTryLock:
    case OpCode::kOnce:
    case OpCode::kTryWriteLock: return write_if(value == 0);
    case OpCode::kSemTryAcquire: return write_if(value > 0);
    case OpCode::kAdd: return Mode::kShared;
    case OpCode::kReadLock:
    case OpCode::kReadUnlock: return op.ordered ? Mode::kWrite : Mode::kShared;
    case OpCode::kTryReadLock: return value < 0 ? Mode::kRead : op.ordered ? Mode::kWrite : Mode::kShared;
    case OpCode::kSignal:
    case OpCode::kWakeSome:
    case OpCode::kBroadcast: return write_if(value != 0);
    case OpCode::kLeave: return write_if((static_cast<uint64_t>(value) >> thread.index() & 1) != 0);
    default: return Mode::kWrite;
  }
}

ModePair modes_of_pair(OpCode code) {
  switch (code) {
    case OpCode::kLoad2: return {Mode::kRead, Mode::kRead};
    case OpCode::kCopy:
    // The queue is written even if the word differs: a mode may not depend on another object's value.
    case OpCode::kFutexWait: return {Mode::kRead, Mode::kWrite};
    case OpCode::kAdd2: return {Mode::kShared, Mode::kShared};
    default: return {Mode::kWrite, Mode::kWrite};
  }
}

uint64_t threads_woken(const Operation& op, Value value, Choice choice) {
  if (op.code == OpCode::kBroadcast) return static_cast<uint64_t>(value);
  if (op.code == OpCode::kSignal && choice != 0) return uint64_t{1} << (choice - 1);
  if (op.code == OpCode::kArrive && size_of(static_cast<uint64_t>(value)) + 1 == op.a)
    return static_cast<uint64_t>(value);
  if (op.code == OpCode::kWakeSome) return choice == 0 ? static_cast<uint64_t>(value) : choice;
  return 0;
}

const char* name_of(OpCode code) {
  switch (code) {
    case OpCode::kLoad: return "load";
    case OpCode::kStore: return "store";
    case OpCode::kFetchAdd: return "fetch_add";
    case OpCode::kExchange: return "exchange";
    case OpCode::kCas: return "cas";
    case OpCode::kWeakCas: return "weak_cas";
    case OpCode::kAwait: return "await";
    case OpCode::kAdd: return "add";
    case OpCode::kLock: return "lock";
    case OpCode::kUnlock: return "unlock";
    case OpCode::kTryLock: return "trylock";
    case OpCode::kSemAcquire: return "acquire";
    case OpCode::kSemTryAcquire: return "tryacquire";
    case OpCode::kSemRelease: return "release";
    case OpCode::kReadLock: return "rdlock";
    case OpCode::kReadUnlock: return "rdunlock";
    case OpCode::kWriteLock: return "wrlock";
    case OpCode::kWriteUnlock: return "wrunlock";
    case OpCode::kTryReadLock: return "tryrdlock";
    case OpCode::kTryWriteLock: return "trywrlock";
    case OpCode::kEnqueue: return "enqueue";
    case OpCode::kSignal: return "signal";
    case OpCode::kBroadcast: return "broadcast";
    case OpCode::kLeave: return "leave";
    case OpCode::kOnce: return "once";
    case OpCode::kArrive: return "arrive";
    case OpCode::kWakeSome: return "wake_some";
    case OpCode::kTransfer: return "transfer";
    case OpCode::kSend: return "send";
    case OpCode::kTrySend: return "trysend";
    case OpCode::kReceive: return "receive";
    case OpCode::kPoll: return "poll";
    case OpCode::kClose: return "close";
    case OpCode::kCount: return "unread";
    case OpCode::kLoad2: return "load2";
    case OpCode::kStore2: return "store2";
    case OpCode::kSwap: return "swap";
    case OpCode::kCopy: return "copy";
    case OpCode::kCas2: return "cas2";
    case OpCode::kAdd2: return "add2";
    case OpCode::kFutexWait: return "futex_wait";
    case OpCode::kChoose: return "choose";
    case OpCode::kSpawn: return "spawn";
    case OpCode::kJoin: return "join";
    case OpCode::kWake: return "wake";
    case OpCode::kFail: return "fail";
  }
  CHECK(false, "operation code out of range");
}

}  // namespace mazurka
