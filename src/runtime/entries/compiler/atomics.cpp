// The callbacks that compilers emit with -fsanitize=thread, and libatomic's functions for large objects.
//
// Atomic operations are visible, and sequentially consistent whatever their memory order. Weak compare-exchange fails
// only where a strong one would. The order counts for the race detector. Plain accesses: entries/compiler/memory.cpp.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/threads/shared_frames.hpp"
#include "runtime/engine/verifier_functions.hpp"
#include "runtime/entries/compiler/weak_orders.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/ends/frame_end.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

template <class T>
Value number_of(T value) {
  if constexpr (sizeof(T) <= 8) {
    return static_cast<Value>(value);
  } else {
    return value_of(&value, sizeof value);
  }
}

template <class T>
[[gnu::always_inline]] inline void announce_atomic(OpCode code, volatile T* address, const char* name, uint64_t pc,
                                                   Value a = 0, Value b = 0) {
  visible(code, const_cast<T*>(address), kAtomicObject, sizeof(T), name, pc, a, b);
}

// Objects of more than 8 bytes may have padding (a long double has), which takes part in compare-exchange. What is
// there comes from the stack: from now on that is the same in every execution.
void note_wide() {
  static bool known = false;
  if (known || !at_base()) return;
  known = true;
  user_threads.clear_stacks_at_restart();
  if (!is_replay()) learn();
}

// Really atomic, for a program that runs by itself. (The __sync form, since gcc calls libatomic for 16 bytes
// otherwise.)
template <class T>
T swap_if_equal(volatile T* address, T expected, T desired) {
  return __sync_val_compare_and_swap(address, expected, desired);
}
template <class T>
T load_now(const volatile T* address) {
  if constexpr (sizeof(T) <= 8)
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
  else
    return swap_if_equal<T>(const_cast<volatile T*>(address), 0, 0);
}

// An update of memory that always writes.
template <class T, class Change>
[[gnu::always_inline]] inline T update(volatile T* address, int order, const char* name, uint64_t pc, Change change) {
  if (!is_checked()) {
    for (T before = load_now(address);;) {
      T found = swap_if_equal<T>(address, before, change(before));
      if (found == before) return before;
      before = found;
    }
  }
  note_order(order, pc, address);
  announce_atomic(OpCode::kFetchAdd, address, name, pc);
  atomic_update(address, sizeof(T), order, pc);
  T before = *address;
  T after = change(before);
  if (after != before) note_recorded_change();
  *address = after;
  return before;
}

// gcc gives us the place of the expected value, which may be anywhere, and tells nobody of the accesses to it.
[[gnu::always_inline]] inline void use_place(const void* place, size_t bytes, AccessKind kind, uint64_t pc) {
  if (is_on_own_stack(current_thread(), place)) return;
  if (kind == kPlainWrite) note_plain_write(reinterpret_cast<uintptr_t>(place), bytes);
  if (watching) plain_access(reinterpret_cast<uintptr_t>(place), bytes, kind, pc);
}
template <class T>
[[gnu::always_inline]] inline void use_expected(const T* expected, AccessKind kind, uint64_t pc) {
  use_place(expected, sizeof(T), kind, pc);
}

template <class T>
[[gnu::always_inline]] inline bool compare_exchange(volatile T* address, T* expected, T desired, int order,
                                                    int failure_order, const char* name, uint64_t pc) {
  if (!is_checked()) {
    T found = swap_if_equal<T>(address, *expected, desired);
    bool equal = found == *expected;
    *expected = found;
    return equal;
  }
  note_order(order == __ATOMIC_SEQ_CST ? failure_order : order, pc, address);
  if constexpr (sizeof(T) > 8) note_wide();
  const OpCode code =
      program->inputs() != nullptr && is_known(Fact::kInputsReachExchanges, 0) ? OpCode::kFetchAdd : OpCode::kCas;
  use_expected(expected, kPlainRead, pc);
  const T wanted = *expected;
  announce_atomic(code, address, name, pc, number_of(wanted), number_of(desired));
  T before = *address;
  if (before == wanted) {
    if (before != desired) note_recorded_change();
    atomic_update(address, sizeof(T), order, pc);
    *address = desired;
    return true;
  }
  atomic_load(address, sizeof(T), failure_order, pc);
  use_expected(expected, kPlainWrite, pc);
  *expected = before;
  return false;
}

}  // namespace

