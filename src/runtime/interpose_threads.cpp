// Threads, mutexes, condition variables, once and keys: pthreads, C11 <threads.h>, and what the C++ library builds on
// them.
//
// The state of a primitive is kept in the program's own object, so that it is rolled back with the program's memory.
#include <cxxabi.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <threads.h>

#include "runtime/cancellation.hpp"
#include "runtime/interpose.hpp"
#include "runtime/interpose_timed.hpp"
#include "runtime/program_heap.hpp"
#include "runtime/race_detector.hpp"
#include "runtime/snapshot.hpp"
#include "runtime/stream_lock.hpp"
#include "runtime/system_calls.hpp"
#include "runtime/thread_words.hpp"
#include "runtime/trouble.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// ---- threads

pthread_t create(void* (*start)(void*), int (*start_c11)(void*), void* argument, bool detached, const char* name,
                 uint64_t pc) {
  prepare_output();
  Operation op;
  op.code = OpCode::kSpawn;
  op.partner = ThreadId(program->next_child());
  program->announce(op, name, pc);
  hb_create(op.partner.number);
  uint32_t id = program->create_thread(start, start_c11, argument, detached);
  return program->thread(id).context.thread_pointer;
}

// ---- mutexes: glibc's layout, with our own meaning of the first two words

struct Mutex {
  int32_t owner_plus_one;
  uint32_t depth;
  int32_t recovery;  // of a robust mutex
  int32_t ceiling;   // of a priority, which nobody looks at
  int32_t kind;
};
constexpr int32_t kRecursive = 1, kErrorCheck = 2, kRobust = 16, kProtects = 64, kDestroyed = -1;
// A robust mutex whose owner ended: the next one who locks it is told, and makes it consistent before it unlocks it; or
// nobody can lock it any more.
constexpr int32_t kConsistent = 0, kOwnerDied = 1, kLost = 2;

Mutex* as_mutex(void* mutex) {
  return static_cast<Mutex*>(mutex);
}
int32_t self_plus_one() {
  return static_cast<int32_t>(program->current) + 1;
}

// The robust mutexes that a thread holds: in its thread-local storage, which is rolled back with the program's memory.
constexpr uint32_t kMaxRobust = 32;
struct RobustMutexes {
  uint32_t used;
  Mutex* held[kMaxRobust];
};
__attribute__((tls_model("initial-exec"))) thread_local RobustMutexes robust_mutexes;

// The current thread was given the mutex: what that function returns.
int take(Mutex* mutex, uint32_t depth) {
  if ((mutex->kind & kRobust) != 0) {
    if (mutex->recovery == kLost) return ENOTRECOVERABLE;
    if (robust_mutexes.used == kMaxRobust) report_unsupported("holding more than 32 robust mutexes", 0);
    robust_mutexes.held[robust_mutexes.used++] = mutex;
  }
  mutex->owner_plus_one = self_plus_one();
  mutex->depth = depth;
  return (mutex->kind & kRobust) != 0 && mutex->recovery == kOwnerDied ? EOWNERDEAD : 0;
}

void forget_robust(const Mutex* mutex) {
  RobustMutexes& own = robust_mutexes;
  for (uint32_t k = 0; k < own.used; k++)
    if (own.held[k] == mutex) own.held[k--] = own.held[--own.used];
}

// The current thread unlocks the mutex, having locked it once.
void give_up(Mutex* mutex) {
  if ((mutex->kind & kRobust) != 0) {
    forget_robust(mutex);
    if (mutex->recovery == kOwnerDied) mutex->recovery = kLost;
  }
  mutex->owner_plus_one = 0;
  mutex->depth = 0;
}

