// Atomics of all sizes, semaphores, barriers, latches, futures and once of the driver.
#include <time.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>

#include "driver.hpp"
#include "mazurka/mazurka.hpp"

namespace mazurka::conformance {

namespace {

// What a std::atomic of a number and one of a structure have in common, as numbers.
template <class T>
T as(long number) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(number);
  } else {
    return T{number, -number, 7};
  }
}
long number_of(const Large& large) {
  return large.value;
}
long number_of(long number) {
  return number;
}

template <class T>
long use_number(std::atomic<T>& atomic, const AtomicUse& use) {
  T number = static_cast<T>(use.a < 0 ? -use.a : use.a), bit = static_cast<T>(1 << (use.a & 31));
  auto order = static_cast<std::memory_order>(use.order);
  bool flips = use.variant == 1;
  switch (use.op) {
    case Op::kFetchAdd: return use.a < 0 ? atomic.fetch_sub(number, order) : atomic.fetch_add(number, order);
    case Op::kFlagOn: return flips ? atomic.fetch_xor(bit, order) : atomic.fetch_or(bit, order);
    case Op::kFlagOff: return flips ? atomic.fetch_xor(bit, order) : atomic.fetch_and(static_cast<T>(~bit), order);
    case Op::kWaitChange: return atomic.wait(number), 0;
    case Op::kNotifyOne: return atomic.notify_one(), 0;
    default: return atomic.notify_all(), 0;
  }
}

template <class T>
void wait_until(std::atomic<T>& atomic, long value, bool in_a_loop) {
  if (!in_a_loop) return mazurka::await([&] { return number_of(atomic.load()) == value; });
  while (number_of(atomic.load()) != value) {
  }
}

template <class T>
long use_one(std::atomic<T>& atomic, const AtomicUse& use) {
  T expected = as<T>(use.a);
  auto order = static_cast<std::memory_order>(use.order);
  switch (use.op) {
    case Op::kLoad: return number_of(atomic.load(order));
    case Op::kStore: return atomic.store(as<T>(use.a), order), 0;
    case Op::kExchange: return number_of(atomic.exchange(as<T>(use.a), order));
    case Op::kCas:
      return use.variant == 0 ? atomic.compare_exchange_strong(expected, as<T>(use.b), order)
                              : atomic.compare_exchange_weak(expected, as<T>(use.b), order);
    case Op::kAwait: return wait_until(atomic, use.a, use.variant == 1), 0;
    default:
      if constexpr (std::is_integral_v<T>) return use_number(atomic, use);
      return 0;
  }
}

template <class Action>
long with_atomic(ObjectState& object, Action action) {
  switch (object.variant) {
    case 1: return action(object.atomic1);
    case 2: return action(object.atomic2);
    case 4: return action(object.atomic4);
    case 8: return action(object.atomic8);
    default: return action(object.large);
  }
}

long use_alone(ObjectState& object, Op op, long a) {
  return with_atomic(object, [&](auto& atomic) { return use_one(atomic, {op, 0, 5, a, 0}); });
}

void hit(int number) {
  use_alone(objects[objects[number].partner], Op::kFetchAdd, 1);
}
template <int N>
void hit_number() {
  hit(N);
}
template <int N>
void use_static_guard() {
  static int once = (hit(N), 1);
  (void)once;
}
template <int... N>
void call(int number, bool guard, pthread_once_t* once, std::integer_sequence<int, N...>) {
  static void (*const hits[])() = {hit_number<N>...};
  static void (*const guards[])() = {use_static_guard<N>...};
  if (guard)
    guards[number]();
  else
    pthread_once(once, hits[number]);
}

long use_once(ObjectState& object) {
  if (object.variant == 1)
    std::call_once(object.once_flag, hit, object.number);
  else
    call(object.number, object.variant == 2, &object.once, std::make_integer_sequence<int, kMaxObjects>());
  return 0;
}

long use_semaphore(ObjectState& object, Op op) {
  if (object.variant == 1) {
    switch (op) {
      case Op::kAcquire: return object.std_semaphore->acquire(), 0;
      case Op::kTryAcquire: return object.std_semaphore->try_acquire();
      case Op::kTimedAcquire: return object.std_semaphore->try_acquire_for(std::chrono::seconds(1));
      default: return object.std_semaphore->release(), 0;
    }
  }
  timespec time;
  switch (op) {
    case Op::kAcquire: return sem_wait(&object.semaphore);
    case Op::kTryAcquire: return sem_trywait(&object.semaphore) == 0;
    case Op::kTimedAcquire:
      clock_gettime(CLOCK_REALTIME, &time);
      time.tv_sec++;
      return sem_timedwait(&object.semaphore, &time) == 0;
    default: return sem_post(&object.semaphore);
  }
}

long use_future(ObjectState& object, Op op, long a) {
  if (op == Op::kGetFuture) return object.future->get();
  if (op == Op::kPollFuture) return object.future->wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  try {
    object.promise->set_value(static_cast<int>(a));
    return 0;
  } catch (const std::future_error&) {
    return 1;
  }
}

void make_mutex(pthread_mutex_t* mutex, int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(mutex, &attributes);
}

}  // namespace

