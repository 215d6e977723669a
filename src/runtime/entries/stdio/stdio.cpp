// <stdio.h>: each call locks its FILE (stream_lock.hpp). The C library's own code does the work; it is not
// instrumented, so that two threads that use a FILE would not be seen to depend on each other otherwise. Which FILEs
// there are is the business of entries/stdio/open_streams_calls.cpp.
#include <string.h>

#include "runtime/entries/stdio/stream_functions.hpp"
#include "runtime/entries/stdio/stream_memory.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

#define READS(type, name, parameters, arguments) \
  STREAM_FUNCTION(type, name, parameters, arguments, READS_STREAM, (void)0)

#define PRINTS(type, name, parameters, arguments) \
  STREAM_FUNCTION(type, name, parameters, arguments, note_printed(format, values, pc), (void)0)
#define SCANS(type, name, parameters, arguments)                                \
  STREAM_FUNCTION(type, name, parameters, arguments, READS_STREAM; va_list all; \
                  va_copy(all, values), note_scanned(format, all, result, pc); va_end(all))

PLAIN(int, fputc, (int c, FILE* file), (c, file))
PLAIN(int, putc, (int c, FILE* file), (c, file))
PLAIN(int, _IO_putc, (int c, FILE* file), (c, file))
PLAIN(int, putw, (int word, FILE* file), (word, file))
READS(int, fgetc, (FILE * file), (file))
READS(int, getc, (FILE * file), (file))
READS(int, _IO_getc, (FILE * file), (file))
READS(int, getw, (FILE * file), (file))
PLAIN(int, ungetc, (int c, FILE* file), (c, file))
PLAIN(int, fseek, (FILE * file, long offset, int whence), (file, offset, whence))
PLAIN(int, fseeko, (FILE * file, off_t offset, int whence), (file, offset, whence))
PLAIN(int, fseeko64, (FILE * file, off64_t offset, int whence), (file, offset, whence))
PLAIN(long, ftell, (FILE * file), (file))
PLAIN(off_t, ftello, (FILE * file), (file))
PLAIN(off64_t, ftello64, (FILE * file), (file))
PLAIN(int, fgetpos, (FILE * file, void* place), (file, place))
PLAIN(int, fgetpos64, (FILE * file, void* place), (file, place))
PLAIN(int, fsetpos, (FILE * file, const void* place), (file, place))
PLAIN(int, fsetpos64, (FILE * file, const void* place), (file, place))
PLAIN(int, feof, (FILE * file), (file))
PLAIN(int, ferror, (FILE * file), (file))
STREAM_FUNCTION(int, setvbuf, (FILE * file, char* buffer, int mode, size_t bytes), (file, buffer, mode, bytes),
                give_back_memory(file), lend_memory(file, buffer, mode == _IONBF || result != 0 ? 0 : bytes))
// The text, where it is and how much room there is.
#define GETS_LINE(name, parameters, arguments)                                             \
  STREAM_FUNCTION(ssize_t, name, parameters, arguments, READS_STREAM, {                    \
    note_access(line, sizeof *line, kPlainWrite, pc);                                      \
    note_access(room, sizeof *room, kPlainWrite, pc);                                      \
    note_access(*line, result < 0 ? 0 : static_cast<size_t>(result) + 1, kPlainWrite, pc); \
  })