int lock(void* address, const char* name, uint64_t pc) {
  Mutex* mutex = as_mutex(address);
  if (mutex->kind == kDestroyed) report_misuse("lock of a mutex that was destroyed");
  if (mutex->owner_plus_one == self_plus_one()) {
    if ((mutex->kind & 3) == kRecursive) {
      note_change();
      mutex->depth++;
      return 0;
    }
    if ((mutex->kind & 3) == kErrorCheck) return EDEADLK;
  }
  bool silent = is_unwinder_code(pc) && mutex->owner_plus_one == 0;
  if (!silent) {
    use_primitive(address, pc);
    visible(OpCode::kLock, address, ObjectKind::kMutex, 4, name, pc);
    hb_acquire(address);
  }
  return take(mutex, 1);
}

int try_lock(void* address, const char* name, uint64_t pc) {
  Mutex* mutex = as_mutex(address);
  if (mutex->kind == kDestroyed) report_misuse("lock of a mutex that was destroyed");
  if (mutex->owner_plus_one == self_plus_one() && (mutex->kind & 3) == kRecursive) {
    note_change();
    mutex->depth++;
    return 0;
  }
  use_primitive(address, pc);
  visible(OpCode::kTryLock, address, ObjectKind::kMutex, 4, name, pc);
  if (mutex->owner_plus_one != 0) return EBUSY;
  note_change();
  hb_acquire(address);
  return take(mutex, 1);
}

int unlock(void* address, const char* name, uint64_t pc) {
  Mutex* mutex = as_mutex(address);
  if (mutex->owner_plus_one != self_plus_one()) {
    if ((mutex->kind & 3) == kErrorCheck && mutex->kind != kDestroyed) return EPERM;
    report_misuse(mutex->kind == kDestroyed    ? "unlock of a mutex that was destroyed"
                  : mutex->owner_plus_one == 0 ? "unlock of a mutex that is not locked"
                                               : "unlock of a mutex that another thread holds");
  }
  if (mutex->depth > 1) {
    note_change();
    mutex->depth--;
    return 0;
  }
  if (!is_unwinder_code(pc)) {
    use_primitive(address, pc);
    visible(OpCode::kUnlock, address, ObjectKind::kMutex, 4, name, pc);
    hb_release(address);
  }
  give_up(mutex);
  return 0;
}

void init_mutex(void* address, int32_t kind) {
  memset(address, 0, sizeof(pthread_mutex_t));
  as_mutex(address)->kind = kind;
}

void set_attributes(Mutex* mutex, const pthread_mutexattr_t* attributes) {
  int robust = PTHREAD_MUTEX_STALLED, protocol = PTHREAD_PRIO_NONE;
  pthread_mutexattr_getrobust(attributes, &robust);
  pthread_mutexattr_getprotocol(attributes, &protocol);
  mutex->kind &= kRecursive | kErrorCheck;
  if (robust == PTHREAD_MUTEX_ROBUST) mutex->kind |= kRobust;
  if (protocol != PTHREAD_PRIO_PROTECT) return;
  mutex->kind |= kProtects;
  pthread_mutexattr_getprioceiling(attributes, &mutex->ceiling);
}

int destroy_mutex(void* address, uint64_t pc) {
  Mutex* mutex = as_mutex(address);
  if (mutex->owner_plus_one != 0) report_misuse("destroy of a mutex that is locked");
  destroy_primitive(address, pc);
  mutex->kind = kDestroyed;
  return 0;
}

// ---- condition variables: the set of waiting threads in the first word

uint64_t& waiters_of(void* condition) {
  return *static_cast<uint64_t*>(condition);
}

// Ends a wait that may end without a signal: 0 if there was one, or if nothing is to be said of it.
int leave_condition(void* condition, const Patience& patience, const char* name, uint64_t pc) {
  visible(OpCode::kLeave, condition, ObjectKind::kCondition, 8, name, pc);
  program->clear_woken(program->current);
  uint64_t self = uint64_t{1} << program->current;
  if ((waiters_of(condition) & self) == 0) return 0;
  waiters_of(condition) &= ~self;
  return stop_waiting(patience, pc);
}

// Destroyed: told by the third word.
constexpr uint64_t kDestroyedCondition = 0x6d617a75726b6164;

