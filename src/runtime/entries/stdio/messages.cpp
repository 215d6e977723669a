// Functions that write a message to standard error, and those that read or write the lines of a system file.
#include <err.h>
#include <errno.h>
#include <error.h>
#include <grp.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/stdio/stream_functions.hpp"

using namespace mazurka::runtime;

#define WRITES_ERROR(name, parameters, arguments) STANDARD_FUNCTION(stderr, void, name, parameters, arguments, (void)0)

WRITES_ERROR(perror, (const char* text), (text))
WRITES_ERROR(psignal, (int number, const char* text), (number, text))
WRITES_ERROR(psiginfo, (const siginfo_t* info, const char* text), (info, text))

namespace {
// (warn() and its kin may have none.)
void note_message(const char* format, va_list values, uint64_t pc) {
  if (format != nullptr) note_printed(format, values, pc);
}
}  // namespace

#define WRITES_FORMAT(name)                                                                     \
  STANDARD_FUNCTION(stderr, void, name, (const char* format, va_list values), (format, values), \
                    note_message(format, values, pc))
WRITES_FORMAT(vwarn)
WRITES_FORMAT(vwarnx)

// The C library's own would call its own exit().
MAZURKA_STAND_IN(void, verr, (int status, const char* format, va_list values)) {
  note_message(format, values, MAZURKA_CALLER);
  vwarn(format, values);
  exit(status);
}
MAZURKA_STAND_IN(void, verrx, (int status, const char* format, va_list values)) {
  note_message(format, values, MAZURKA_CALLER);
  vwarnx(format, values);
  exit(status);
}

#define WITH_LIST(call)                         \
  va_list values;                               \
  va_start(values, format);                     \
  note_message(format, values, MAZURKA_CALLER); \
  call;                                         \
  va_end(values)
MAZURKA_STAND_IN(void, warn, (const char* format, ...)) {
  WITH_LIST(vwarn(format, values));
}
MAZURKA_STAND_IN(void, warnx, (const char* format, ...)) {
  WITH_LIST(vwarnx(format, values));
}
MAZURKA_STAND_IN(void, err, (int status, const char* format, ...)) {
  WITH_LIST(vwarn(format, values));
  exit(status);
}
MAZURKA_STAND_IN(void, errx, (int status, const char* format, ...)) {
  WITH_LIST(vwarnx(format, values));
  exit(status);
}

namespace {

// As glibc has it, but by calls that lock the FILEs, and by our exit().
void write_error(int number, const char* file, unsigned line, const char* format, va_list values, uint64_t pc) {
  fflush(stdout);
  LockedStream locked(stderr, "error", pc);
  if (error_print_progname != nullptr)
    error_print_progname();
  else
    fprintf(stderr, file == nullptr ? "%s: " : "%s:", program_invocation_name);
  if (file != nullptr) fprintf(stderr, "%s:%u: ", file, line);
  vfprintf(stderr, format, values);
  error_message_count++;
  if (number != 0) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
  fflush(stderr);
}

}  // namespace

MAZURKA_STAND_IN(void, error, (int status, int number, const char* format, ...)) {
  WITH_LIST(write_error(number, nullptr, 0, format, values, MAZURKA_CALLER));
  if (status != 0) exit(status);
}
MAZURKA_STAND_IN(void, error_at_line,
                 (int status, int number, const char* file, unsigned line, const char* format, ...)) {
  if (error_one_per_line != 0) report_unsupported("error_one_per_line", MAZURKA_CALLER);
  WITH_LIST(write_error(number, file, line, format, values, MAZURKA_CALLER));
  if (status != 0) exit(status);
}

PLAIN(int, putpwent, (const passwd* entry, FILE* file), (entry, file))
PLAIN(int, putgrent, (const group* entry, FILE* file), (entry, file))
PLAIN(int, putspent, (const spwd* entry, FILE* file), (entry, file))
PLAIN(int, addmntent, (FILE * file, const mntent* entry), (file, entry))
#define READS(type, name, parameters, arguments) \
  STREAM_FUNCTION(type, name, parameters, arguments, READS_STREAM, (void)0)
// The result lies in memory of the C library's.
#define READS_INTO_STATE(type, name)                                 \
  char state_of_##name = 0;                                          \
  STREAM_FUNCTION(type, name, (FILE * file), (file), READS_STREAM, { \
    write_hidden(&state_of_##name, pc);                              \
    write_result(result, sizeof *result, pc);                        \
  })
READS_INTO_STATE(passwd*, fgetpwent)
READS_INTO_STATE(group*, fgetgrent)
READS_INTO_STATE(spwd*, fgetspent)
READS_INTO_STATE(mntent*, getmntent)
READS(int, fgetpwent_r, (FILE * file, passwd* entry, char* buffer, size_t bytes, passwd** found),
      (file, entry, buffer, bytes, found))
READS(int, fgetgrent_r, (FILE * file, group* entry, char* buffer, size_t bytes, group** found),
      (file, entry, buffer, bytes, found))
READS(int, fgetspent_r, (FILE * file, spwd* entry, char* buffer, size_t bytes, spwd** found),
      (file, entry, buffer, bytes, found))
READS(mntent*, getmntent_r, (FILE * file, mntent* entry, char* buffer, int bytes), (file, entry, buffer, bytes))
