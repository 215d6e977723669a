// What libc++ does with atomics in its own code, which is not instrumented: waiting for atomics, std::barrier,
// std::call_once, std::weak_ptr. Done here in its place, by operations that are seen. (What libc++ builds on mutexes
// and condition variables needs nothing.)
//
// libc++ lets threads wait in a table that atomics share by their addresses, so that a thread may be woken in vain: it
// looks again then. Here each atomic has its own count of notifications to wait for. Atomics of 4 bytes are futexes.
#include <errno.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <climits>
#include <unordered_map>

#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/engine/time/patience.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/platform/next_function.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

// Null if the program has no libc++. (Not by dlsym, which remembers errors in memory of the program's.)
extern "C" __attribute__((weak, visibility("default"))) void* mazurka_libcxx_thread_local_data() __asm__(
    "_ZNSt3__119__thread_local_dataEv");

namespace {

// How often the threads that wait for a change of an atomic were notified, by the atomic's address. Kept outside of
// the program's memory, which has no room for it. Never destroyed: the program's exit handlers run ours too.
using Notifications = std::unordered_map<uintptr_t, PerExecution<int32_t>>;
Notifications& notifications = *new Notifications;

int32_t notifications_of(uintptr_t address) {
  auto found = notifications.find(address);
  return found == notifications.end() ? 0 : found->second.get();
}
constexpr ObjectKind kNotificationsObject{
    .read = [](uintptr_t address, uint32_t) { return Value{notifications_of(address)}; }};

// A change of a word by code that stands in for the library's: the caller does it.
void visible_update(void* word, uint32_t bytes, const char* name, uint64_t pc) {
  visible(OpCode::kExchange, word, kAtomicObject, bytes, name, pc);
  atomic_update(word, bytes, __ATOMIC_SEQ_CST, pc);
}

// Before main: makes what libc++ would otherwise make in the first thread that starts or throws, whichever that is.
void begin_libcxx(uint32_t) {
  if (current_thread() != 0 || mazurka_libcxx_thread_local_data == nullptr) return;
  mazurka_libcxx_thread_local_data();
  // Not by its name, which is one of our own C++ library, too.
  auto* exception_globals = reinterpret_cast<void* (*)()>(symbol_of_program("__cxa_get_globals"));
  if (exception_globals != nullptr) exception_globals();
}
const BeginHook libcxx_hook(begin_libcxx);

}  // namespace

// ---- std::atomic::wait

namespace {

void notify(const volatile void* atomic, uint64_t pc) {
  auto* address = const_cast<void*>(atomic);
  visible(OpCode::kExchange, address, kNotificationsObject, 4, "atomic notify", pc);
  auto key = reinterpret_cast<uintptr_t>(address);
  notifications[key].get()++;
}

int32_t monitor(const volatile void* atomic, uint64_t pc) {
  auto* address = const_cast<void*>(atomic);
  visible(OpCode::kLoad, address, kNotificationsObject, 4, "atomic wait", pc);
  return notifications_of(reinterpret_cast<uintptr_t>(address));
}

void wait_for_notification(const volatile void* atomic, int32_t old, uint64_t pc) {
  Operation op;
  op.code = OpCode::kAwait;
  op.comparison = Comparison::kNotEqual;
  op.object = program->object(reinterpret_cast<uintptr_t>(atomic), kNotificationsObject, 4);
  op.a = old;
  program->announce(op, "atomic wait", pc);
}

}  // namespace

