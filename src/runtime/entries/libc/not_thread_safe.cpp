// Functions of the C library that are not thread-safe: each call is a write of a variable that stands for the
// function's state, and of its result if that lies in memory of the C library's.
#include <dirent.h>
#include <mntent.h>
#include <netdb.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka::runtime;

// Named after one of the functions that have it.
#define STATE_OF(name) char state_of_##name = 0;
// With enough arguments for all of them, but no floating point.
#define NOT_SAFE_IF(condition, state, name)                         \
  MAZURKA_STAND_IN(long, name, MAZURKA_ANY_PARAMETERS) {            \
    auto* real = MAZURKA_REAL(name);                                \
    if (condition) write_hidden(&state_of_##state, MAZURKA_CALLER); \
    return real MAZURKA_ANY_ARGUMENTS;                              \
  }
#define NOT_SAFE(state, name) NOT_SAFE_IF(true, state, name)
#define ALONE(name) STATE_OF(name) NOT_SAFE(name, name)

ALONE(strtok)
ALONE(localeconv)
ALONE(l64a)
ALONE(ttyname)
ALONE(getlogin)
ALONE(ptsname)
ALONE(getdate)
ALONE(getopt)
NOT_SAFE(getopt, getopt_long)
NOT_SAFE(getopt, getopt_long_only)
ALONE(hcreate)
NOT_SAFE(hcreate, hsearch)
NOT_SAFE(hcreate, hdestroy)
ALONE(getpwent)
NOT_SAFE(getpwent, setpwent)
NOT_SAFE(getpwent, endpwent)
ALONE(getgrent)
NOT_SAFE(getgrent, setgrent)
NOT_SAFE(getgrent, endgrent)
ALONE(getspent)
NOT_SAFE(getspent, setspent)
NOT_SAFE(getspent, endspent)
ALONE(gethostbyname)
NOT_SAFE(gethostbyname, gethostbyname2)
NOT_SAFE(gethostbyname, gethostbyaddr)
NOT_SAFE(gethostbyname, gethostent)
NOT_SAFE(gethostbyname, sethostent)
NOT_SAFE(gethostbyname, endhostent)
ALONE(getservbyname)
NOT_SAFE(getservbyname, getservbyport)
NOT_SAFE(getservbyname, getservent)
NOT_SAFE(getservbyname, setservent)
NOT_SAFE(getservbyname, endservent)
ALONE(getprotobyname)
NOT_SAFE(getprotobyname, getprotobynumber)
NOT_SAFE(getprotobyname, getprotoent)
NOT_SAFE(getprotobyname, setprotoent)
NOT_SAFE(getprotobyname, endprotoent)
ALONE(getnetbyname)
NOT_SAFE(getnetbyname, getnetbyaddr)
NOT_SAFE(getnetbyname, getnetent)
NOT_SAFE(getnetbyname, setnetent)
NOT_SAFE(getnetbyname, endnetent)
ALONE(getutxent)
NOT_SAFE(getutxent, getutxid)
NOT_SAFE(getutxent, getutxline)
NOT_SAFE(getutxent, pututxline)
NOT_SAFE(getutxent, setutxent)
NOT_SAFE(getutxent, endutxent)

// Only if they are not given a place for the state, or for the result.
STATE_OF(tmpnam)
NOT_SAFE_IF(a == 0, tmpnam, tmpnam)
STATE_OF(ctermid)
NOT_SAFE_IF(a == 0, ctermid, ctermid)
STATE_OF(mblen)
NOT_SAFE(mblen, mblen)
ALONE(mbtowc)
ALONE(wctomb)
STATE_OF(mbrtowc)
NOT_SAFE_IF(c == 0, mbrtowc, mbrlen)
NOT_SAFE_IF(c == 0, mbrtowc, __mbrlen)
NOT_SAFE_IF(d == 0, mbrtowc, mbrtowc)
NOT_SAFE_IF(d == 0, mbrtowc, mbsrtowcs)
NOT_SAFE_IF(e == 0, mbrtowc, mbsnrtowcs)
NOT_SAFE_IF(c == 0, mbrtowc, wcrtomb)
NOT_SAFE_IF(d == 0, mbrtowc, wcsrtombs)
NOT_SAFE_IF(e == 0, mbrtowc, wcsnrtombs)

#define TYPED(state, type, name, parameters, arguments) \
  MAZURKA_STAND_IN(type, name, parameters) {            \
    write_hidden(&state_of_##state, MAZURKA_CALLER);    \
    return MAZURKA_REAL(name) arguments;                \
  }
STATE_OF(ecvt)
TYPED(ecvt, char*, ecvt, (double value, int digits, int* point, int* sign), (value, digits, point, sign))
TYPED(ecvt, char*, fcvt, (double value, int digits, int* point, int* sign), (value, digits, point, sign))

// A time as text.
STATE_OF(asctime)
MAZURKA_STAND_IN(char*, asctime, (const tm* time)) {
  write_hidden(&state_of_asctime, MAZURKA_CALLER);
  char* result = MAZURKA_REAL(asctime)(time);
  write_result(result, result == nullptr ? 0 : strlen(result) + 1, MAZURKA_CALLER);
  return result;
}

// The environment. Whoever looks at it must not meet who changes it.
MAZURKA_STAND_IN(char*, getenv, (const char* name)) {
  read_environment(MAZURKA_CALLER);
  return MAZURKA_REAL(getenv)(name);
}
MAZURKA_STAND_IN(char*, secure_getenv, (const char* name)) {
  read_environment(MAZURKA_CALLER);
  return MAZURKA_REAL(secure_getenv)(name);
}
#define CHANGES_ENVIRONMENT(name, parameters, arguments) \
  MAZURKA_STAND_IN(int, name, parameters) {              \
    write_environment(MAZURKA_CALLER);                   \
    return MAZURKA_REAL(name) arguments;                 \
  }
CHANGES_ENVIRONMENT(setenv, (const char* name, const char* value, int replace), (name, value, replace))
CHANGES_ENVIRONMENT(unsetenv, (const char* name), (name))
CHANGES_ENVIRONMENT(putenv, (char* text), (text))
CHANGES_ENVIRONMENT(clearenv, (), ())

// Folders that are read. Their lock cannot be seen: readdir_r(), which relies on it, is refused.
#define CHANGES_FOLDER(type, name, parameters, arguments) \
  MAZURKA_STAND_IN(type, name, parameters) {              \
    write_hidden(folder, MAZURKA_CALLER);                 \
    return MAZURKA_REAL(name) arguments;                  \
  }
// The entries lie one behind the other in the DIR, and none is promised to stay when the next one is read.
#define READS_ENTRY(type, name)                                                                   \
  MAZURKA_STAND_IN(type*, name, (DIR * folder)) {                                                 \
    constexpr size_t kEntries = 48;                                                               \
    write_hidden(folder, MAZURKA_CALLER);                                                         \
    type* entry = MAZURKA_REAL(name)(folder);                                                     \
    if (entry == nullptr) return entry;                                                           \
    const char* entries = reinterpret_cast<const char*>(folder) + kEntries;                       \
    const char* end = reinterpret_cast<const char*>(entry) + entry->d_reclen;                     \
    if (end > entries) write_result(entries, static_cast<size_t>(end - entries), MAZURKA_CALLER); \
    return entry;                                                                                 \
  }
READS_ENTRY(dirent, readdir)
READS_ENTRY(dirent64, readdir64)
CHANGES_FOLDER(void, rewinddir, (DIR * folder), (folder))
CHANGES_FOLDER(void, seekdir, (DIR * folder, long place), (folder, place))
CHANGES_FOLDER(long, telldir, (DIR * folder), (folder))
CHANGES_FOLDER(int, closedir, (DIR * folder), (folder))
