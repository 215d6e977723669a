// Functions that block or synchronise and are not modelled yet. A checked program that calls one is stopped there, and
// the verdict is incomplete; a program that runs by itself gets the real one.
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/allowed.hpp"

using namespace mazurka::runtime;

// Not modelled at all.
#define UNSUPPORTED(name)                                        \
  MAZURKA_STAND_IN(long, name, MAZURKA_ANY_PARAMETERS) {         \
    if (is_checked()) report_unsupported(#name, MAZURKA_CALLER); \
    auto* real = MAZURKA_REAL(name);                             \
    return real MAZURKA_ANY_ARGUMENTS;                           \
  }

// Not controlled, but let through if --allow says so.
#define UNSUPPORTED_UNLESS(allowed, name)                                      \
  MAZURKA_STAND_IN(long, name, MAZURKA_ANY_PARAMETERS) {                       \
    if (is_checked()) need(mazurka::protocol::allowed, #name, MAZURKA_CALLER); \
    auto* real = MAZURKA_REAL(name);                                           \
    return real MAZURKA_ANY_ARGUMENTS;                                         \
  }

UNSUPPORTED(pthread_sigqueue)
UNSUPPORTED(_pthread_cleanup_push)
UNSUPPORTED(fork)
UNSUPPORTED(vfork)
UNSUPPORTED(popen)
UNSUPPORTED_UNLESS(kProcesses, posix_spawn)
UNSUPPORTED_UNLESS(kProcesses, posix_spawnp)
UNSUPPORTED_UNLESS(kProcesses, system)
UNSUPPORTED(sigqueue)
UNSUPPORTED(pause)
// They rely on a lock of the C library's, as readdir() does not.
UNSUPPORTED(readdir_r)
UNSUPPORTED(readdir64_r)
// What std::promise and std::packaged_task do with "at_thread_exit": libstdc++ would write the state in code of its
// own, which is not instrumented.
UNSUPPORTED(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv)
