// Futexes, as syscall(SYS_futex, ...): raw ones, and those in std::atomic::wait, std::latch, std::barrier,
// std::counting_semaphore and std::future.
//
// A futex is two objects: the word, which belongs to the program, and the queue of the threads that wait. To wait is
// one event, which reads the word and writes the queue: the kernel compares and joins the queue in one step, as seen by
// those who wake. Storing to the word does not touch the queue. Which of the waiters is woken is explored.
#include "runtime/entries/sync/futex.hpp"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

#include <bit>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/time/patience.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/entries/sync/futex_queues.hpp"
#include "runtime/entries/sync/kernel_futexes.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

struct FutexCall {
  uint32_t* word;
  int operation;
  uint32_t value;
  const timespec* time;
  uint64_t pc;
};

ObjectId queue_of(const uint32_t* word) {
  return program->object(reinterpret_cast<uintptr_t>(word), kFutexQueueObject, 8);
}

// Ends a wait that has a deadline: 0 if the thread was woken, else ETIMEDOUT.
int leave_queue(const FutexCall& call, const Patience& patience) {
  uintptr_t address = reinterpret_cast<uintptr_t>(call.word);
  uint64_t self = uint64_t{1} << current_thread();
  visible(OpCode::kLeave, call.word, kFutexQueueObject, 8, "futex wait", call.pc);
  program->clear_own_wakeup();
  if ((futex_waiters(address) & self) == 0) return 0;
  set_futex_waiters(address, futex_waiters(address) & ~self);
  return patience.give_up();
}

int wait(const FutexCall& call, const Patience& patience) {
  if (current_thread() >= kMaxWaiters) report_unsupported("waiting on a futex in more than 63 threads", call.pc);
  Operation op;
  op.code = OpCode::kFutexWait;
  op.object = program->object(reinterpret_cast<uintptr_t>(call.word), kAtomicObject, 4);
  op.object2 = queue_of(call.word);
  op.a = call.value;
  program->announce(op, "futex wait", call.pc);
  atomic_load(call.word, 4, __ATOMIC_RELAXED, call.pc);
  if (*static_cast<volatile uint32_t*>(call.word) != call.value) return EAGAIN;
  uintptr_t address = reinterpret_cast<uintptr_t>(call.word);
  set_futex_waiters(address, futex_waiters(address) | uint64_t{1} << current_thread());
  if (patience.gives_up) return leave_queue(call, patience);
  op = {};
  op.code = OpCode::kWake;
  program->announce(op, "futex wait", call.pc);
  return 0;
}

// Asked to wake none or fewer, Linux wakes one.
uint32_t at_least_one(uint32_t count) {
  return count == 0 || count > INT_MAX ? 1 : count;
}

// The number of the woken.
long wake(const FutexCall& call) {
  uint32_t most = at_least_one(call.value);
  Operation op;
  op.code = most == 1 ? OpCode::kSignal : most >= kMaxWaiters ? OpCode::kBroadcast : OpCode::kWakeSome;
  if (op.code == OpCode::kWakeSome && user_threads.size() > kMaxChosenWaiters)
    report_unsupported("futex wake of several threads, but not all, in a program with more than 32", call.pc);
  op.object = queue_of(call.word);
  op.a = most;
  Choice choice = program->announce(op, "futex wake", call.pc);
  uintptr_t address = reinterpret_cast<uintptr_t>(call.word);
  uint64_t waiters = futex_waiters(address);
  uint64_t woken = threads_woken(op, static_cast<Value>(waiters), choice);
  for (uint64_t rest = woken; rest != 0; rest &= rest - 1) program->wake(static_cast<uint32_t>(std::countr_zero(rest)));
  if (woken != 0) set_futex_waiters(address, waiters & ~woken);
  return std::popcount(woken);
}

Patience patience_of(const FutexCall& call, int command) {
  if (call.time == nullptr) return for_ever();
  int clock = (call.operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  if (command == FUTEX_WAIT_BITSET) return until(clock, *call.time);
  return until(virtual_clock.read() + duration_of(*call.time));
}

// As the system call: below 0 is -errno.
long wait_or_wake(const FutexCall& call, int command) {
  if (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET) {
    if (call.time != nullptr && !is_valid(call.time)) return -EINVAL;
    return -wait(call, patience_of(call, command));
  }
  return wake(call);
}

// What the word's own model does not know.
bool needs_kernel_futexes(int command, uint32_t bits) {
  switch (command) {
    case FUTEX_WAIT_BITSET:
    case FUTEX_WAKE_BITSET: return bits != FUTEX_BITSET_MATCH_ANY;
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
    case FUTEX_WAKE_OP: return true;
    default: return false;
  }
}

long as_kernel_futex(const FutexCall& call, int command, uint32_t* other, uint32_t third) {
  bool has_bits = command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET;
  KernelFutexCall kernel_call{call.word, has_bits ? third : FUTEX_BITSET_MATCH_ANY, call.pc};
  // In the place of the time.
  auto second = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(call.time));
  bool has_two = command == FUTEX_REQUEUE || command == FUTEX_CMP_REQUEUE || command == FUTEX_WAKE_OP;
  if (has_two && reinterpret_cast<uintptr_t>(other) % 4 != 0) return -EINVAL;
  bool negative = call.value > INT_MAX || second > INT_MAX;
  switch (command) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      if (call.time != nullptr && !is_valid(call.time)) return -EINVAL;
      return kernel_futex_wait(kernel_call, call.value, patience_of(call, command));
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
      if (negative) return -EINVAL;
      return kernel_futex_requeue(kernel_call, call.value, second, other,
                                  command == FUTEX_CMP_REQUEUE ? &third : nullptr);
    case FUTEX_WAKE_OP:
      return kernel_futex_wake_op(kernel_call, at_least_one(call.value), at_least_one(second), other, third);
    default: return kernel_futex_wake(kernel_call, at_least_one(call.value));
  }
}

long futex(const FutexCall& call, uint32_t* other, uint32_t third) {
  int command = call.operation & FUTEX_CMD_MASK;
  if (reinterpret_cast<uintptr_t>(call.word) % 4 != 0) return -EINVAL;
  switch (command) {
    case FUTEX_WAIT_BITSET:
    case FUTEX_WAKE_BITSET:
      if (third == 0) return -EINVAL;
      break;
    case FUTEX_WAIT:
    case FUTEX_WAKE:
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
    case FUTEX_WAKE_OP: break;
    default: report_unsupported("futex with priority inheritance", call.pc);
  }
  if (needs_kernel_futexes(command, third)) learn_fact(Fact::kNeedsKernelFutexes, 0);
  if (is_known(Fact::kNeedsKernelFutexes, 0)) return as_kernel_futex(call, command, other, third);
  return wait_or_wake(call, command);
}

}  // namespace

namespace mazurka::runtime {

long perform_futex(const long (&a)[6], uint64_t pc) {
  if (a[0] == 0) return -EFAULT;
  FutexCall call{reinterpret_cast<uint32_t*>(a[0]), static_cast<int>(a[1]), static_cast<uint32_t>(a[2]),
                 reinterpret_cast<const timespec*>(a[3]), pc};
  return futex(call, reinterpret_cast<uint32_t*>(a[4]), static_cast<uint32_t>(a[5]));
}

}  // namespace mazurka::runtime
