// Functions on FILEs that lock nothing: for who has locked the FILE, or is alone with it. They are no steps but plain
// accesses to the FILE, so that two threads that are not ordered have a data race. Compilers have some of them in the
// program itself, where the accesses are instrumented, and call the C library to fill or empty the buffer.
#include <stdio_ext.h>
#include <wchar.h>

#include "runtime/entries/stdio/stream_functions.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

namespace {

void access_unlocked(FILE* file, AccessKind kind, uint64_t pc) {
  if (kind == kPlainWrite) note_change();
  access_stream(file, kind, pc);
}

}  // namespace

#define UNLOCKED(stream, kind, type, name, parameters, arguments, before) \
  MAZURKA_STAND_IN(type, name, parameters) {                              \
    auto* real = MAZURKA_REAL(name);                                      \
    if (is_checked() && stream != nullptr) {                              \
      before;                                                             \
      fix_buffer(stream, MAZURKA_CALLER);                                 \
      access_unlocked(stream, kind, MAZURKA_CALLER);                      \
    }                                                                     \
    return real arguments;                                                \
  }
#define CHANGES(type, name, parameters, arguments) \
  UNLOCKED(file, kPlainWrite, type, name, parameters, arguments, (void)0)
#define LOOKS(type, name, parameters, arguments) UNLOCKED(file, kPlainRead, type, name, parameters, arguments, (void)0)
#define CHANGES_WIDE(type, name, parameters, arguments) \
  UNLOCKED(file, kPlainWrite, type, name, parameters, arguments, need_orientation(file))

CHANGES(int, getc_unlocked, (FILE * file), (file))
CHANGES(int, fgetc_unlocked, (FILE * file), (file))
CHANGES(int, putc_unlocked, (int c, FILE* file), (c, file))
CHANGES(int, fputc_unlocked, (int c, FILE* file), (c, file))
CHANGES(int, fputs_unlocked, (const char* text, FILE* file), (text, file))
CHANGES(char*, fgets_unlocked, (char* into, int room, FILE* file), (into, room, file))
CHANGES(char*, __fgets_unlocked_chk, (char* into, size_t size, int room, FILE* file), (into, size, room, file))
CHANGES(size_t, fwrite_unlocked, (const void* from, size_t size, size_t count, FILE* file), (from, size, count, file))
CHANGES(size_t, fread_unlocked, (void* into, size_t size, size_t count, FILE* file), (into, size, count, file))
CHANGES(size_t, __fread_unlocked_chk, (void* into, size_t room, size_t size, size_t count, FILE* file),
        (into, room, size, count, file))
CHANGES(void, clearerr_unlocked, (FILE * file), (file))
LOOKS(int, feof_unlocked, (FILE * file), (file))
LOOKS(int, ferror_unlocked, (FILE * file), (file))
UNLOCKED(stdin, kPlainWrite, int, getchar_unlocked, (), (), (void)0)
UNLOCKED(stdout, kPlainWrite, int, putchar_unlocked, (int c), (c), (void)0)

CHANGES_WIDE(wint_t, getwc_unlocked, (FILE * file), (file))
CHANGES_WIDE(wint_t, fgetwc_unlocked, (FILE * file), (file))
CHANGES_WIDE(wint_t, putwc_unlocked, (wchar_t c, FILE* file), (c, file))
CHANGES_WIDE(wint_t, fputwc_unlocked, (wchar_t c, FILE* file), (c, file))
CHANGES_WIDE(int, fputws_unlocked, (const wchar_t* text, FILE* file), (text, file))
CHANGES_WIDE(wchar_t*, fgetws_unlocked, (wchar_t * into, int room, FILE* file), (into, room, file))
CHANGES_WIDE(wchar_t*, __fgetws_unlocked_chk, (wchar_t * into, size_t size, int room, FILE* file),
             (into, size, room, file))
UNLOCKED(stdin, kPlainWrite, wint_t, getwchar_unlocked, (), (), (void)0)
UNLOCKED(stdout, kPlainWrite, wint_t, putwchar_unlocked, (wchar_t c), (c), need_orientation(stdout))

// What is called by what compilers put in the place of some of these.
CHANGES(int, __uflow, (FILE * file), (file))
CHANGES(int, __underflow, (FILE * file), (file))
CHANGES(int, __overflow, (FILE * file, int c), (file, c))
CHANGES_WIDE(wint_t, __wuflow, (FILE * file), (file))
CHANGES_WIDE(wint_t, __wunderflow, (FILE * file), (file))
CHANGES_WIDE(wint_t, __woverflow, (FILE * file, wint_t c), (file, c))

// <stdio_ext.h>
LOOKS(size_t, __fbufsize, (FILE * file), (file))
LOOKS(size_t, __fpending, (FILE * file), (file))
LOOKS(int, __flbf, (FILE * file), (file))
LOOKS(int, __freading, (FILE * file), (file))
LOOKS(int, __fwriting, (FILE * file), (file))
LOOKS(int, __freadable, (FILE * file), (file))
LOOKS(int, __fwritable, (FILE * file), (file))
CHANGES(void, __fpurge, (FILE * file), (file))
CHANGES(int, __fsetlocking, (FILE * file, int type), (file, type))
