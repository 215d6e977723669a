// Calls on files that are cancellation points and nothing else here: they go on to the C library. (Those with a buffer:
// entries/libc/io.cpp.) (What it calls
// itself, for printf and the like, does not come through here: POSIX lets those be cancellation points, we take them
// for none.)
#include "runtime/engine/cancellation.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka::runtime;

// Under a name of our own, with enough arguments for all of them: headers declare some in ways of their own.
#define CANCELLATION_POINT(name)                                 \
  MAZURKA_STAND_IN(long, name, MAZURKA_ANY_PARAMETERS) {         \
    if (is_checked()) cancellation_point(#name, MAZURKA_CALLER); \
    auto* real = MAZURKA_REAL(name);                             \
    return real MAZURKA_ANY_ARGUMENTS;                           \
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
