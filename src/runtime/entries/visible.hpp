// Helpers of the files that stand in for library functions.
#pragma once

#include <dlfcn.h>

#include <cstdint>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/spin_loops.hpp"

#define MAZURKA_EXPORT extern "C" __attribute__((visibility("default")))

// Where the interposed function was called.
#define MAZURKA_CALLER reinterpret_cast<uint64_t>(__builtin_return_address(0))

// The function of that name in the next library: what a program that runs by itself gets.
#define MAZURKA_REAL(function)                                                              \
  ([]() -> decltype(&function) {                                                            \
    static auto* real = reinterpret_cast<decltype(&function)>(dlsym(RTLD_NEXT, #function)); \
    return real;                                                                            \
  }())

namespace mazurka::runtime {

// Announces an operation on one object and waits until it is picked.
[[gnu::always_inline]] inline Choice visible(OpCode code, void* address, ObjectKind kind, uint32_t bytes,
                                             const char* name, uint64_t pc, Value a = 0, Value b = 0) {
  if (!may_only_read(code)) note_change();
  ObjectId object = program->object(reinterpret_cast<uintptr_t>(address), kind, bytes);
  return program->announce_access(code, object, name, pc, a, b);
}

}  // namespace mazurka::runtime