void use_condition(void* condition, uint64_t pc) {
  use_primitive(condition, pc);
  if ((&waiters_of(condition))[2] == kDestroyedCondition)
    report_misuse("use of a condition variable that was destroyed");
}

int signal(void* condition, const char* name, uint64_t pc);

// The current thread was cancelled while it waited. If it was signalled as well, it may go on as if nothing had
// happened, or end; then the signal is not lost to others that wait. False: it goes on, and is still to be cancelled.
bool leave_cancelled(void* condition, const char* name, uint64_t pc) {
  visible(OpCode::kLeave, condition, ObjectKind::kCondition, 8, name, pc);
  program->clear_woken(program->current);
  uint64_t self = uint64_t{1} << program->current;
  if ((waiters_of(condition) & self) != 0) {
    waiters_of(condition) &= ~self;
    return true;
  }
  Operation op;
  op.code = OpCode::kChoose;
  op.a = 2;
  if (program->announce(op, "signalled or cancelled", pc) == 0) return false;
  signal(condition, name, pc);
  return true;
}

// The thread has joined the waiters. Waits until it is signalled, or gives up: 0 or an error; or until it is cancelled.
int wait_for_signal(void* condition, const Patience& patience, bool cancellable, bool& cancelled, const char* name,
                    uint64_t pc) {
  bool gives_up = patience.gives_up || virtual_clock.may_wake_spuriously();
  if (cancellable && !gives_up) program->begin_looking();
  if (cancellable && is_cancelled(name, pc)) {
    program->end_looking();
    cancelled = leave_cancelled(condition, name, pc);
    return 0;
  }
  if (gives_up) return leave_condition(condition, patience, name, pc);
  if (cancellable) {
    visible(OpCode::kLoad, condition, ObjectKind::kCondition, 8, name, pc);
    if ((waiters_of(condition) >> program->current & 1) != 0) program->wait_for_change(name, pc);
    program->end_looking();
    program->clear_woken(program->current);
    return 0;
  }
  Operation op;
  op.code = OpCode::kWake;
  program->announce(op, name, pc);
  return 0;
}

int wait(void* condition, void* address, const Patience& patience, const char* name, uint64_t pc) {
  Mutex* mutex = as_mutex(address);
  if (mutex->owner_plus_one != self_plus_one()) report_misuse("wait on a condition variable without holding the mutex");
  uint32_t self = program->current;
  if (self >= kMaxWaiters) report_unsupported("waiting on a condition variable in more than 63 threads", pc);
  use_condition(condition, pc);
  bool cancellable = may_be_cancelled(), cancelled = false;
  if (cancellable) cancellation_point(name, pc);
  visible(OpCode::kEnqueue, condition, ObjectKind::kCondition, 8, name, pc);
  waiters_of(condition) |= uint64_t{1} << self;
  uint32_t depth = mutex->depth;
  use_primitive(address, pc);
  visible(OpCode::kUnlock, address, ObjectKind::kMutex, 4, name, pc);
  hb_release(address);
  give_up(mutex);
  int error = wait_for_signal(condition, patience, cancellable, cancelled, name, pc);
  use_primitive(address, pc);
  visible(OpCode::kLock, address, ObjectKind::kMutex, 4, name, pc);
  hb_acquire(address);
  if (int failure = take(mutex, depth); failure != 0) error = failure;
  if (cancelled) act_on_cancellation();
  return error;
}

int signal(void* condition, const char* name, uint64_t pc) {
  use_condition(condition, pc);
  Choice chosen = visible(OpCode::kSignal, condition, ObjectKind::kCondition, 8, name, pc);
  if (chosen != 0) {
    waiters_of(condition) &= ~(uint64_t{1} << (chosen - 1));
    program->wake(chosen - 1);
  }
  return 0;
}