MAZURKA_STAND_IN(void, _ZNSt3__123__cxx_atomic_notify_oneEPVKv, (const volatile void* atomic)) {
  if (!is_checked()) return MAZURKA_REAL(_ZNSt3__123__cxx_atomic_notify_oneEPVKv)(atomic);
  notify(atomic, MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, _ZNSt3__123__cxx_atomic_notify_allEPVKv, (const volatile void* atomic)) {
  if (!is_checked()) return MAZURKA_REAL(_ZNSt3__123__cxx_atomic_notify_allEPVKv)(atomic);
  notify(atomic, MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int32_t, _ZNSt3__123__libcpp_atomic_monitorEPVKv, (const volatile void* atomic)) {
  if (!is_checked()) return MAZURKA_REAL(_ZNSt3__123__libcpp_atomic_monitorEPVKv)(atomic);
  return monitor(atomic, MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, _ZNSt3__120__libcpp_atomic_waitEPVKvi, (const volatile void* atomic, int32_t old)) {
  if (!is_checked()) return MAZURKA_REAL(_ZNSt3__120__libcpp_atomic_waitEPVKvi)(atomic, old);
  wait_for_notification(atomic, old, MAZURKA_CALLER);
}

// The same for atomics of 4 bytes.
MAZURKA_STAND_IN(void, _ZNSt3__123__cxx_atomic_notify_oneEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE,
                 (const volatile int32_t* atomic)) {
  if (!is_checked())
    return MAZURKA_REAL(
        _ZNSt3__123__cxx_atomic_notify_oneEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE)(atomic);
  syscall(SYS_futex, atomic, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}
MAZURKA_STAND_IN(void, _ZNSt3__123__cxx_atomic_notify_allEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE,
                 (const volatile int32_t* atomic)) {
  if (!is_checked())
    return MAZURKA_REAL(
        _ZNSt3__123__cxx_atomic_notify_allEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE)(atomic);
  syscall(SYS_futex, atomic, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}
MAZURKA_STAND_IN(int32_t,
                 _ZNSt3__123__libcpp_atomic_monitorEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE,
                 (const volatile int32_t* atomic)) {
  if (!is_checked())
    return MAZURKA_REAL(
        _ZNSt3__123__libcpp_atomic_monitorEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE)(atomic);
  visible(OpCode::kLoad, const_cast<int32_t*>(atomic), kAtomicObject, 4, "atomic wait", MAZURKA_CALLER);
  atomic_load(atomic, 4, __ATOMIC_ACQUIRE, MAZURKA_CALLER);
  return *atomic;
}
MAZURKA_STAND_IN(void, _ZNSt3__120__libcpp_atomic_waitEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEEi,
                 (const volatile int32_t* atomic, int32_t old)) {
  if (!is_checked())
    return MAZURKA_REAL(_ZNSt3__120__libcpp_atomic_waitEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEEi)(
        atomic, old);
  syscall(SYS_futex, atomic, FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);
}

// A loop that only looks has a time limit (shims/__thread/poll_with_backoff.h): is it over?
MAZURKA_STAND_IN(int, mazurka_polling_times_out, (long long duration)) {
  if (!is_checked()) {
    timespec time{static_cast<time_t>(duration / 1'000'000'000), static_cast<long>(duration % 1'000'000'000)};
    nanosleep(&time, nullptr);
    return 1;
  }
  Patience patience = until(virtual_clock.read() + duration);
  if (patience.gives_up) patience.give_up();
  return patience.gives_up;
}

// ---- std::barrier: in the place of the library's algorithm, of which the header knows only that it is there

namespace {
struct BarrierAlgorithm {
  const long* expected;
  long arrived;
};
}  // namespace

MAZURKA_STAND_IN(BarrierAlgorithm*, _ZNSt3__134__construct_barrier_algorithm_baseERl, (const long* expected)) {
  if (!heap_is_ours()) return MAZURKA_REAL(_ZNSt3__134__construct_barrier_algorithm_baseERl)(expected);
  auto* barrier = static_cast<BarrierAlgorithm*>(malloc(sizeof(BarrierAlgorithm)));
  *barrier = {expected, 0};
  return barrier;
}
MAZURKA_STAND_IN(void, _ZNSt3__132__destroy_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseE,
                 (BarrierAlgorithm * barrier)) {
  if (!heap_is_ours())
    return MAZURKA_REAL(_ZNSt3__132__destroy_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseE)(barrier);
  free(barrier);
}
MAZURKA_STAND_IN(bool, _ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh,
                 (BarrierAlgorithm * barrier, unsigned char phase)) {
  if (!heap_is_ours())
    return MAZURKA_REAL(_ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh)(barrier, phase);
  if (is_checked()) visible_update(&barrier->arrived, 8, "arrival at a std::barrier", MAZURKA_CALLER);
  bool is_last = ++barrier->arrived == *barrier->expected;
  if (is_last) barrier->arrived = 0;
  return is_last;
}

// ---- std::call_once: 0 not begun, 1 under way, all bits done. The header looks at the flag by an atomic load.

namespace {

// Ends an attempt, also when an exception leaves it: the next thread tries again then.
struct OnceAttempt {
  volatile unsigned long* flag;
  uint64_t pc;
  unsigned long outcome = 0;
  ~OnceAttempt() {
    visible(OpCode::kStore, const_cast<unsigned long*>(flag), kAtomicObject, 8, "std::call_once", pc);
    atomic_store(flag, 8, __ATOMIC_RELEASE, pc);
    *flag = outcome;
  }
};

}  // namespace

MAZURKA_STAND_IN(void, _ZNSt3__111__call_onceERVmPvPFvS2_E,
                 (volatile unsigned long* flag, void* argument, void (*function)(void*))) {
  if (!is_checked()) return MAZURKA_REAL(_ZNSt3__111__call_onceERVmPvPFvS2_E)(flag, argument, function);
  uint64_t pc = MAZURKA_CALLER;
  visible(OpCode::kOnce, const_cast<unsigned long*>(flag), kAtomicObject, 8, "std::call_once", pc);
  atomic_load(flag, 8, __ATOMIC_ACQUIRE, pc);
  if (*flag != 0) return;
  *flag = 1;
  OnceAttempt attempt{flag, pc};
  function(argument);
  attempt.outcome = ~0ul;
}

// ---- std::weak_ptr: the counts of owners are one less than there are

namespace {
struct SharedWeakCount {
  void (**functions)(SharedWeakCount*);
  long owners;
  long weak_owners;
};
constexpr size_t kOnZeroWeak = 4;  // of the virtual functions
}  // namespace

MAZURKA_STAND_IN(SharedWeakCount*, _ZNSt3__119__shared_weak_count4lockEv, (SharedWeakCount * count)) {
  if (!is_checked()) return MAZURKA_REAL(_ZNSt3__119__shared_weak_count4lockEv)(count);
  visible_update(&count->owners, 8, "std::weak_ptr::lock", MAZURKA_CALLER);
  if (count->owners == -1) return nullptr;
  count->owners++;
  return count;
}
MAZURKA_STAND_IN(void, _ZNSt3__119__shared_weak_count14__release_weakEv, (SharedWeakCount * count)) {
  if (!is_checked()) return MAZURKA_REAL(_ZNSt3__119__shared_weak_count14__release_weakEv)(count);
  visible_update(&count->weak_owners, 8, "release of a std::weak_ptr", MAZURKA_CALLER);
  if (count->weak_owners-- == 0) count->functions[kOnZeroWeak](count);
}
