// Plain accesses: the callbacks that compilers emit with -fsanitize=thread, and the C library's functions that read and
// write memory for the program. Volatile accesses are plain ones.
//
// We stand in for the functions of the C library, for everybody, this library included. Only calls from the program's
// own code count: what other libraries do with their memory follows rules that cannot be seen from here.
#include <string.h>

#include <cstddef>
#include <cstdint>

#include "runtime/engine/program_code.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/platform/next_function.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

using namespace mazurka::runtime;

#define PC MAZURKA_DIRECT_CALLER

#define PLAIN_PAIR(bytes, prefix)                                          \
  MAZURKA_STAND_IN(void, __tsan_##prefix##read##bytes, (void* address)) {  \
    access<bytes, kPlainRead>(reinterpret_cast<uintptr_t>(address), PC);   \
  }                                                                        \
  MAZURKA_STAND_IN(void, __tsan_##prefix##write##bytes, (void* address)) { \
    access<bytes, kPlainWrite>(reinterpret_cast<uintptr_t>(address), PC);  \
  }
#define PLAIN(bytes)                                                                                  \
  PLAIN_PAIR(bytes, )                                                                                 \
  PLAIN_PAIR(bytes, unaligned_)                                                                       \
  PLAIN_PAIR(bytes, volatile_)                                                                        \
  PLAIN_PAIR(bytes, unaligned_volatile_)                                                              \
  MAZURKA_STAND_IN(void, __tsan_read##bytes##_pc, (void* address, void* pc)) {                        \
    access<bytes, kPlainRead>(reinterpret_cast<uintptr_t>(address), reinterpret_cast<uint64_t>(pc));  \
  }                                                                                                   \
  MAZURKA_STAND_IN(void, __tsan_write##bytes##_pc, (void* address, void* pc)) {                       \
    access<bytes, kPlainWrite>(reinterpret_cast<uintptr_t>(address), reinterpret_cast<uint64_t>(pc)); \
  }                                                                                                   \
  MAZURKA_STAND_IN(void, __tsan_read_write##bytes, (void* address)) {                                 \
    access<bytes, kPlainWrite>(reinterpret_cast<uintptr_t>(address), PC);                             \
  }                                                                                                   \
  MAZURKA_STAND_IN(void, __tsan_unaligned_read_write##bytes, (void* address)) {                       \
    access<bytes, kPlainWrite>(reinterpret_cast<uintptr_t>(address), PC);                             \
  }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

// A destructor begins by setting the virtual table pointer, mostly to what it is: a thread that calls a virtual
// function until the destructor waits for it is right. So that is a read. (That a constructor sets it to what it was in
// an earlier object at the same place is lost. A new block of the heap counts as written anyway.)
MAZURKA_STAND_IN(void, __tsan_vptr_update, (void** address, void* value)) {
  const auto at = reinterpret_cast<uintptr_t>(address);
  if (*address == value)
    access<8, kPlainRead>(at, PC);
  else
    access<8, kPlainWrite>(at, PC);
}
MAZURKA_STAND_IN(void, __tsan_vptr_read, (void** address)) {
  access<8, kPlainRead>(reinterpret_cast<uintptr_t>(address), PC);
}
MAZURKA_STAND_IN(void, __tsan_read_range, (void* address, size_t bytes)) {
  if (watching) plain_access(reinterpret_cast<uintptr_t>(address), bytes, kPlainRead, PC);
}
MAZURKA_STAND_IN(void, __tsan_write_range, (void* address, size_t bytes)) {
  note_plain_write(reinterpret_cast<uintptr_t>(address), bytes);
  if (watching) plain_access(reinterpret_cast<uintptr_t>(address), bytes, kPlainWrite, PC);
}

namespace {

// ---- the functions themselves, as the C library has them. While these are not known (another library's constructor
// may come before ours; our variables are being moved), simple ones serve.

void* copy_bytes(void* to, const void* from, size_t bytes) {
  void* result = to;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
  return result;
}
void* move_bytes(void* to, const void* from, size_t bytes) {
  if (to <= from) return copy_bytes(to, from, bytes);
  for (size_t k = bytes; k-- > 0;) {
    static_cast<volatile char*>(to)[k] = static_cast<const char*>(from)[k];
  }
  return to;
}
void* set_bytes(void* to, int value, size_t bytes) {
  void* result = to;
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(value) : "memory");
  return result;
}

