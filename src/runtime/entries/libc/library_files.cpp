// Functions of the C library that read files of the system: time zones, users, groups, locales, character sets.
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <time.h>

#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/entries/stdio/stream_lock.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/library_step.hpp"

using namespace mazurka::runtime;

namespace {
void* at(long argument) {
  return reinterpret_cast<void*>(argument);
}
}  // namespace

extern char state_of_asctime;  // in entries/libc/not_thread_safe.cpp
char state_of_gmtime = 0, state_of_getpwnam = 0, state_of_getgrnam = 0;

// Under a name of our own, with enough arguments for all of them: headers declare some in ways of their own. `before`
// and `after` say what of the C library's own is used; `pc` is the place of the call.
#define READS_FILES(name, before, after)                 \
  MAZURKA_STAND_IN(long, name, MAZURKA_ANY_PARAMETERS) { \
    uint64_t pc = MAZURKA_CALLER;                        \
    before;                                              \
    long result = 0;                                     \
    {                                                    \
      LibraryStep step(#name, pc);                       \
      result = MAZURKA_REAL(name) MAZURKA_ANY_ARGUMENTS; \
    }                                                    \
    after;                                               \
    return result;                                       \
  }
// The time zone is in the environment.
#define ABOUT_TIME(name, after) READS_FILES(name, read_environment(pc), after)
#define SAFE(name) READS_FILES(name, (void)pc, (void)0)
// The result lies in memory of the C library's.
#define NOT_SAFE(state, type, name)                      \
  READS_FILES(name, write_hidden(&state, pc), {          \
    const auto* entry = reinterpret_cast<type*>(result); \
    write_result(entry, sizeof *entry, pc);              \
  })

ABOUT_TIME(localtime_r, note_access(at(b), sizeof(tm), kPlainWrite, pc))
ABOUT_TIME(ctime_r, note_access(at(b), result == 0 ? 0 : strlen(static_cast<char*>(at(b))) + 1, kPlainWrite, pc))
ABOUT_TIME(mktime, note_access(at(a), sizeof(tm), kPlainWrite, pc))
ABOUT_TIME(tzset, (void)0)
ABOUT_TIME(timelocal, (void)0)
ABOUT_TIME(timegm, (void)0)
ABOUT_TIME(gmtime_r, note_access(at(b), sizeof(tm), kPlainWrite, pc))
// With its end, if there is room for it.
#define WRITES_TEXT(character) \
  note_access(at(a), result == 0 ? 0 : (static_cast<size_t>(result) + 1) * sizeof(character), kPlainWrite, pc)
ABOUT_TIME(strftime, WRITES_TEXT(char))
ABOUT_TIME(strftime_l, WRITES_TEXT(char))
ABOUT_TIME(wcsftime, WRITES_TEXT(wchar_t))
ABOUT_TIME(wcsftime_l, WRITES_TEXT(wchar_t))
#define IN_PIECES(name)                                            \
  ABOUT_TIME(name, {                                               \
    write_hidden(&state_of_gmtime, pc);                            \
    write_result(reinterpret_cast<void*>(result), sizeof(tm), pc); \
  })
IN_PIECES(localtime)
IN_PIECES(gmtime)
ABOUT_TIME(ctime, {
  write_hidden(&state_of_gmtime, pc);
  write_hidden(&state_of_asctime, pc);
  const auto* text = reinterpret_cast<const char*>(result);
  write_result(text, text == nullptr ? 0 : strlen(text) + 1, pc);
})
NOT_SAFE(state_of_getpwnam, passwd, getpwnam)
NOT_SAFE(state_of_getpwnam, passwd, getpwuid)
NOT_SAFE(state_of_getgrnam, group, getgrnam)
NOT_SAFE(state_of_getgrnam, group, getgrgid)
SAFE(getpwnam_r)
SAFE(getpwuid_r)
SAFE(getgrnam_r)
SAFE(getgrgid_r)
SAFE(newlocale)
SAFE(iconv_open)
// Nearly every function looks at the locale, and none is watched for it.
READS_FILES(
    setlocale,
    {
      if (is_checked() && b != 0 && at_base() && others_may_run())
        report_unsupported("setlocale while other threads may run", pc);
      read_environment(pc);
    },
    (void)0)
