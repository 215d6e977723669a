#include "runtime/entries/sync/kernel_futexes.hpp"

#include <errno.h>
#include <linux/futex.h>

#include <bit>

#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/thread_words.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

// A bit for each thread. (No memory from the heap: a thread may be left where it stands when the execution ends.)
using Threads = uint64_t;

Threads bit_of(uint32_t thread) {
  return Threads{1} << thread;
}

// By thread: what it waits for, if it does. Of one execution.
struct Waiter {
  const uint32_t* word;
  uint32_t bits;
};
Waiter waiters[kMaxWaiters];
PerExecution<Threads> waiting_threads;

// A thread in the middle of a wait is not in the state that it was in before: its word says so to those who compare.
void set_waiting(uint32_t thread, bool waits) {
  uint64_t& word = words_of(thread).futex_waits;
  if (watches_rounds) note_write_of_round(reinterpret_cast<uintptr_t>(&word), sizeof word);
  word = waits ? 1 : 0;
  waiting_threads.get() = (waiting_threads.get() & ~bit_of(thread)) | (waits ? bit_of(thread) : 0);
}

// Holds the lock of the queues, and tells the steps that are done under it.
class Queues {
 public:
  Queues(const char* name, uint64_t pc) : name_(name), pc_(pc) {
    visible(OpCode::kLock, &lock(), kMutexObject, 4, name_, pc_);
    lock() = static_cast<int32_t>(current_thread()) + 1;
  }
  Queues(const Queues&) = delete;
  Queues& operator=(const Queues&) = delete;
  ~Queues() {
    visible(OpCode::kUnlock, &lock(), kMutexObject, 4, name_, pc_);
    lock() = 0;
  }

  uint32_t load(uint32_t* word) const {
    visible(OpCode::kLoad, word, kAtomicObject, 4, name_, pc_);
    atomic_load(word, 4, __ATOMIC_RELAXED, pc_);
    return *static_cast<volatile uint32_t*>(word);
  }

  // Those who wait on the word with one of the bits.
  static Threads waiting_on(const uint32_t* word, uint32_t bits) {
    Threads found = 0;
    for (uint32_t t = 0; t < kMaxWaiters; t++)
      if ((waiting_threads.get() & bit_of(t)) != 0 && waiters[t].word == word && (waiters[t].bits & bits) != 0)
        found |= bit_of(t);
    return found;
  }

  // All of the threads, or, if they are more than `most`, so many as the environment chooses.
  Threads choose(Threads threads, uint32_t most) const {
    Threads chosen = 0;
    for (uint32_t needed = most; threads != 0 && needed > 0; threads &= threads - 1) {
      bool all = static_cast<uint32_t>(std::popcount(threads)) <= needed;
      if (all) return chosen | threads;
      if (!is_taken()) continue;
      chosen |= threads & (~threads + 1);
      needed--;
    }
    return chosen;
  }

  void wake(Threads threads) const {
    for (Threads rest = threads; rest != 0; rest &= rest - 1)
      set_waiting(static_cast<uint32_t>(std::countr_zero(rest)), false);
    for (; threads != 0; threads &= threads - 1) {
      int32_t& sleeping_place = words_of(static_cast<uint32_t>(std::countr_zero(threads))).futex_wakeups;
      visible(OpCode::kSemRelease, &sleeping_place, kSemaphoreObject, 4, name_, pc_);
      sleeping_place++;
    }
  }

 private:
  bool is_taken() const {
    Operation op;
    op.code = OpCode::kChoose;
    op.a = 2;
    return program->announce(op, "futex: is this one chosen", pc_) == 0;
  }

  static int32_t& lock() { return words_of(0).futex_lock; }
  const char* name_;
  uint64_t pc_;
};

void sleep_until_woken(const char* name, uint64_t pc) {
  int32_t& sleeping_place = words_of(current_thread()).futex_wakeups;
  visible(OpCode::kSemAcquire, &sleeping_place, kSemaphoreObject, 4, name, pc);
  sleeping_place--;
}

// The wait has a deadline: it is over. True: the thread was still among the waiters.
bool leave(uint64_t pc) {
  Queues queues("futex wait", pc);
  bool still = (waiting_threads.get() & bit_of(current_thread())) != 0;
  if (still) set_waiting(current_thread(), false);
  return still;
}