void* (*real_memcpy)(void*, const void*, size_t) = nullptr;
void* (*real_memmove)(void*, const void*, size_t) = nullptr;
void* (*real_memset)(void*, int, size_t) = nullptr;

[[gnu::always_inline]] inline void* do_copy(void* to, const void* from, size_t bytes) {
  return real_memcpy == nullptr ? copy_bytes(to, from, bytes) : real_memcpy(to, from, bytes);
}
[[gnu::always_inline]] inline void* do_move(void* to, const void* from, size_t bytes) {
  return real_memmove == nullptr ? move_bytes(to, from, bytes) : real_memmove(to, from, bytes);
}
[[gnu::always_inline]] inline void* do_set(void* to, int value, size_t bytes) {
  return real_memset == nullptr ? set_bytes(to, value, bytes) : real_memset(to, value, bytes);
}

template <class Function>
void find(Function*& function, const char* name) {
  if (void* found = next_function(name)) function = reinterpret_cast<Function*>(found);
}

[[gnu::constructor(101)]] void find_functions() {
  find(real_memcpy, "memcpy");
  find(real_memmove, "memmove");
  find(real_memset, "memset");
}

// ---- who calls

bool is_checked_call(uint64_t pc) {
  return is_checked() && is_program_code(pc);
}
void reads(const void* from, size_t bytes, uint64_t pc) {
  if (watching) access_range(reinterpret_cast<uintptr_t>(from), bytes, kPlainRead, pc);
}
void writes(void* to, size_t bytes, uint64_t pc) {
  note_plain_write(reinterpret_cast<uintptr_t>(to), bytes);
  if (watching) access_range(reinterpret_cast<uintptr_t>(to), bytes, kPlainWrite, pc);
}

}  // namespace

// What the program's own code asks for. With --races=explore the program is suspended in between.
namespace {
[[gnu::noinline]] void* checked_copy(void* to, const void* from, size_t bytes, uint64_t pc) {
  if (explores_plain) {
    plain_copy(to, from, bytes, pc);
    return to;
  }
  reads(from, bytes, pc);
  writes(to, bytes, pc);
  return do_move(to, from, bytes);
}
[[gnu::noinline]] void* checked_fill(void* to, int value, size_t bytes, uint64_t pc) {
  if (explores_plain) {
    plain_fill(to, value, bytes, pc);
    return to;
  }
  writes(to, bytes, pc);
  return do_set(to, value, bytes);
}
}  // namespace

MAZURKA_STAND_IN(__attribute__((hot)) void*, memcpy, (void* to, const void* from, size_t bytes)) {
  if (is_checked_call(PC)) [[unlikely]]
    return checked_copy(to, from, bytes, PC);
  return do_copy(to, from, bytes);
}
MAZURKA_STAND_IN(__attribute__((hot)) void*, memmove, (void* to, const void* from, size_t bytes)) {
  if (is_checked_call(PC)) [[unlikely]]
    return checked_copy(to, from, bytes, PC);
  return do_move(to, from, bytes);
}
MAZURKA_STAND_IN(__attribute__((hot)) void*, memset, (void* to, int value, size_t bytes)) {
  if (is_checked_call(PC)) [[unlikely]]
    return checked_fill(to, value, bytes, PC);
  return do_set(to, value, bytes);
}
MAZURKA_STAND_IN(void*, __tsan_memcpy, (void* to, const void* from, size_t bytes)) {
  return is_checked() ? checked_copy(to, from, bytes, PC) : do_copy(to, from, bytes);
}
MAZURKA_STAND_IN(void*, __tsan_memmove, (void* to, const void* from, size_t bytes)) {
  return is_checked() ? checked_copy(to, from, bytes, PC) : do_move(to, from, bytes);
}
MAZURKA_STAND_IN(void*, __tsan_memset, (void* to, int value, size_t bytes)) {
  return is_checked() ? checked_fill(to, value, bytes, PC) : do_set(to, value, bytes);
}
