// The one way to stand in for a function that the program calls: of the C or C++ library, of the compiler's runtime, of
// <mazurka.h>.
//
//   MAZURKA_STAND_IN(int, pthread_mutex_lock, (pthread_mutex_t * mutex)) {
//     if (!is_checked()) return MAZURKA_REAL(pthread_mutex_lock)(mutex);
//     return lock(mutex, "pthread_mutex_lock", MAZURKA_CALLER);
//   }
//
// - The name is the symbol's: mangled for a function of C++. From then on everybody in the process who calls it gets
//   ours, this library included. Nothing else must be done to export it: list_exports.sh finds it in the object file.
// - To the compiler it is mazurka_stand_in_<name>. So it may have other types than headers give it, and no attribute of
//   theirs (nonnull, pure) lets the compiler drop what we check.
// - It runs on the user thread's side while is_checked(). Else the program runs by itself, or the checker's side calls
//   it: then the real function does the work, and nothing of the exploration may be touched.
// - A function that is only watched, and then left to the library, is entered in another way: entries/pass_through.hpp.
#pragma once

#include <dlfcn.h>

#include <cstdint>

#include "runtime/platform/next_function.hpp"

#define MAZURKA_STAND_IN(result, name, parameters)                     \
  extern "C" result mazurka_stand_in_##name parameters __asm__(#name); \
  extern "C" __attribute__((visibility("default"))) result mazurka_stand_in_##name parameters

// For functions of any type but floating point: enough for all their arguments.
#define MAZURKA_ANY_PARAMETERS (long a, long b, long c, long d, long e, long f)
#define MAZURKA_ANY_ARGUMENTS (a, b, c, d, e, f)

// Where the stand-in was called. Only in its own body: what it calls must be given the place.
#define MAZURKA_CALLER \
  mazurka::runtime::calling_place(__builtin_return_address(0), static_cast<void**>(__builtin_frame_address(0)))
// For functions that no list of src/ledger names.
#define MAZURKA_DIRECT_CALLER reinterpret_cast<uint64_t>(__builtin_return_address(0))

// Where a call comes back to that goes through the entry of watched calls (entries/unseen/call_entry.cpp).
extern "C" __attribute__((visibility("hidden"))) const char mazurka_unseen_return[];

namespace mazurka::runtime {
// The entry's frame is below that of the stand-in, and the program's place in it.
[[gnu::always_inline]] inline uint64_t calling_place(const void* return_address, void** frame) {
  if (return_address != mazurka_unseen_return) [[likely]]
    return reinterpret_cast<uint64_t>(return_address);
  return reinterpret_cast<uint64_t>(static_cast<void**>(frame[0])[1]);
}
}  // namespace mazurka::runtime

// The function of that name in the next library: what a program that runs by itself gets. It is looked up once, where
// this is written: dlsym may use memory of the program's.
#define MAZURKA_REAL(name) MAZURKA_REAL_AS(decltype(&mazurka_stand_in_##name), name)
// The same where its stand-in is not declared.
#define MAZURKA_REAL_AS(type, name)                                                                             \
  ([]() -> type {                                                                                               \
    static type found_##name = nullptr;                                                                         \
    if (found_##name == nullptr) found_##name = reinterpret_cast<type>(mazurka::runtime::next_function(#name)); \
    return found_##name;                                                                                        \
  }())
