// Functions of the C library that read files of the system: time zones, users, groups, locales, character sets.
#include "runtime/interpose.hpp"
#include "runtime/library_step.hpp"

using namespace mazurka::runtime;

namespace {
using AnyFunction = long (*)(long, long, long, long, long, long);
}

// Under a name of our own, with enough arguments for all of them: headers declare some in ways of their own.
#define READS_FILES(name)                                                                      \
  extern "C" long mazurka_library_##name(long, long, long, long, long, long) __asm__(#name);   \
  MAZURKA_EXPORT long mazurka_library_##name(long a, long b, long c, long d, long e, long f) { \
    static auto* real = reinterpret_cast<AnyFunction>(dlsym(RTLD_NEXT, #name));                \
    LibraryStep step(#name, MAZURKA_CALLER);                                                   \
    return real(a, b, c, d, e, f);                                                             \
  }

READS_FILES(localtime)
READS_FILES(localtime_r)
READS_FILES(ctime)
READS_FILES(ctime_r)
READS_FILES(mktime)
READS_FILES(tzset)
READS_FILES(strftime)
READS_FILES(getpwnam)
READS_FILES(getpwnam_r)
READS_FILES(getpwuid)
READS_FILES(getpwuid_r)
READS_FILES(getgrnam)
READS_FILES(getgrnam_r)
READS_FILES(getgrgid)
READS_FILES(getgrgid_r)
READS_FILES(setlocale)
READS_FILES(newlocale)
READS_FILES(iconv_open)
