// <stdio.h>: each call locks its FILE, and that lock is a mutex of the exploration. The C library's own code does the
// work; it is not instrumented, so that two threads that use a FILE would not be seen to depend on each other
// otherwise. The lock is the C library's own, in its place in memory, held as by flockfile(): calls within a call find
// it held.
//
// Standard output and error have no such lock, unless they are redirected to a file: nobody in the program can see in
// which order they are written.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime/interpose.hpp"
#include "runtime/open_files.hpp"
#include "runtime/plain_operations.hpp"
#include "runtime/program_code.hpp"
#include "runtime/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// What FILE::_lock points to in glibc.
struct StreamLock {
  int32_t word;  // 0, or the owner + 1
  int32_t count;
  void* owner;
};
constexpr int kUserLocks = 0x8000;  // in FILE::_flags

StreamLock* lock_of(FILE* file) {
  return reinterpret_cast<StreamLock*>(file->_lock);
}

bool is_seen_by_nobody(const FILE* file) {
  return (file == stdout && is_plain_output(1)) || (file == stderr && is_plain_output(2));
}

bool is_locked_by_us(const FILE* file) {
  return is_checked() && file != nullptr && !is_seen_by_nobody(file) && (file->_flags & kUserLocks) == 0;
}

void take(StreamLock* lock) {
  lock->word = static_cast<int32_t>(program->current + 1);
  lock->owner = __builtin_thread_pointer();
  lock->count = 1;
  hb_acquire(lock);
}

void lock_stream(FILE* file, const char* name, uint64_t pc) {
  StreamLock* lock = lock_of(file);
  if (lock->owner == __builtin_thread_pointer()) {
    lock->count++;
    return;
  }
  visible(OpCode::kLock, lock, ObjectKind::kMutex, 4, name, pc);
  take(lock);
}

void unlock_stream(FILE* file, const char* name, uint64_t pc) {
  StreamLock* lock = lock_of(file);
  if (lock->owner == __builtin_thread_pointer() && lock->count > 1) {
    lock->count--;
    return;
  }
  visible(OpCode::kUnlock, lock, ObjectKind::kMutex, 4, name, pc);
  if (lock->owner != __builtin_thread_pointer()) report_misuse("funlockfile by a thread that has not locked the file");
  lock->count = 0;
  lock->owner = nullptr;
  lock->word = 0;
  hb_release(lock);
}

class LockedStream {
 public:
  LockedStream(FILE* file, const char* name, uint64_t pc)
      : file_(is_locked_by_us(file) ? file : nullptr), name_(name), pc_(pc) {
    if (file_ != nullptr) lock_stream(file_, name_, pc_);
  }
  ~LockedStream() {
    if (file_ != nullptr) unlock_stream(file_, name_, pc_);
  }
  LockedStream(const LockedStream&) = delete;
  LockedStream& operator=(const LockedStream&) = delete;

 private:
  FILE* file_;
  const char* name_;
  uint64_t pc_;
};

// Memory that a call from the program's own code reads or writes.
void note_access(const void* memory, size_t bytes, AccessKind kind, uint64_t pc) {
  if (watching && is_checked() && bytes != 0 && is_program_code(pc))
    plain_access_by_library(reinterpret_cast<uintptr_t>(memory), bytes, kind, pc);
}

}  // namespace