MAZURKA_STAND_IN(void, __tsan_init, ()) {}
MAZURKA_STAND_IN(void, __tsan_func_entry, (void*)) {
  if (has_atomic_functions) [[unlikely]]
    enter_function(MAZURKA_DIRECT_CALLER);
}
MAZURKA_STAND_IN(void, __tsan_func_exit, (void*)) {
  const auto* frame = static_cast<const uintptr_t*>(__builtin_frame_address(0));
  if (frame[0] > shared_frames[current_thread()].begin) [[unlikely]]
    races::end_frame(frame, MAZURKA_DIRECT_CALLER);
  if (has_atomic_functions) [[unlikely]]
    leave_function(MAZURKA_DIRECT_CALLER);
}
MAZURKA_STAND_IN(void, __tsan_ignore_thread_begin, ()) {}
MAZURKA_STAND_IN(void, __tsan_ignore_thread_end, ()) {}
#define UPDATE(bits, T, operation, expression)                                                           \
  MAZURKA_STAND_IN(T, __tsan_atomic##bits##_##operation, (volatile T * address, T operand, int order)) { \
    return update<T>(address, order, "atomic " #operation, MAZURKA_DIRECT_CALLER,                        \
                     [operand](T before) -> T { return expression; });                                   \
  }

#define COMPARE_EXCHANGE(bits, T, strength)                                                                 \
  MAZURKA_STAND_IN(int, __tsan_atomic##bits##_compare_exchange_##strength,                                  \
                   (volatile T * address, T * expected, T desired, int order, int failure_order)) {         \
    return compare_exchange<T>(address, expected, desired, order, failure_order, "atomic compare-exchange", \
                               MAZURKA_DIRECT_CALLER);                                                      \
  }

#define ATOMIC(bits, T)                                                                                     \
  MAZURKA_STAND_IN(T, __tsan_atomic##bits##_load, (const volatile T* address, int order)) {                 \
    if (!is_checked()) return load_now(address);                                                            \
    note_order(order, MAZURKA_DIRECT_CALLER, address);                                                      \
    announce_atomic(OpCode::kLoad, const_cast<volatile T*>(address), "atomic load", MAZURKA_DIRECT_CALLER); \
    atomic_load(address, sizeof(T), order, MAZURKA_DIRECT_CALLER);                                          \
    return *address;                                                                                        \
  }                                                                                                         \
  MAZURKA_STAND_IN(void, __tsan_atomic##bits##_store, (volatile T * address, T value, int order)) {         \
    if (!is_checked()) {                                                                                    \
      update<T>(address, order, "", 0, [value](T) { return value; });                                       \
      return;                                                                                               \
    }                                                                                                       \
    note_order(order, MAZURKA_DIRECT_CALLER, address);                                                      \
    announce_atomic(OpCode::kStore, address, "atomic store", MAZURKA_DIRECT_CALLER, number_of(value));      \
    atomic_store(address, sizeof(T), order, MAZURKA_DIRECT_CALLER);                                         \
    *address = value;                                                                                       \
  }                                                                                                         \
  UPDATE(bits, T, exchange, (static_cast<void>(before), operand))                                           \
  UPDATE(bits, T, fetch_add, static_cast<T>(before + operand))                                              \
  UPDATE(bits, T, fetch_sub, static_cast<T>(before - operand))                                              \
  UPDATE(bits, T, fetch_and, static_cast<T>(before & operand))                                              \
  UPDATE(bits, T, fetch_or, static_cast<T>(before | operand))                                               \
  UPDATE(bits, T, fetch_xor, static_cast<T>(before ^ operand))                                              \
  UPDATE(bits, T, fetch_nand, static_cast<T>(~(before & operand)))                                          \
  COMPARE_EXCHANGE(bits, T, strong)                                                                         \
  COMPARE_EXCHANGE(bits, T, weak)                                                                           \
  MAZURKA_STAND_IN(T, __tsan_atomic##bits##_compare_exchange_val,                                           \
                   (volatile T * address, T expected, T desired, int order, int failure_order)) {           \
    compare_exchange<T>(address, &expected, desired, order, failure_order, "atomic compare-exchange",       \
                        MAZURKA_DIRECT_CALLER);                                                             \
    return expected;                                                                                        \
  }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
