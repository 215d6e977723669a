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

#include "runtime/engine/patience.hpp"
#include "runtime/engine/thread_hooks.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/memory/per_execution.hpp"
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

// The function of that (mangled) name in libc++, for a program that runs by itself.
template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// A change of a word by code that stands in for the library's: the caller does it.
void visible_update(void* word, uint32_t bytes, const char* name, uint64_t pc) {
  visible(OpCode::kExchange, word, kAtomicObject, bytes, name, pc);
  atomic_update(word, bytes, __ATOMIC_SEQ_CST, pc);
}

// Before main: makes what libc++ would otherwise make in the first thread that starts or throws, whichever that is.
class LibcxxHook final : public ThreadHook {
 public:
  LibcxxHook() : ThreadHook(Turn::kData) {}
  void begin(uint32_t) override {
    if (current_thread() != 0 || mazurka_libcxx_thread_local_data == nullptr) return;
    mazurka_libcxx_thread_local_data();
    // Not by its name, which is one of our own C++ library, too.
    auto* exception_globals = reinterpret_cast<void* (*)()>(dlsym(RTLD_DEFAULT, "__cxa_get_globals"));
    if (exception_globals != nullptr) exception_globals();
  }
};
LibcxxHook libcxx_hook;

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

#define IN_LIBCXX(result, name, symbol, parameters)  \
  extern "C" result name parameters __asm__(symbol); \
  MAZURKA_EXPORT result name parameters

#define NOTIFY_ONE "_ZNSt3__123__cxx_atomic_notify_oneEPVKv"
IN_LIBCXX(void, mazurka_libcxx_notify_one, NOTIFY_ONE, (const volatile void* atomic)) {
  if (!is_checked()) return real<void(const volatile void*)>(NOTIFY_ONE)(atomic);
  notify(atomic, MAZURKA_CALLER);
}
#define NOTIFY_ALL "_ZNSt3__123__cxx_atomic_notify_allEPVKv"
IN_LIBCXX(void, mazurka_libcxx_notify_all, NOTIFY_ALL, (const volatile void* atomic)) {
  if (!is_checked()) return real<void(const volatile void*)>(NOTIFY_ALL)(atomic);
  notify(atomic, MAZURKA_CALLER);
}
#define MONITOR "_ZNSt3__123__libcpp_atomic_monitorEPVKv"
IN_LIBCXX(int32_t, mazurka_libcxx_monitor, MONITOR, (const volatile void* atomic)) {
  if (!is_checked()) return real<int32_t(const volatile void*)>(MONITOR)(atomic);
  return monitor(atomic, MAZURKA_CALLER);
}
#define WAIT "_ZNSt3__120__libcpp_atomic_waitEPVKvi"
IN_LIBCXX(void, mazurka_libcxx_wait, WAIT, (const volatile void* atomic, int32_t old)) {
  if (!is_checked()) return real<void(const volatile void*, int32_t)>(WAIT)(atomic, old);
  wait_for_notification(atomic, old, MAZURKA_CALLER);
}