int broadcast(void* condition, const char* name, uint64_t pc) {
  use_condition(condition, pc);
  visible(OpCode::kBroadcast, condition, ObjectKind::kCondition, 8, name, pc);
  for (uint32_t t = 0; t < kMaxWaiters; t++)
    if (waiters_of(condition) >> t & 1) program->wake(t);
  waiters_of(condition) = 0;
  return 0;
}

int destroy_condition(void* condition, uint64_t pc) {
  if (waiters_of(condition) != 0) report_misuse("destroy of a condition variable on which threads wait");
  destroy_primitive(condition, pc);
  (&waiters_of(condition))[2] = kDestroyedCondition;
  return 0;
}

// ---- once: 0 not begun, 1 under way, 2 done

// Ends an initialisation, also when an exception leaves it: the next thread tries again then.
struct OnceAttempt {
  int32_t* control;
  const char* name;
  uint64_t pc;
  int32_t outcome = 0;
  ~OnceAttempt() {
    visible(OpCode::kStore, control, ObjectKind::kOnce, 4, name, pc);
    hb_release(control);
    *control = outcome;
  }
};

void once(int32_t* control, void (*function)(), const char* name, uint64_t pc) {
  visible(OpCode::kOnce, control, ObjectKind::kOnce, 4, name, pc);
  hb_acquire(control);
  if (*control != 0) return;
  *control = 1;
  OnceAttempt attempt{control, name, pc};
  function();
  attempt.outcome = 2;
}

// ---- keys: numbered in our own data; keys made after the base are forgotten at restart

struct Key {
  void (*destructor)(void*) = nullptr;
  bool used = false;
};
Key keys[kMaxKeys];
Key keys_at_base[kMaxKeys];
bool keys_changed = false;

int create_key(uint32_t* key, void (*destructor)(void*)) {
  for (uint32_t k = 0; k < kMaxKeys; k++)
    if (!keys[k].used) {
      keys[k] = {destructor, true};
      keys_changed = true;
      *key = k;
      return 0;
    }
  return EAGAIN;
}

void* get_specific(uint32_t key) {
  const auto& values = program->thread(program->current).specific;
  return key < values.size() ? values[key] : nullptr;
}

int set_specific(uint32_t key, const void* value) {
  auto& values = program->thread(program->current).specific;
  if (key >= kMaxKeys) return EINVAL;
  if (key >= values.size()) values.resize(key + 1, nullptr);
  note_change();
  values[key] = const_cast<void*>(value);
  return 0;
}

}  // namespace

namespace mazurka::runtime {

int lock_mutex(void* address, const Patience& patience, const char* name, uint64_t pc) {
  const Mutex* mutex = as_mutex(address);
  bool relocks = mutex->owner_plus_one == self_plus_one() && (mutex->kind & 3) == kErrorCheck;
  if (!patience.gives_up || relocks) return lock(address, name, pc);
  int error = try_lock(address, name, pc);
  return error == EBUSY ? patience.give_up() : error;
}

int wait_on_condition(void* condition, void* mutex, const Patience& patience, const char* name, uint64_t pc) {
  return wait(condition, mutex, patience, name, pc);
}

void leave_robust_mutexes() {
  while (robust_mutexes.used != 0) {
    Mutex* mutex = robust_mutexes.held[robust_mutexes.used - 1];
    visible(OpCode::kUnlock, mutex, ObjectKind::kMutex, 4, "end of the owner of a robust mutex", 0);
    hb_release(mutex);
    give_up(mutex);
    mutex->recovery = kOwnerDied;
  }
}

void save_keys() {
  memcpy(keys_at_base, keys, sizeof keys);
}
void restore_keys() {
  if (keys_changed) memcpy(keys, keys_at_base, sizeof keys);
  keys_changed = false;
}

bool keys_are_changed() {
  return keys_changed;
}

void run_key_destructors() {
  auto& values = program->thread(program->current).specific;
  for (int round = 0; round < 4; round++) {
    bool any = false;
    for (uint32_t k = 0; k < values.size(); k++) {
      void* value = values[k];
      if (value == nullptr || keys[k].destructor == nullptr) continue;
      values[k] = nullptr;
      any = true;
      keys[k].destructor(value);
    }
    if (!any) return;
  }
}

}  // namespace mazurka::runtime