__extension__ typedef unsigned __int128 Wide;
ATOMIC(128, Wide)

// All operations are sequentially consistent already.
MAZURKA_STAND_IN(void, __tsan_atomic_thread_fence, (int order)) {
  if (!is_checked()) return __atomic_thread_fence(__ATOMIC_SEQ_CST);
  note_order(order, MAZURKA_DIRECT_CALLER, nullptr);
  atomic_fence(order);
}
MAZURKA_STAND_IN(void, __tsan_atomic_signal_fence, (int)) {}

// libatomic: objects of any size.
namespace {
void announce_large(OpCode code, const volatile void* address, size_t bytes, int order, const char* name, uint64_t pc,
                    Value a = 0) {
  note_order(order, pc, address);
  if (bytes > 255) report_unsupported("atomic objects of more than 255 bytes", pc);
  visible(code, const_cast<void*>(address), kAtomicObject, static_cast<uint32_t>(bytes), name, pc, a);
}
}  // namespace

MAZURKA_STAND_IN(void, __atomic_load, (size_t bytes, const volatile void* address, void* result, int order)) {
  if (is_checked()) {
    announce_large(OpCode::kLoad, address, bytes, order, "atomic load", MAZURKA_DIRECT_CALLER);
    atomic_load(address, bytes, order, MAZURKA_DIRECT_CALLER);
    use_place(result, bytes, kPlainWrite, MAZURKA_DIRECT_CALLER);
  }
  memcpy(result, const_cast<const void*>(address), bytes);
}
MAZURKA_STAND_IN(void, __atomic_store, (size_t bytes, volatile void* address, void* value, int order)) {
  if (is_checked()) {
    use_place(value, bytes, kPlainRead, MAZURKA_DIRECT_CALLER);
    announce_large(OpCode::kStore, address, bytes, order, "atomic store", MAZURKA_DIRECT_CALLER);
    atomic_store(address, bytes, order, MAZURKA_DIRECT_CALLER);
  }
  memcpy(const_cast<void*>(address), value, bytes);
}
MAZURKA_STAND_IN(void, __atomic_exchange,
                 (size_t bytes, volatile void* address, void* value, void* result, int order)) {
  if (is_checked()) {
    use_place(value, bytes, kPlainRead, MAZURKA_DIRECT_CALLER);
    announce_large(OpCode::kExchange, address, bytes, order, "atomic exchange", MAZURKA_DIRECT_CALLER);
    atomic_update(address, bytes, order, MAZURKA_DIRECT_CALLER);
    use_place(result, bytes, kPlainWrite, MAZURKA_DIRECT_CALLER);
  }
  memcpy(result, const_cast<void*>(address), bytes);
  memcpy(const_cast<void*>(address), value, bytes);
}
MAZURKA_STAND_IN(bool, __atomic_compare_exchange,
                 (size_t bytes, volatile void* address, void* expected, void* desired, int order, int failure_order)) {
  if (is_checked()) {
    note_wide();
    use_place(expected, bytes, kPlainRead, MAZURKA_DIRECT_CALLER);
    use_place(desired, bytes, kPlainRead, MAZURKA_DIRECT_CALLER);
    announce_large(OpCode::kCas, address, bytes, order == __ATOMIC_SEQ_CST ? failure_order : order,
                   "atomic compare-exchange", MAZURKA_DIRECT_CALLER, value_of(expected, bytes));
  }
  if (memcmp(const_cast<void*>(address), expected, bytes) == 0) {
    note_recorded_change();
    if (is_checked()) atomic_update(address, bytes, order, MAZURKA_DIRECT_CALLER);
    memcpy(const_cast<void*>(address), desired, bytes);
    return true;
  }
  if (is_checked()) {
    atomic_load(address, bytes, failure_order, MAZURKA_DIRECT_CALLER);
    use_place(expected, bytes, kPlainWrite, MAZURKA_DIRECT_CALLER);
  }
  memcpy(expected, const_cast<void*>(address), bytes);
  return false;
}

// What `+=` on an atomic floating-point number ends with in C: the exceptions that the operation itself has raised,
// kept back while it was tried. Nobody else sees them.
MAZURKA_STAND_IN(void, __atomic_feraiseexcept, (int exceptions)) {
  auto* real = MAZURKA_REAL(__atomic_feraiseexcept);
  if (real != nullptr) real(exceptions);
}
