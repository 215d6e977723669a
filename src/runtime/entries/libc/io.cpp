// Functions that make system calls with a buffer. The calls themselves come to us anyway (system_calls.hpp); here it is
// known that the program's own code made them, whose memory is watched. They are cancellation points.
#include <sys/types.h>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka::runtime;

namespace {

void note_access(const void* memory, ssize_t bytes, AccessKind kind, uint64_t pc) {
  if (watching && is_checked() && bytes > 0 && is_program_code(pc))
    plain_access_by_library(reinterpret_cast<uintptr_t>(memory), static_cast<size_t>(bytes), kind, pc);
}

// For reports of values that cannot be followed.
void note_place(uint64_t pc) {
  if (inputs_are_followed) followed_values().call().library_place = pc;
}

}  // namespace

// What is written is read from memory before; what is read is written to it, as much as there was.
#define WRITES(name, parameters, arguments)                                       \
  MAZURKA_STAND_IN(ssize_t, name, parameters) {                                   \
    auto* real = MAZURKA_REAL(name);                                              \
    if (is_checked()) cancellation_point(#name, MAZURKA_CALLER);                  \
    note_access(buffer, static_cast<ssize_t>(bytes), kPlainRead, MAZURKA_CALLER); \
    return real arguments;                                                        \
  }
#define READS(name, parameters, arguments)                       \
  MAZURKA_STAND_IN(ssize_t, name, parameters) {                  \
    auto* real = MAZURKA_REAL(name);                             \
    if (is_checked()) cancellation_point(#name, MAZURKA_CALLER); \
    ssize_t result = real arguments;                             \
    note_access(buffer, result, kPlainWrite, MAZURKA_CALLER);    \
    return result;                                               \
  }

// What is written to a file is followed there, or fixed (kernel/files).
#define WRITES_FILE(name, parameters, arguments)                                          \
  MAZURKA_STAND_IN(ssize_t, name, parameters) {                                           \
    auto* real = MAZURKA_REAL(name);                                                      \
    const uint64_t pc = MAZURKA_CALLER;                                                   \
    if (is_checked()) cancellation_point(#name, pc), note_place(pc);                      \
    if (watching && is_checked() && bytes != 0 && is_program_code(pc))                    \
      plain_access_by_kernel(reinterpret_cast<uintptr_t>(buffer), bytes, kPlainRead, pc); \
    return real arguments;                                                                \
  }

WRITES_FILE(write, (int file, const void* buffer, size_t bytes), (file, buffer, bytes))
WRITES_FILE(pwrite, (int file, const void* buffer, size_t bytes, off_t offset), (file, buffer, bytes, offset))
WRITES_FILE(pwrite64, (int file, const void* buffer, size_t bytes, off64_t offset), (file, buffer, bytes, offset))
WRITES(send, (int file, const void* buffer, size_t bytes, int flags), (file, buffer, bytes, flags))
// From files the bytes are followed (kernel/files).
#define READS_FILE(name, parameters, arguments)                                                                  \
  MAZURKA_STAND_IN(ssize_t, name, parameters) {                                                                  \
    auto* real = MAZURKA_REAL(name);                                                                             \
    if (!is_checked()) return real arguments;                                                                    \
    const uint64_t pc = MAZURKA_CALLER;                                                                          \
    cancellation_point(#name, pc);                                                                               \
    note_place(pc);                                                                                              \
    const bool is_ours = is_program_code(pc), follows = is_ours && inputs_are_followed;                          \
    if (follows) followed_values().call().follows_file = true;                                                   \
    const ssize_t result = real arguments;                                                                       \
    if (follows) followed_values().call().follows_file = false;                                                  \
    if (watching && is_ours && result > 0)                                                                       \
      plain_access_by_kernel(reinterpret_cast<uintptr_t>(buffer), static_cast<size_t>(result), kPlainWrite, pc); \
    return result;                                                                                               \
  }

READS_FILE(read, (int file, void* buffer, size_t bytes), (file, buffer, bytes))
READS_FILE(pread, (int file, void* buffer, size_t bytes, off_t offset), (file, buffer, bytes, offset))
READS_FILE(pread64, (int file, void* buffer, size_t bytes, off64_t offset), (file, buffer, bytes, offset))
READS(recv, (int file, void* buffer, size_t bytes, int flags), (file, buffer, bytes, flags))
