// Functions that open and close FILEs, or do something with all of them.
#include <mntent.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>

#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/entries/stdio/stream_functions.hpp"
#include "runtime/entries/stdio/stream_memory.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

#define OPENS_WITH(name, parameters, arguments, lend) \
  MAZURKA_STAND_IN(FILE*, name, parameters) {         \
    auto* real = MAZURKA_REAL(name);                  \
    change_open_streams(#name, MAZURKA_CALLER);       \
    FILE* file = real arguments;                      \
    lend;                                             \
    return file;                                      \
  }
#define OPENS(name, parameters, arguments) OPENS_WITH(name, parameters, arguments, (void)0)
OPENS(fopen, (const char* path, const char* mode), (path, mode))
OPENS(fopen64, (const char* path, const char* mode), (path, mode))
OPENS(fdopen, (int descriptor, const char* mode), (descriptor, mode))
OPENS(tmpfile, (), ())
OPENS(tmpfile64, (), ())
OPENS_WITH(fmemopen, (void* buffer, size_t bytes, const char* mode), (buffer, bytes, mode),
           lend_memory(file, buffer, bytes, mode[0] == 'r' && strchr(mode, '+') == nullptr))
#define LENDS_VARIABLES lend_text(file, buffer, bytes, sizeof **buffer)
OPENS_WITH(open_memstream, (char** buffer, size_t* bytes), (buffer, bytes), LENDS_VARIABLES)
OPENS_WITH(open_wmemstream, (wchar_t * *buffer, size_t* bytes), (buffer, bytes), LENDS_VARIABLES)
OPENS(fopencookie, (void* cookie, const char* mode, cookie_io_functions_t functions), (cookie, mode, functions))
OPENS(setmntent, (const char* path, const char* mode), (path, mode))

STREAM_FUNCTION(FILE*, freopen, (const char* path, const char* mode, FILE* file), (path, mode, file),
                change_open_streams("freopen", pc), give_back_memory(file))
STREAM_FUNCTION(FILE*, freopen64, (const char* path, const char* mode, FILE* file), (path, mode, file),
                change_open_streams("freopen64", pc), give_back_memory(file))

namespace {

// The standard ones stay where they are. The lock of another one goes with it, and who waits for it must find that out:
// it is given up in memory that is free.
int close_stream(FILE* file, int (*real)(FILE*), const char* name, uint64_t pc) {
  if (!is_checked() || file == nullptr) return real(file);
  bool stays = file == stdin || file == stdout || file == stderr;
  bool locked = is_locked_by_us(file);
  StreamLock* lock = lock_of(file);
  if (locked) lock_stream(file, name, pc);
  access_stream(file, kPlainWrite, pc);
  change_open_streams(name, pc);
  int result = real(file);
  give_back_memory(file);
  if (locked && stays) unlock_stream(file, name, pc);
  if (locked && !stays) {
    visible(OpCode::kUnlock, lock, kMutexObject, 4, name, pc);
    lock->word = 0;
  }
  return result;
}

// Which FILEs there are is not known here, nor who uses them.
void refuse_all(const char* name, uint64_t pc) {
  if (is_checked() && at_base() && others_may_run()) report_unsupported(name, pc);
}

}  // namespace

MAZURKA_STAND_IN(int, fclose, (FILE * file)) {
  return close_stream(file, MAZURKA_REAL(fclose), "fclose", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, endmntent, (FILE * file)) {
  return close_stream(file, MAZURKA_REAL(endmntent), "endmntent", MAZURKA_CALLER);
}

MAZURKA_STAND_IN(int, fflush, (FILE * file)) {
  if (file == nullptr) refuse_all("fflush of all files", MAZURKA_CALLER);
  LockedStream locked(file, "fflush", MAZURKA_CALLER);
  return MAZURKA_REAL(fflush)(file);
}
MAZURKA_STAND_IN(int, fflush_unlocked, (FILE * file)) {
  if (file == nullptr) refuse_all("fflush of all files", MAZURKA_CALLER);
  if (is_checked() && file != nullptr) access_stream(file, kPlainWrite, MAZURKA_CALLER);
  return MAZURKA_REAL(fflush_unlocked)(file);
}
MAZURKA_STAND_IN(int, fcloseall, ()) {
  refuse_all("fcloseall", MAZURKA_CALLER);
  return MAZURKA_REAL(fcloseall)();
}
MAZURKA_STAND_IN(void, _flushlbf, ()) {
  refuse_all("_flushlbf", MAZURKA_CALLER);
  MAZURKA_REAL(_flushlbf)();
}
