#include "explore/scheduler.hpp"

namespace mazurka {

bool Scheduler::would_write(const Program& program, ThreadId thread) {
  const Operation& op = program.next(thread);
  if (object_count(op.code) != 1) return false;
  Value value = program.value(op.object);
  return mode_of(op, thread, value, choice_at(op, value, 0)) != Mode::kRead;
}

ReadySet::Class ReadySet::class_of(OpCode code) {
  switch (code) {
    case OpCode::kLoad:
    case OpCode::kLoad2:
    case OpCode::kCount:
    case OpCode::kChoose:
    case OpCode::kSpawn:
    case OpCode::kFail: return Class::kRead;
    case OpCode::kStore:
    case OpCode::kFetchAdd:
    case OpCode::kExchange:
    case OpCode::kAdd:
    case OpCode::kUnlock:
    case OpCode::kSemRelease:
    case OpCode::kReadUnlock:
    case OpCode::kWriteUnlock:
    case OpCode::kEnqueue:
    case OpCode::kArrive:
    case OpCode::kClose:
    case OpCode::kStore2:
    case OpCode::kSwap:
    case OpCode::kCopy:
    case OpCode::kCas2:
    case OpCode::kAdd2:
    case OpCode::kFutexWait: return Class::kWrite;
    case OpCode::kCas:
    case OpCode::kWeakCas:
    case OpCode::kTransfer:
    case OpCode::kSend:
    case OpCode::kTrySend:
    case OpCode::kReceive:
    case OpCode::kPoll:
    case OpCode::kTryLock:
    case OpCode::kSemTryAcquire:
    case OpCode::kTryReadLock:
    case OpCode::kTryWriteLock:
    case OpCode::kSignal:
    case OpCode::kBroadcast:
    case OpCode::kWakeSome:
    case OpCode::kLeave:
    case OpCode::kOnce: return Class::kDepends;
    case OpCode::kAwait:
    case OpCode::kJoin:
    case OpCode::kWake: return Class::kMayRead;
    case OpCode::kLock:
    case OpCode::kSemAcquire:
    case OpCode::kReadLock:
    case OpCode::kWriteLock: return Class::kMayWrite;
  }
  return Class::kDepends;
}

}  // namespace mazurka
