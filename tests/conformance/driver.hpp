// The primitives of the driver, each behind one function that takes an operation and returns its result.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <type_traits>

#include "mazurka/mailbox.hpp"
#include "script.hpp"

namespace mazurka::conformance {

struct Large {
  long value, more, most;
};

// Of the members an object uses those of its kind and variant. The ones behind pointers would do something when they
// are destroyed at the end of main.
struct ObjectState {
  Kind kind;
  int variant, partner, number;

  std::atomic<uint8_t> atomic1;
  std::atomic<uint16_t> atomic2;
  std::atomic<int> atomic4;
  std::atomic<long> atomic8;
  std::atomic<Large> large;
  alignas(16) long plain;

  pthread_mutex_t mutex;
  std::mutex std_mutex;
  std::recursive_mutex recursive_mutex;
  std::timed_mutex timed_mutex;
  mtx_t c11_mutex;
  pthread_spinlock_t spinlock;
  pthread_rwlock_t rwlock;
  std::shared_mutex shared_mutex;
  std::shared_timed_mutex shared_timed_mutex;

  sem_t semaphore;
  std::counting_semaphore<>* std_semaphore;
  pthread_cond_t condition;
  std::condition_variable* std_condition;
  std::condition_variable_any* condition_any;
  cnd_t c11_condition;
  pthread_barrier_t barrier;
  std::barrier<>* std_barrier;
  std::latch* latch;
  std::promise<int>* promise;
  std::shared_future<int>* future;
  mazurka::mailbox<int>* mailbox;
  int queue;      // of the kernel, or one end of a pair
  int other_end;  // from which is read
  pthread_once_t once;
  std::once_flag once_flag;
};
static_assert(std::is_trivially_destructible_v<ObjectState>);
extern ObjectState objects[kMaxObjects];

void prepare(int number, Kind kind, int variant, int initial, int partner);

struct AtomicUse {
  Op op;
  int variant, order;
  long a, b;
};
long use_atomic(ObjectState& object, const AtomicUse& use, int object2);
// A read returns 0 unless the value is to count.
long use_plain(ObjectState& object, Op op, int variant, long a, bool counts);
long use_mutex(ObjectState& object, Op op);
// `own`: how often the thread has it for reading, or -1.
long use_rwlock(ObjectState& object, Op op, int own);
// `own`: how often the thread has the mutex.
long use_condition(ObjectState& object, Op op, int own);
void make_mailbox(ObjectState& object, int capacity);
long use_mailbox(ObjectState& object, Op op, int variant, long a);
// Semaphores, barriers, latches, futures, once.
long use_other(ObjectState& object, Op op, long a);

}  // namespace mazurka::conformance
