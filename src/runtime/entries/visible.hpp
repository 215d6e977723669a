// Helpers of the files that stand in for library functions.
#pragma once

#include <dlfcn.h>

#include <cstdint>

#include "runtime/engine/visible.hpp"

#define MAZURKA_EXPORT extern "C" __attribute__((visibility("default")))

// Where the interposed function was called.
#define MAZURKA_CALLER reinterpret_cast<uint64_t>(__builtin_return_address(0))

// The function of that name in the next library: what a program that runs by itself gets.
#define MAZURKA_REAL(function)                                                              \
  ([]() -> decltype(&function) {                                                            \
    static auto* real = reinterpret_cast<decltype(&function)>(dlsym(RTLD_NEXT, #function)); \
    return real;                                                                            \
  }())