// Under names of our own, for <stdio.h> declares some of these in several ways. `file` names the argument that is
// locked; `before` and `after` note accesses; `result` is what the call returns.
#define STREAM_FUNCTION(type, name, parameters, arguments, before, after)                      \
  extern "C" type mazurka_##name parameters __asm__(#name);                                    \
  MAZURKA_EXPORT type mazurka_##name parameters {                                              \
    static type(*real) parameters = nullptr;                                                   \
    if (real == nullptr) real = reinterpret_cast<type(*) parameters>(dlsym(RTLD_NEXT, #name)); \
    if (!is_checked()) return real arguments;                                                  \
    [[maybe_unused]] uint64_t pc = MAZURKA_CALLER;                                             \
    LockedStream locked(file, #name, pc);                                                      \
    before;                                                                                    \
    type result = real arguments;                                                              \
    after;                                                                                     \
    return result;                                                                             \
  }
#define PLAIN(type, name, parameters, arguments) STREAM_FUNCTION(type, name, parameters, arguments, (void)0, (void)0)
#define NO_RESULT(name, parameters, arguments)                                                 \
  extern "C" void mazurka_##name parameters __asm__(#name);                                    \
  MAZURKA_EXPORT void mazurka_##name parameters {                                              \
    static void(*real) parameters = nullptr;                                                   \
    if (real == nullptr) real = reinterpret_cast<void(*) parameters>(dlsym(RTLD_NEXT, #name)); \
    if (!is_checked()) return real arguments;                                                  \
    LockedStream locked(file, #name, MAZURKA_CALLER);                                          \
    real arguments;                                                                            \
  }

PLAIN(int, fputc, (int c, FILE* file), (c, file))
PLAIN(int, putc, (int c, FILE* file), (c, file))
PLAIN(int, _IO_putc, (int c, FILE* file), (c, file))
PLAIN(int, putw, (int word, FILE* file), (word, file))
PLAIN(int, fgetc, (FILE * file), (file))
PLAIN(int, getc, (FILE * file), (file))
PLAIN(int, _IO_getc, (FILE * file), (file))
PLAIN(int, getw, (FILE * file), (file))
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
PLAIN(int, setvbuf, (FILE * file, char* buffer, int mode, size_t bytes), (file, buffer, mode, bytes))
PLAIN(FILE*, freopen, (const char* path, const char* mode, FILE* file), (path, mode, file))
PLAIN(FILE*, freopen64, (const char* path, const char* mode, FILE* file), (path, mode, file))
PLAIN(ssize_t, getline, (char** line, size_t* room, FILE* file), (line, room, file))
PLAIN(ssize_t, getdelim, (char** line, size_t* room, int end, FILE* file), (line, room, end, file))
PLAIN(ssize_t, __getdelim, (char** line, size_t* room, int end, FILE* file), (line, room, end, file))
PLAIN(int, vfprintf, (FILE * file, const char* format, va_list values), (file, format, values))
PLAIN(int, __vfprintf_chk, (FILE * file, int flag, const char* format, va_list values), (file, flag, format, values))
PLAIN(int, vfscanf, (FILE * file, const char* format, va_list values), (file, format, values))
PLAIN(int, __isoc99_vfscanf, (FILE * file, const char* format, va_list values), (file, format, values))
NO_RESULT(rewind, (FILE * file), (file))
NO_RESULT(clearerr, (FILE * file), (file))
NO_RESULT(setbuf, (FILE * file, char* buffer), (file, buffer))
NO_RESULT(setbuffer, (FILE * file, char* buffer, size_t bytes), (file, buffer, bytes))
NO_RESULT(setlinebuf, (FILE * file), (file))

STREAM_FUNCTION(int, fputs, (const char* text, FILE* file), (text, file),
                note_access(text, strlen(text) + 1, kPlainRead, pc), (void)0)
STREAM_FUNCTION(size_t, fwrite, (const void* from, size_t size, size_t count, FILE* file), (from, size, count, file),
                note_access(from, size* count, kPlainRead, pc), (void)0)
STREAM_FUNCTION(size_t, fread, (void* into, size_t size, size_t count, FILE* file), (into, size, count, file), (void)0,
                note_access(into, size* result, kPlainWrite, pc))
STREAM_FUNCTION(size_t, __fread_chk, (void* into, size_t room, size_t size, size_t count, FILE* file),
                (into, room, size, count, file), (void)0, note_access(into, size* result, kPlainWrite, pc))
STREAM_FUNCTION(char*, fgets, (char* into, int room, FILE* file), (into, room, file), (void)0,
                note_access(into, result == nullptr ? 0 : strlen(into) + 1, kPlainWrite, pc))
STREAM_FUNCTION(char*, __fgets_chk, (char* into, size_t size, int room, FILE* file), (into, size, room, file), (void)0,
                note_access(into, result == nullptr ? 0 : strlen(into) + 1, kPlainWrite, pc))

#define VARIADIC(name, parameters, last, call)             \
  extern "C" int mazurka_##name parameters __asm__(#name); \
  MAZURKA_EXPORT int mazurka_##name parameters {           \
    LockedStream locked(file, #name, MAZURKA_CALLER);      \
    va_list values;                                        \
    va_start(values, last);                                \
    int result = call;                                     \
    va_end(values);                                        \
    return result;                                         \
  }

VARIADIC(fprintf, (FILE * file, const char* format, ...), format, mazurka_vfprintf(file, format, values))
VARIADIC(__fprintf_chk, (FILE * file, int flag, const char* format, ...), format,
         mazurka___vfprintf_chk(file, flag, format, values))
VARIADIC(fscanf, (FILE * file, const char* format, ...), format, mazurka_vfscanf(file, format, values))
VARIADIC(__isoc99_fscanf, (FILE * file, const char* format, ...), format,
         mazurka___isoc99_vfscanf(file, format, values))

// Those that name no FILE.
#define STANDARD_FUNCTION(stream, name, parameters, arguments)                                \
  extern "C" int mazurka_##name parameters __asm__(#name);                                    \
  MAZURKA_EXPORT int mazurka_##name parameters {                                              \
    static int(*real) parameters = nullptr;                                                   \
    if (real == nullptr) real = reinterpret_cast<int(*) parameters>(dlsym(RTLD_NEXT, #name)); \
    LockedStream locked(stream, #name, MAZURKA_CALLER);                                       \
    return real arguments;                                                                    \
  }
STANDARD_FUNCTION(stdout, putchar, (int c), (c))
STANDARD_FUNCTION(stdout, puts, (const char* text), (text))
STANDARD_FUNCTION(stdin, getchar, (), ())
STANDARD_FUNCTION(stdout, vprintf, (const char* format, va_list values), (format, values))
STANDARD_FUNCTION(stdout, __vprintf_chk, (int flag, const char* format, va_list values), (flag, format, values))
STANDARD_FUNCTION(stdin, vscanf, (const char* format, va_list values), (format, values))
STANDARD_FUNCTION(stdin, __isoc99_vscanf, (const char* format, va_list values), (format, values))

#define STANDARD_VARIADIC(name, parameters, last, call)    \
  extern "C" int mazurka_##name parameters __asm__(#name); \
  MAZURKA_EXPORT int mazurka_##name parameters {           \
    va_list values;                                        \
    va_start(values, last);                                \
    int result = call;                                     \
    va_end(values);                                        \
    return result;                                         \
  }
STANDARD_VARIADIC(printf, (const char* format, ...), format, mazurka_vprintf(format, values))
STANDARD_VARIADIC(__printf_chk, (int flag, const char* format, ...), format,
                  mazurka___vprintf_chk(flag, format, values))
STANDARD_VARIADIC(scanf, (const char* format, ...), format, mazurka_vscanf(format, values))
STANDARD_VARIADIC(__isoc99_scanf, (const char* format, ...), format, mazurka___isoc99_vscanf(format, values))

// All files at once: which ones is not known here.
MAZURKA_EXPORT int fflush(FILE* file) {
  if (!is_checked()) return MAZURKA_REAL(fflush)(file);
  if (file == nullptr && program->at_base()) report_unsupported("fflush of all files", MAZURKA_CALLER);
  LockedStream locked(file, "fflush", MAZURKA_CALLER);
  return MAZURKA_REAL(fflush)(file);
}

// The lock goes with the file: it is never given back.
MAZURKA_EXPORT int fclose(FILE* file) {
  if (is_locked_by_us(file)) lock_stream(file, "fclose", MAZURKA_CALLER);
  return MAZURKA_REAL(fclose)(file);
}

MAZURKA_EXPORT void flockfile(FILE* file) {
  if (is_locked_by_us(file)) return lock_stream(file, "flockfile", MAZURKA_CALLER);
  if (!is_checked()) MAZURKA_REAL(flockfile)(file);
}
MAZURKA_EXPORT void funlockfile(FILE* file) {
  if (is_locked_by_us(file)) return unlock_stream(file, "funlockfile", MAZURKA_CALLER);
  if (!is_checked()) MAZURKA_REAL(funlockfile)(file);
}
MAZURKA_EXPORT int ftrylockfile(FILE* file) {
  if (!is_locked_by_us(file)) return is_checked() ? 0 : MAZURKA_REAL(ftrylockfile)(file);
  StreamLock* lock = lock_of(file);
  if (lock->owner == __builtin_thread_pointer()) {
    lock->count++;
    return 0;
  }
  visible(OpCode::kTryLock, lock, ObjectKind::kMutex, 4, "ftrylockfile", MAZURKA_CALLER);
  if (lock->word != 0) return 1;
  take(lock);
  note_change();
  return 0;
}
