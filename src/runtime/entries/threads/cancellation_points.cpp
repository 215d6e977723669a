// Calls on files that are cancellation points and nothing else here: they go on to the C library. (Those with a buffer:
// entries/libc/io.cpp.) (What it calls
// itself, for printf and the like, does not come through here: POSIX lets those be cancellation points, we take them
// for none.)
#include "runtime/engine/cancellation.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka::runtime;

namespace {
using AnyFunction = long (*)(long, long, long, long, long, long);
}

// Under a name of our own, with enough arguments for all of them: headers declare some in ways of their own.
#define CANCELLATION_POINT(name)                                                             \
  extern "C" long mazurka_point_##name(long, long, long, long, long, long) __asm__(#name);   \
  MAZURKA_EXPORT long mazurka_point_##name(long a, long b, long c, long d, long e, long f) { \
    if (is_checked()) cancellation_point(#name, MAZURKA_CALLER);                             \
    static auto* real = reinterpret_cast<AnyFunction>(dlsym(RTLD_NEXT, #name));              \
    return real(a, b, c, d, e, f);                                                           \
  }

CANCELLATION_POINT(open)
CANCELLATION_POINT(open64)
CANCELLATION_POINT(openat)
CANCELLATION_POINT(openat64)
CANCELLATION_POINT(creat)
CANCELLATION_POINT(creat64)
CANCELLATION_POINT(close)
CANCELLATION_POINT(readv)
CANCELLATION_POINT(writev)
CANCELLATION_POINT(fsync)
CANCELLATION_POINT(fdatasync)
CANCELLATION_POINT(msync)