GETS_LINE(getline, (char** line, size_t* room, FILE* file), (line, room, file))
GETS_LINE(getdelim, (char** line, size_t* room, int end, FILE* file), (line, room, end, file))
GETS_LINE(__getdelim, (char** line, size_t* room, int end, FILE* file), (line, room, end, file))
PRINTS(int, vfprintf, (FILE * file, const char* format, va_list values), (file, format, values))
PRINTS(int, __vfprintf_chk, (FILE * file, int flag, const char* format, va_list values), (file, flag, format, values))
SCANS(int, vfscanf, (FILE * file, const char* format, va_list values), (file, format, values))
SCANS(int, __isoc99_vfscanf, (FILE * file, const char* format, va_list values), (file, format, values))
NO_RESULT(rewind, (FILE * file), (file))
NO_RESULT(clearerr, (FILE * file), (file))
#define LENDS_BUFFER(name, parameters, arguments, bytes) \
  MAZURKA_STAND_IN(void, name, parameters) {             \
    auto* real = MAZURKA_REAL(name);                     \
    if (!is_checked()) return real arguments;            \
    LockedStream locked(file, #name, MAZURKA_CALLER);    \
    real arguments;                                      \
    give_back_memory(file);                              \
    lend_memory(file, buffer, bytes);                    \
  }
LENDS_BUFFER(setbuf, (FILE * file, char* buffer), (file, buffer), BUFSIZ)
LENDS_BUFFER(setbuffer, (FILE * file, char* buffer, size_t bytes), (file, buffer, bytes), bytes)
NO_RESULT(setlinebuf, (FILE * file), (file))

STREAM_FUNCTION(int, fputs, (const char* text, FILE* file), (text, file),
                note_access(text, strlen(text) + 1, kPlainRead, pc), (void)0)
STREAM_FUNCTION(size_t, fwrite, (const void* from, size_t size, size_t count, FILE* file), (from, size, count, file),
                note_access(from, size* count, kPlainRead, pc), (void)0)
STREAM_FUNCTION(size_t, fread, (void* into, size_t size, size_t count, FILE* file), (into, size, count, file),
                READS_STREAM, note_access(into, size* result, kPlainWrite, pc))
STREAM_FUNCTION(size_t, __fread_chk, (void* into, size_t room, size_t size, size_t count, FILE* file),
                (into, room, size, count, file), READS_STREAM, note_access(into, size* result, kPlainWrite, pc))
STREAM_FUNCTION(char*, fgets, (char* into, int room, FILE* file), (into, room, file), READS_STREAM,
                note_access(into, result == nullptr ? 0 : strlen(into) + 1, kPlainWrite, pc))
STREAM_FUNCTION(char*, __fgets_chk, (char* into, size_t size, int room, FILE* file), (into, size, room, file),
                READS_STREAM, note_access(into, result == nullptr ? 0 : strlen(into) + 1, kPlainWrite, pc))

VARIADIC(file, fprintf, (FILE * file, const char* format, ...), format,
         PRINTED(mazurka_stand_in_vfprintf(file, format, values)))
VARIADIC(file, __fprintf_chk, (FILE * file, int flag, const char* format, ...), format,
         PRINTED(mazurka_stand_in___vfprintf_chk(file, flag, format, values)))
VARIADIC(file, fscanf, (FILE * file, const char* format, ...), format,
         SCANNED(mazurka_stand_in_vfscanf(file, format, values)))
VARIADIC(file, __isoc99_fscanf, (FILE * file, const char* format, ...), format,
         SCANNED(mazurka_stand_in___isoc99_vfscanf(file, format, values)))

#define WRITES_OUTPUT(name, parameters, arguments) STANDARD_FUNCTION(stdout, int, name, parameters, arguments, (void)0)
#define PRINTS_OUTPUT(name, parameters, arguments) \
  STANDARD_FUNCTION(stdout, int, name, parameters, arguments, note_printed(format, values, pc))
#define READS_INPUT(type, name, parameters, arguments) \
  STANDARD_FUNCTION(stdin, type, name, parameters, arguments, READS_STREAM)
#define SCANS_INPUT(name)                                             \
  MAZURKA_STAND_IN(int, name, (const char* format, va_list values)) { \
    auto* real = MAZURKA_REAL(name);                                  \
    FILE* file = stdin;                                               \
    uint64_t pc = MAZURKA_CALLER;                                     \
    LockedStream locked(file, #name, pc);                             \
    READS_STREAM;                                                     \
    return SCANNED(real(format, values));                             \
  }
WRITES_OUTPUT(putchar, (int c), (c))
PRINTS_OUTPUT(vprintf, (const char* format, va_list values), (format, values))
PRINTS_OUTPUT(__vprintf_chk, (int flag, const char* format, va_list values), (flag, format, values))
STANDARD_FUNCTION(stdout, int, puts, (const char* text), (text), note_access(text, strlen(text) + 1, kPlainRead, pc))
READS_INPUT(int, getchar, (), ())
READS_INPUT(char*, gets, (char* into), (into))
READS_INPUT(char*, __gets_chk, (char* into, size_t room), (into, room))
SCANS_INPUT(vscanf)
SCANS_INPUT(__isoc99_vscanf)
VARIADIC(stdout, printf, (const char* format, ...), format, PRINTED(mazurka_stand_in_vprintf(format, values)))
VARIADIC(stdout, __printf_chk, (int flag, const char* format, ...), format,
         PRINTED(mazurka_stand_in___vprintf_chk(flag, format, values)))
VARIADIC(stdin, scanf, (const char* format, ...), format, SCANNED(mazurka_stand_in_vscanf(format, values)))
VARIADIC(stdin, __isoc99_scanf, (const char* format, ...), format,
         SCANNED(mazurka_stand_in___isoc99_vscanf(format, values)))

// (Also of a FILE that its calls do not lock, see __fsetlocking: that is what these are for then.)
MAZURKA_STAND_IN(void, flockfile, (FILE * file)) {
  need_lock(file);
  is_checked() ? lock_stream(file, "flockfile", MAZURKA_CALLER) : MAZURKA_REAL(flockfile)(file);
}
MAZURKA_STAND_IN(void, funlockfile, (FILE * file)) {
  need_lock(file);
  is_checked() ? unlock_stream(file, "funlockfile", MAZURKA_CALLER) : MAZURKA_REAL(funlockfile)(file);
}
MAZURKA_STAND_IN(int, ftrylockfile, (FILE * file)) {
  need_lock(file);
  if (!is_checked()) return MAZURKA_REAL(ftrylockfile)(file);
  return try_lock_stream(file, "ftrylockfile", MAZURKA_CALLER) ? 0 : 1;
}