// The same for atomics of 4 bytes.
#define OF_INT "PVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE"
#define INT_NOTIFY_ONE "_ZNSt3__123__cxx_atomic_notify_oneE" OF_INT
IN_LIBCXX(void, mazurka_libcxx_int_notify_one, INT_NOTIFY_ONE, (const volatile int32_t* atomic)) {
  if (!is_checked()) return real<void(const volatile int32_t*)>(INT_NOTIFY_ONE)(atomic);
  syscall(SYS_futex, atomic, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}
#define INT_NOTIFY_ALL "_ZNSt3__123__cxx_atomic_notify_allE" OF_INT
IN_LIBCXX(void, mazurka_libcxx_int_notify_all, INT_NOTIFY_ALL, (const volatile int32_t* atomic)) {
  if (!is_checked()) return real<void(const volatile int32_t*)>(INT_NOTIFY_ALL)(atomic);
  syscall(SYS_futex, atomic, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}
#define INT_MONITOR "_ZNSt3__123__libcpp_atomic_monitorE" OF_INT
IN_LIBCXX(int32_t, mazurka_libcxx_int_monitor, INT_MONITOR, (const volatile int32_t* atomic)) {
  if (!is_checked()) return real<int32_t(const volatile int32_t*)>(INT_MONITOR)(atomic);
  visible(OpCode::kLoad, const_cast<int32_t*>(atomic), kAtomicObject, 4, "atomic wait", MAZURKA_CALLER);
  atomic_load(atomic, 4, __ATOMIC_ACQUIRE, MAZURKA_CALLER);
  return *atomic;
}
#define INT_WAIT "_ZNSt3__120__libcpp_atomic_waitE" OF_INT "i"
IN_LIBCXX(void, mazurka_libcxx_int_wait, INT_WAIT, (const volatile int32_t* atomic, int32_t old)) {
  if (!is_checked()) return real<void(const volatile int32_t*, int32_t)>(INT_WAIT)(atomic, old);
  syscall(SYS_futex, atomic, FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);
}

// A loop that only looks has a time limit (shims/__thread/poll_with_backoff.h): is it over?
MAZURKA_EXPORT int mazurka_polling_times_out(long long duration) {
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

#define CONSTRUCT_BARRIER "_ZNSt3__134__construct_barrier_algorithm_baseERl"
IN_LIBCXX(BarrierAlgorithm*, mazurka_libcxx_construct_barrier, CONSTRUCT_BARRIER, (const long* expected)) {
  if (!heap_is_ours()) return real<BarrierAlgorithm*(const long*)>(CONSTRUCT_BARRIER)(expected);
  auto* barrier = static_cast<BarrierAlgorithm*>(malloc(sizeof(BarrierAlgorithm)));
  *barrier = {expected, 0};
  return barrier;
}
#define DESTROY_BARRIER "_ZNSt3__132__destroy_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseE"
IN_LIBCXX(void, mazurka_libcxx_destroy_barrier, DESTROY_BARRIER, (BarrierAlgorithm * barrier)) {
  if (!heap_is_ours()) return real<void(BarrierAlgorithm*)>(DESTROY_BARRIER)(barrier);
  free(barrier);
}
#define ARRIVE "_ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh"
IN_LIBCXX(bool, mazurka_libcxx_arrive, ARRIVE, (BarrierAlgorithm * barrier, unsigned char phase)) {
  if (!heap_is_ours()) return real<bool(BarrierAlgorithm*, unsigned char)>(ARRIVE)(barrier, phase);
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

#define CALL_ONCE "_ZNSt3__111__call_onceERVmPvPFvS2_E"
IN_LIBCXX(void, mazurka_libcxx_call_once, CALL_ONCE,
          (volatile unsigned long* flag, void* argument, void (*function)(void*))) {
  if (!is_checked())
    return real<void(volatile unsigned long*, void*, void (*)(void*))>(CALL_ONCE)(flag, argument, function);
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

#define LOCK_WEAK "_ZNSt3__119__shared_weak_count4lockEv"
IN_LIBCXX(SharedWeakCount*, mazurka_libcxx_lock_weak, LOCK_WEAK, (SharedWeakCount * count)) {
  if (!is_checked()) return real<SharedWeakCount*(SharedWeakCount*)>(LOCK_WEAK)(count);
  visible_update(&count->owners, 8, "std::weak_ptr::lock", MAZURKA_CALLER);
  if (count->owners == -1) return nullptr;
  count->owners++;
  return count;
}
#define RELEASE_WEAK "_ZNSt3__119__shared_weak_count14__release_weakEv"
IN_LIBCXX(void, mazurka_libcxx_release_weak, RELEASE_WEAK, (SharedWeakCount * count)) {
  if (!is_checked()) return real<void(SharedWeakCount*)>(RELEASE_WEAK)(count);
  visible_update(&count->weak_owners, 8, "release of a std::weak_ptr", MAZURKA_CALLER);
  if (count->weak_owners-- == 0) count->functions[kOnZeroWeak](count);
}