// ---- pthreads

MAZURKA_EXPORT int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                                  void* argument) {
  if (!is_checked()) return MAZURKA_REAL(pthread_create)(handle, attributes, start, argument);
  int state = PTHREAD_CREATE_JOINABLE;
  sigset_t mask;
  if (attributes != nullptr) {
    pthread_attr_getdetachstate(attributes, &state);
    if (pthread_attr_getsigmask_np(attributes, &mask) != PTHREAD_ATTR_NO_SIGMASK_NP)
      report_unsupported("pthread_attr_setsigmask_np", MAZURKA_CALLER);
  }
  *handle = create(start, nullptr, argument, state == PTHREAD_CREATE_DETACHED, "pthread_create", MAZURKA_CALLER);
  return 0;
}
MAZURKA_EXPORT pthread_t pthread_self() {
  return _readfsbase_u64();
}
MAZURKA_EXPORT int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_mutex_init)(mutex, attributes);
  int kind = 0;
  if (attributes != nullptr) pthread_mutexattr_gettype(attributes, &kind);
  make_primitive(mutex, MAZURKA_CALLER);
  init_mutex(mutex, kind);
  if (attributes != nullptr) set_attributes(as_mutex(mutex), attributes);
  return 0;
}
MAZURKA_EXPORT int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_consistent)(mutex);
  Mutex* own = as_mutex(mutex);
  bool may = (own->kind & kRobust) != 0 && own->owner_plus_one == self_plus_one() && own->recovery == kOwnerDied;
  if (!may) return EINVAL;
  note_change();
  own->recovery = kConsistent;
  return 0;
}
MAZURKA_EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t* mutex, int* ceiling) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_mutex_getprioceiling)(mutex, ceiling);
  const auto* own = reinterpret_cast<const Mutex*>(mutex);
  if ((own->kind & kProtects) == 0) return EINVAL;
  *ceiling = own->ceiling;
  return 0;
}
MAZURKA_EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t* mutex, int ceiling, int* old) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_setprioceiling)(mutex, ceiling, old);
  Mutex* own = as_mutex(mutex);
  if ((own->kind & kProtects) == 0) return EINVAL;
  bool holds = own->owner_plus_one == self_plus_one();
  int error = holds ? 0 : lock(mutex, "pthread_mutex_setprioceiling", MAZURKA_CALLER);
  if (error != 0) return error;
  *old = own->ceiling;
  own->ceiling = ceiling;
  return holds ? 0 : unlock(mutex, "pthread_mutex_setprioceiling", MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_destroy)(mutex);
  return destroy_mutex(mutex, MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_lock)(mutex);
  return lock(mutex, "pthread_mutex_lock", MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_trylock)(mutex);
  return try_lock(mutex, "pthread_mutex_trylock", MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_unlock)(mutex);
  return unlock(mutex, "pthread_mutex_unlock", MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_cond_init)(condition, attributes);
  make_primitive(condition, MAZURKA_CALLER);
  memset(condition, 0, sizeof *condition);
  set_condition_clock(condition, attributes);
  return 0;
}
MAZURKA_EXPORT int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_cond_destroy)(condition);
  return destroy_condition(condition, MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!is_checked()) return MAZURKA_REAL(pthread_cond_wait)(condition, mutex);
  return wait(condition, mutex, for_ever(), "pthread_cond_wait", MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_cond_signal(pthread_cond_t* condition) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_cond_signal)(condition);
  return signal(condition, "pthread_cond_signal", MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_cond_broadcast)(condition);
  return broadcast(condition, "pthread_cond_broadcast", MAZURKA_CALLER);
}
MAZURKA_EXPORT int pthread_once(pthread_once_t* control, void (*function)()) {
  bool silent = is_unwinder_code(MAZURKA_CALLER) && *control != 1;
  if (!is_checked() || silent) {
    if (!heap_is_ours()) return MAZURKA_REAL(pthread_once)(control, function);
    if (*control == 0) {
      *control = 2;
      function();
    }
    return 0;
  }
  once(control, function, "pthread_once", MAZURKA_CALLER);
  return 0;
}
MAZURKA_EXPORT int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_key_create)(key, destructor);
  return create_key(key, destructor);
}
MAZURKA_EXPORT int pthread_key_delete(pthread_key_t key) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_key_delete)(key);
  if (key >= kMaxKeys) return EINVAL;
  keys[key] = {};
  keys_changed = true;
  for (uint32_t id = 0; program != nullptr && id < program->thread_limit(); id++) {
    auto& values = program->thread(id).specific;
    if (key < values.size()) values[key] = nullptr;
  }
  return 0;
}
MAZURKA_EXPORT void* pthread_getspecific(pthread_key_t key) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_getspecific)(key);
  return program == nullptr ? nullptr : get_specific(key);
}
MAZURKA_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_setspecific)(key, value);
  return program == nullptr ? ENOMEM : set_specific(key, value);
}