struct WakeOp {
  uint32_t operation, argument, comparison, bound;
};
// The number's parts have a sign.
uint32_t signed_part(uint32_t value) {
  return (value & 0x800) != 0 ? value | 0xfffff000 : value;
}
WakeOp decoded(uint32_t code) {
  WakeOp op{code >> 28 & 7, signed_part(code >> 12 & 0xfff), code >> 24 & 15, signed_part(code & 0xfff)};
  if ((code >> 28 & FUTEX_OP_OPARG_SHIFT) != 0) op.argument = 1u << (op.argument & 31);
  return op;
}
bool is_valid(const WakeOp& op) {
  return op.operation <= FUTEX_OP_XOR && op.comparison <= FUTEX_OP_CMP_GE;
}
uint32_t changed(const WakeOp& op, uint32_t old) {
  switch (op.operation) {
    case FUTEX_OP_SET: return op.argument;
    case FUTEX_OP_ADD: return old + op.argument;
    case FUTEX_OP_OR: return old | op.argument;
    case FUTEX_OP_ANDN: return old & ~op.argument;
    default: return old ^ op.argument;
  }
}
bool compares(const WakeOp& op, uint32_t old) {
  auto value = static_cast<int32_t>(old), bound = static_cast<int32_t>(op.bound);
  switch (op.comparison) {
    case FUTEX_OP_CMP_EQ: return value == bound;
    case FUTEX_OP_CMP_NE: return value != bound;
    case FUTEX_OP_CMP_LT: return value < bound;
    case FUTEX_OP_CMP_LE: return value <= bound;
    case FUTEX_OP_CMP_GT: return value > bound;
    default: return value >= bound;
  }
}

}  // namespace

long kernel_futex_wait(const KernelFutexCall& call, uint32_t expected, const Patience& patience) {
  if (current_thread() >= kMaxWaiters) report_unsupported("waiting on a futex in more than 63 threads", call.pc);
  {
    Queues queues("futex wait", call.pc);
    if (queues.load(call.word) != expected) return -EAGAIN;
    waiters[current_thread()] = {call.word, call.bits};
    set_waiting(current_thread(), true);
  }
  if (patience.gives_up && leave(call.pc)) return -patience.give_up();
  sleep_until_woken("futex wait", call.pc);
  return 0;
}

long kernel_futex_wake(const KernelFutexCall& call, uint32_t most) {
  Queues queues("futex wake", call.pc);
  Threads woken = queues.choose(Queues::waiting_on(call.word, call.bits), most);
  queues.wake(woken);
  return std::popcount(woken);
}

long kernel_futex_requeue(const KernelFutexCall& call, uint32_t wakes, uint32_t moves, uint32_t* other,
                          const uint32_t* expected) {
  Queues queues("futex requeue", call.pc);
  if (expected != nullptr && queues.load(call.word) != *expected) return -EAGAIN;
  Threads candidates = Queues::waiting_on(call.word, FUTEX_BITSET_MATCH_ANY);
  Threads woken = queues.choose(candidates, wakes);
  Threads moved = queues.choose(candidates & ~woken, moves);
  for (Threads rest = moved; rest != 0; rest &= rest - 1) waiters[std::countr_zero(rest)].word = other;
  queues.wake(woken);
  return std::popcount(woken | moved);
}

long kernel_futex_wake_op(const KernelFutexCall& call, uint32_t wakes, uint32_t other_wakes, uint32_t* other,
                          uint32_t operation) {
  WakeOp op = decoded(operation);
  if (!is_valid(op)) return -ENOSYS;
  Queues queues("futex wake-op", call.pc);
  visible(OpCode::kExchange, other, kAtomicObject, 4, "futex wake-op", call.pc);
  uint32_t old = *static_cast<volatile uint32_t*>(other);
  *static_cast<volatile uint32_t*>(other) = changed(op, old);
  atomic_update(other, 4, __ATOMIC_RELAXED, call.pc);
  Threads woken = queues.choose(Queues::waiting_on(call.word, FUTEX_BITSET_MATCH_ANY), wakes);
  queues.wake(woken);
  if (!compares(op, old)) return std::popcount(woken);
  Threads also_woken = queues.choose(Queues::waiting_on(other, FUTEX_BITSET_MATCH_ANY), other_wakes);
  queues.wake(also_woken);
  return std::popcount(woken) + std::popcount(also_woken);
}

}  // namespace mazurka::runtime
