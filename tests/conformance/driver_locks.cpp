// Mutexes, read-write locks and condition variables of the driver.
#include <time.h>

#include <cerrno>
#include <chrono>
#include <system_error>

#include "driver.hpp"
#include "mazurka/mazurka.hpp"

namespace mazurka::conformance {

namespace {

using std::chrono::seconds;

timespec soon() {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec++;
  return time;
}

long use_pthread_mutex(pthread_mutex_t* mutex, Op op) {
  timespec time;
  switch (op) {
    case Op::kLock: return pthread_mutex_lock(mutex);
    case Op::kTryLock: return pthread_mutex_trylock(mutex) == 0;
    case Op::kTimedLock: return time = soon(), pthread_mutex_timedlock(mutex, &time) == 0;
    default: return pthread_mutex_unlock(mutex);
  }
}

long use_c11_mutex(mtx_t* mutex, Op op) {
  timespec time;
  switch (op) {
    case Op::kLock: return mtx_lock(mutex) != thrd_success;
    case Op::kTryLock: return mtx_trylock(mutex) == thrd_success;
    case Op::kTimedLock: return time = soon(), mtx_timedlock(mutex, &time) == thrd_success;
    default: return mtx_unlock(mutex) != thrd_success;
  }
}

template <class Mutex>
long use_std_mutex(Mutex& mutex, Op op) {
  switch (op) {
    case Op::kLock: return mutex.lock(), 0;
    case Op::kTryLock: return mutex.try_lock();
    case Op::kTimedLock:
      if constexpr (requires { mutex.try_lock_for(seconds(1)); }) return mutex.try_lock_for(seconds(1));
      return 0;
    default: return mutex.unlock(), 0;
  }
}

long use_spinlock(pthread_spinlock_t* lock, Op op) {
  switch (op) {
    case Op::kLock: return pthread_spin_lock(lock);
    case Op::kTryLock: return pthread_spin_trylock(lock) == 0;
    default: return pthread_spin_unlock(lock);
  }
}

long use_pthread_rwlock(pthread_rwlock_t* lock, Op op) {
  timespec time;
  switch (op) {
    case Op::kReadLock: return pthread_rwlock_rdlock(lock);
    case Op::kTryReadLock: return pthread_rwlock_tryrdlock(lock) == 0;
    case Op::kTimedReadLock: return time = soon(), pthread_rwlock_timedrdlock(lock, &time) == 0;
    case Op::kWriteLock: return pthread_rwlock_wrlock(lock);
    case Op::kTryWriteLock: return pthread_rwlock_trywrlock(lock) == 0;
    case Op::kTimedWriteLock: return time = soon(), pthread_rwlock_timedwrlock(lock, &time) == 0;
    default: return pthread_rwlock_unlock(lock);
  }
}

template <class Mutex>
long use_shared_mutex(Mutex& mutex, Op op, int own) {
  try {
    switch (op) {
      case Op::kReadLock: return mutex.lock_shared(), 0;
      case Op::kTryReadLock: return mutex.try_lock_shared();
      case Op::kWriteLock: return mutex.lock(), 0;
      case Op::kTryWriteLock: return mutex.try_lock();
      default: return (own > 0 ? mutex.unlock_shared() : mutex.unlock()), 0;
    }
  } catch (const std::system_error& error) {
    return error.code().value();
  }
}

long use_std_condition(std::condition_variable& condition, Op op, std::mutex& mutex) {
  if (op == Op::kSignal) return condition.notify_one(), 0;
  if (op == Op::kBroadcast) return condition.notify_all(), 0;
  std::unique_lock lock(mutex, std::adopt_lock);
  if (op == Op::kWait)
    condition.wait(lock);
  else
    condition.wait_for(lock, seconds(1));
  lock.release();
  return 0;
}

long use_condition_any(std::condition_variable_any& condition, Op op, std::mutex& mutex, int own) {
  if (op == Op::kSignal) return condition.notify_one(), 0;
  if (op == Op::kBroadcast) return condition.notify_all(), 0;
  if (own == 0) mazurka::fail("wait without the mutex");
  if (op == Op::kWait)
    condition.wait(mutex);
  else
    condition.wait_for(mutex, seconds(1));
  return 0;
}

}  // namespace

long use_mutex(ObjectState& object, Op op) {
  switch (object.variant) {
    case kStdMutex: return use_std_mutex(object.std_mutex, op);
    case kStdRecursiveMutex: return use_std_mutex(object.recursive_mutex, op);
    case kStdTimedMutex: return use_std_mutex(object.timed_mutex, op);
    case kC11Mutex: return use_c11_mutex(&object.c11_mutex, op);
    case kSpinlock: return use_spinlock(&object.spinlock, op);
    default: return use_pthread_mutex(&object.mutex, op);
  }
}

long use_rwlock(ObjectState& object, Op op, int own) {
  switch (object.variant) {
    case kPthreadRwlock: return use_pthread_rwlock(&object.rwlock, op);
    case kSharedMutex: return use_shared_mutex(object.shared_mutex, op, own);
    default: return use_shared_mutex(object.shared_timed_mutex, op, own);
  }
}

long use_condition(ObjectState& object, Op op, int own) {
  ObjectState& mutex = objects[object.partner];
  timespec time;
  switch (object.variant) {
    case kStdCondition: return use_std_condition(*object.std_condition, op, mutex.std_mutex);
    case kConditionAny: return use_condition_any(*object.condition_any, op, mutex.std_mutex, own);
    case kC11Condition:
      switch (op) {
        case Op::kWait: return cnd_wait(&object.c11_condition, &mutex.c11_mutex) != thrd_success;
        case Op::kTimedWait:
          return time = soon(), cnd_timedwait(&object.c11_condition, &mutex.c11_mutex, &time) == thrd_success;
        case Op::kSignal: return cnd_signal(&object.c11_condition) != thrd_success;
        default: return cnd_broadcast(&object.c11_condition) != thrd_success;
      }
    default:
      switch (op) {
        case Op::kWait: return pthread_cond_wait(&object.condition, &mutex.mutex);
        case Op::kTimedWait: return time = soon(), pthread_cond_timedwait(&object.condition, &mutex.mutex, &time) == 0;
        case Op::kSignal: return pthread_cond_signal(&object.condition);
        default: return pthread_cond_broadcast(&object.condition);
      }
  }
}

}  // namespace mazurka::conformance