// ---- C11

MAZURKA_EXPORT int thrd_create(thrd_t* handle, thrd_start_t start, void* argument) {
  if (!is_checked()) return MAZURKA_REAL(thrd_create)(handle, start, argument);
  *handle = create(nullptr, start, argument, false, "thrd_create", MAZURKA_CALLER);
  return thrd_success;
}
MAZURKA_EXPORT thrd_t thrd_current() {
  return _readfsbase_u64();
}
MAZURKA_EXPORT void thrd_exit(int result) {
  if (!is_checked()) MAZURKA_REAL(thrd_exit)(result);
  pthread_exit(reinterpret_cast<void*>(static_cast<intptr_t>(result)));
}
MAZURKA_EXPORT void thrd_yield() {}
MAZURKA_EXPORT int mtx_init(mtx_t* mutex, int type) {
  if (!heap_is_ours()) return MAZURKA_REAL(mtx_init)(mutex, type);
  make_primitive(mutex, MAZURKA_CALLER);
  memset(mutex, 0, sizeof *mutex);
  as_mutex(mutex)->kind = (type & mtx_recursive) != 0 ? kRecursive : 0;
  return thrd_success;
}
MAZURKA_EXPORT int mtx_lock(mtx_t* mutex) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(mtx_lock)(mutex);
  return lock(mutex, "mtx_lock", MAZURKA_CALLER) == 0 ? thrd_success : thrd_error;
}
MAZURKA_EXPORT int mtx_trylock(mtx_t* mutex) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(mtx_trylock)(mutex);
  return try_lock(mutex, "mtx_trylock", MAZURKA_CALLER) == 0 ? thrd_success : thrd_busy;
}
MAZURKA_EXPORT int mtx_unlock(mtx_t* mutex) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(mtx_unlock)(mutex);
  return unlock(mutex, "mtx_unlock", MAZURKA_CALLER) == 0 ? thrd_success : thrd_error;
}
MAZURKA_EXPORT void mtx_destroy(mtx_t* mutex) {
  if (is_checked())
    destroy_mutex(mutex, MAZURKA_CALLER);
  else if (!heap_is_ours())
    MAZURKA_REAL(mtx_destroy)(mutex);
}
MAZURKA_EXPORT int cnd_init(cnd_t* condition) {
  if (!heap_is_ours()) return MAZURKA_REAL(cnd_init)(condition);
  make_primitive(condition, MAZURKA_CALLER);
  memset(condition, 0, sizeof *condition);
  return thrd_success;
}
MAZURKA_EXPORT int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  if (!is_checked()) return MAZURKA_REAL(cnd_wait)(condition, mutex);
  return wait(condition, mutex, for_ever(), "cnd_wait", MAZURKA_CALLER);
}
MAZURKA_EXPORT int cnd_signal(cnd_t* condition) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(cnd_signal)(condition);
  return signal(condition, "cnd_signal", MAZURKA_CALLER);
}
MAZURKA_EXPORT int cnd_broadcast(cnd_t* condition) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(cnd_broadcast)(condition);
  return broadcast(condition, "cnd_broadcast", MAZURKA_CALLER);
}
MAZURKA_EXPORT void cnd_destroy(cnd_t* condition) {
  if (is_checked())
    destroy_condition(condition, MAZURKA_CALLER);
  else if (!heap_is_ours())
    MAZURKA_REAL(cnd_destroy)(condition);
}
MAZURKA_EXPORT void call_once(once_flag* flag, void (*function)()) {
  if (!is_checked()) return MAZURKA_REAL(call_once)(flag, function);
  once(reinterpret_cast<int32_t*>(flag), function, "call_once", MAZURKA_CALLER);
}
MAZURKA_EXPORT int tss_create(tss_t* key, tss_dtor_t destructor) {
  if (!heap_is_ours()) return MAZURKA_REAL(tss_create)(key, destructor);
  return create_key(key, destructor) == 0 ? thrd_success : thrd_error;
}
MAZURKA_EXPORT void* tss_get(tss_t key) {
  return heap_is_ours() ? pthread_getspecific(key) : MAZURKA_REAL(tss_get)(key);
}
MAZURKA_EXPORT int tss_set(tss_t key, void* value) {
  if (!heap_is_ours()) return MAZURKA_REAL(tss_set)(key, value);
  return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
MAZURKA_EXPORT void tss_delete(tss_t key) {
  heap_is_ours() ? static_cast<void>(pthread_key_delete(key)) : MAZURKA_REAL(tss_delete)(key);
}

// ---- what C++ compilers call: guards of function-local statics, destructors of thread_local variables

namespace {
void visible_guard(OpCode code, long long* guard, uint64_t pc) {
  note_change();
  ObjectId object = program->guard_object(reinterpret_cast<uintptr_t>(guard));
  program->announce_access(code, object, "initialisation of a static variable", pc, 0, 0);
}
}  // namespace

MAZURKA_EXPORT int __cxa_guard_acquire(long long* guard) {
  auto* bytes = reinterpret_cast<uint8_t*>(guard);
  if (!is_checked()) {
    if (heap_is_ours()) return bytes[0] == 0;
    return MAZURKA_REAL(__cxa_guard_acquire)(guard);
  }
  visible_guard(OpCode::kOnce, guard, MAZURKA_CALLER);
  hb_acquire(guard);
  if (bytes[0] != 0) return 0;
  bytes[1] = 1;
  return 1;
}
MAZURKA_EXPORT void __cxa_guard_release(long long* guard) {
  auto* bytes = reinterpret_cast<uint8_t*>(guard);
  if (!is_checked()) {
    if (!heap_is_ours()) return MAZURKA_REAL(__cxa_guard_release)(guard);
    bytes[0] = 1;
    return;
  }
  visible_guard(OpCode::kStore, guard, MAZURKA_CALLER);
  hb_release(guard);
  bytes[0] = 1;
  bytes[1] = 0;
}
MAZURKA_EXPORT void __cxa_guard_abort(long long* guard) {
  if (!is_checked()) {
    if (!heap_is_ours()) MAZURKA_REAL(__cxa_guard_abort)(guard);
    return;
  }
  visible_guard(OpCode::kStore, guard, MAZURKA_CALLER);
  hb_release(guard);
  reinterpret_cast<uint8_t*>(guard)[1] = 0;
}
extern "C" int __cxa_thread_atexit_impl(void (*)(void*), void*, void*);
MAZURKA_EXPORT int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* library) {
  if (!is_checked()) return MAZURKA_REAL(__cxa_thread_atexit_impl)(function, object, library);
  program->thread(program->current).destructors.push_back({function, object});
  return 0;
}
