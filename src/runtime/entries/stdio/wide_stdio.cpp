// The functions of <wchar.h> on FILEs: as those of <stdio.h>. The first call on a FILE makes it one for bytes or for
// wide characters, and the others fail; so which one is the first can be seen, even of standard output.
#include <wchar.h>

#include "runtime/entries/stdio/stream_functions.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

#define WIDE(type, name, parameters, arguments) \
  STREAM_FUNCTION(type, name, parameters, arguments, need_orientation(file), (void)0)
#define WIDE_READS(type, name, parameters, arguments, after) \
  STREAM_FUNCTION(type, name, parameters, arguments, need_orientation(file); READS_STREAM, after)

namespace {
size_t bytes_of(const wchar_t* text) {
  return text == nullptr ? 0 : (wcslen(text) + 1) * sizeof(wchar_t);
}
}  // namespace

WIDE(int, fwide, (FILE * file, int mode), (file, mode))
WIDE(wint_t, fputwc, (wchar_t c, FILE* file), (c, file))
WIDE(wint_t, putwc, (wchar_t c, FILE* file), (c, file))
WIDE(wint_t, ungetwc, (wint_t c, FILE* file), (c, file))
#define WIDE_PRINTS(name, parameters, arguments) \
  STREAM_FUNCTION(int, name, parameters, arguments, need_orientation(file); note_printed(format, values, pc), (void)0)
WIDE_PRINTS(vfwprintf, (FILE * file, const wchar_t* format, va_list values), (file, format, values))
WIDE_PRINTS(__vfwprintf_chk, (FILE * file, int flag, const wchar_t* format, va_list values),
            (file, flag, format, values))
WIDE_READS(wint_t, fgetwc, (FILE * file), (file), (void)0)
WIDE_READS(wint_t, getwc, (FILE * file), (file), (void)0)
#define WIDE_SCANS(name)                                                              \
  MAZURKA_STAND_IN(int, name, (FILE * file, const wchar_t* format, va_list values)) { \
    auto* real = MAZURKA_REAL(name);                                                  \
    if (!is_checked()) return real(file, format, values);                             \
    uint64_t pc = MAZURKA_CALLER;                                                     \
    LockedStream locked(file, #name, pc);                                             \
    need_orientation(file);                                                           \
    READS_STREAM;                                                                     \
    return SCANNED(real(file, format, values));                                       \
  }
WIDE_SCANS(vfwscanf)
WIDE_SCANS(__isoc99_vfwscanf)
STREAM_FUNCTION(int, fputws, (const wchar_t* text, FILE* file), (text, file), need_orientation(file);
                note_access(text, bytes_of(text), kPlainRead, pc), (void)0)
WIDE_READS(wchar_t*, fgetws, (wchar_t * into, int room, FILE* file), (into, room, file),
           note_access(into, bytes_of(result), kPlainWrite, pc))
WIDE_READS(wchar_t*, __fgetws_chk, (wchar_t * into, size_t size, int room, FILE* file), (into, size, room, file),
           note_access(into, bytes_of(result), kPlainWrite, pc))

VARIADIC(file, fwprintf, (FILE * file, const wchar_t* format, ...), format,
         PRINTED(mazurka_stand_in_vfwprintf(file, format, values)))
VARIADIC(file, __fwprintf_chk, (FILE * file, int flag, const wchar_t* format, ...), format,
         PRINTED(mazurka_stand_in___vfwprintf_chk(file, flag, format, values)))
VARIADIC(file, fwscanf, (FILE * file, const wchar_t* format, ...), format,
         SCANNED(mazurka_stand_in_vfwscanf(file, format, values)))
VARIADIC(file, __isoc99_fwscanf, (FILE * file, const wchar_t* format, ...), format,
         SCANNED(mazurka_stand_in___isoc99_vfwscanf(file, format, values)))

#define WIDE_OUTPUT(type, name, parameters, arguments) \
  STANDARD_FUNCTION(stdout, type, name, parameters, arguments, need_orientation(file))
#define WIDE_INPUT(type, name, parameters, arguments) \
  STANDARD_FUNCTION(stdin, type, name, parameters, arguments, READS_STREAM)
WIDE_OUTPUT(wint_t, putwchar, (wchar_t c), (c))
#define WIDE_OUTPUT_PRINTS(name, parameters, arguments) \
  STANDARD_FUNCTION(stdout, int, name, parameters, arguments, need_orientation(file); note_printed(format, values, pc))
WIDE_OUTPUT_PRINTS(vwprintf, (const wchar_t* format, va_list values), (format, values))
WIDE_OUTPUT_PRINTS(__vwprintf_chk, (int flag, const wchar_t* format, va_list values), (flag, format, values))
WIDE_INPUT(wint_t, getwchar, (), ())
#define WIDE_INPUT_SCANS(name)                                           \
  MAZURKA_STAND_IN(int, name, (const wchar_t* format, va_list values)) { \
    auto* real = MAZURKA_REAL(name);                                     \
    FILE* file = stdin;                                                  \
    uint64_t pc = MAZURKA_CALLER;                                        \
    LockedStream locked(file, #name, pc);                                \
    READS_STREAM;                                                        \
    return SCANNED(real(format, values));                                \
  }
WIDE_INPUT_SCANS(vwscanf)
WIDE_INPUT_SCANS(__isoc99_vwscanf)
VARIADIC(stdout, wprintf, (const wchar_t* format, ...), format, PRINTED(mazurka_stand_in_vwprintf(format, values)))
VARIADIC(stdout, __wprintf_chk, (int flag, const wchar_t* format, ...), format,
         PRINTED(mazurka_stand_in___vwprintf_chk(flag, format, values)))
VARIADIC(stdin, wscanf, (const wchar_t* format, ...), format, SCANNED(mazurka_stand_in_vwscanf(format, values)))
VARIADIC(stdin, __isoc99_wscanf, (const wchar_t* format, ...), format,
         SCANNED(mazurka_stand_in___isoc99_vwscanf(format, values)))