long use_atomic(ObjectState& object, const AtomicUse& use, int object2) {
  if (use.op != Op::kSwap && use.op != Op::kLoadPair)
    return with_atomic(object, [&](auto& atomic) { return use_one(atomic, use); });
  AtomicSection section;
  long first = use_alone(object, Op::kLoad, 0), second = use_alone(objects[object2], Op::kLoad, 0);
  if (use.op == Op::kLoadPair) return 100 * first + second;
  use_alone(object, Op::kStore, second);
  use_alone(objects[object2], Op::kStore, first);
  return 0;
}

namespace {

void* memory_of(ObjectState& object) {
  if (object.kind == Kind::kPlain) return &object.plain;
  switch (object.variant) {
    case 1: return &object.atomic1;
    case 2: return &object.atomic2;
    case 4: return &object.atomic4;
    default: return &object.atomic8;
  }
}

template <class T>
long access(void* memory, bool writes, long a) {
  if (!writes) return static_cast<long>(*static_cast<volatile T*>(memory));
  *static_cast<T*>(memory) = static_cast<T>(a);
  return 0;
}

long copy_or_fill(void* memory, size_t size, bool writes, long a) {
  volatile size_t bytes = size;  // so that the call is not replaced by an access
  unsigned char buffer[8] = {};
  if (writes)
    memset(memory, static_cast<int>(a), bytes);
  else
    __asm__ volatile("" : : "r"(memcpy(buffer, memory, bytes)) : "memory");  // the copy counts as used
  return buffer[0];
}

long access_plain(void* memory, int size, bool writes, long a) {
  switch (size) {
    case 1: return access<uint8_t>(memory, writes, a);
    case 2: return access<uint16_t>(memory, writes, a);
    case 4: return access<uint32_t>(memory, writes, a);
    default: return access<uint64_t>(memory, writes, a);
  }
}

}  // namespace

long use_plain(ObjectState& object, Op op, int variant, long a, bool counts) {
  bool writes = op == Op::kPlainWrite;
  void* memory = memory_of(object);
  long value = variant == 1 ? copy_or_fill(memory, static_cast<size_t>(object.variant), writes, a)
                            : access_plain(memory, object.variant, writes, a);
  return counts ? value & 0xff : 0;  // memset leaves the same in all bytes
}

long use_other(ObjectState& object, Op op, long a) {
  switch (object.kind) {
    case Kind::kSemaphore: return use_semaphore(object, op);
    case Kind::kBarrier:
      if (object.variant == 0) return pthread_barrier_wait(&object.barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
      return object.std_barrier->arrive_and_wait(), 0;
    case Kind::kLatch:
      switch (op) {
        case Op::kArriveAndWait: return object.latch->arrive_and_wait(), 0;
        case Op::kCountDown: return object.latch->count_down(), 0;
        case Op::kLatchWait: return object.latch->wait(), 0;
        default: return object.latch->try_wait();
      }
    case Kind::kFuture: return use_future(object, op, a);
    default: return use_once(object);
  }
}

void prepare(int number, Kind kind, int variant, int initial, int partner) {
  ObjectState& object = objects[number];
  object.kind = kind;
  object.variant = kind == Kind::kCounter ? 8 : kind == Kind::kFlags ? 4 : variant;
  object.partner = partner;
  object.number = number;
  switch (kind) {
    case Kind::kAtomic: use_alone(object, Op::kStore, initial); return;
    case Kind::kPlain:
    case Kind::kCounter:
    case Kind::kFlags: return;
    case Kind::kMutex:
      make_mutex(&object.mutex, variant == kRecursiveMutex    ? PTHREAD_MUTEX_RECURSIVE
                                : variant == kErrorCheckMutex ? PTHREAD_MUTEX_ERRORCHECK
                                                              : PTHREAD_MUTEX_NORMAL);
      mtx_init(&object.c11_mutex, mtx_timed);
      pthread_spin_init(&object.spinlock, 0);
      return;
    case Kind::kRwlock: pthread_rwlock_init(&object.rwlock, nullptr); return;
    case Kind::kSemaphore:
      sem_init(&object.semaphore, 0, static_cast<unsigned>(initial));
      object.std_semaphore = new std::counting_semaphore<>(initial);
      return;
    case Kind::kCondition:
      pthread_cond_init(&object.condition, nullptr);
      cnd_init(&object.c11_condition);
      object.std_condition = new std::condition_variable;
      object.condition_any = new std::condition_variable_any;
      return;
    case Kind::kBarrier:
      pthread_barrier_init(&object.barrier, nullptr, static_cast<unsigned>(initial));
      object.std_barrier = new std::barrier<>(initial);
      return;
    case Kind::kLatch: object.latch = new std::latch(initial); return;
    case Kind::kFuture:
      object.promise = new std::promise<int>;
      object.future = new std::shared_future<int>(object.promise->get_future());
      return;
    case Kind::kMailbox: return make_mailbox(object, initial);
    case Kind::kOnce: object.once = PTHREAD_ONCE_INIT; return;
  }
}

}  // namespace mazurka::conformance
