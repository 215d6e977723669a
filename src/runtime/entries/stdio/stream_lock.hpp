// The lock of a FILE, as a mutex of the exploration. It is the C library's own, in its place in memory, held as by
// flockfile(): calls of the C library within a call find it held.
//
// Standard output and error have no such lock, unless they are redirected to a file: nobody in the program can see in
// which order they are written. There is one, too, as soon as it can make a difference: if the program locks them
// itself, or writes wide characters before it is certain that they are for these (learned_facts.hpp).
//
// All of it is of the user thread's side.
#pragma once

#include <stdio.h>

#include <cstdint>

#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {

// What FILE::_lock points to in glibc.
struct StreamLock {
  int32_t word;  // 0, or the owner + 1
  int32_t count;
  void* owner;
};
// In FILE::_flags.
inline constexpr int kUnbuffered = 0x2, kNoWrites = 0x8, kLineBuffered = 0x200, kUserLocks = 0x8000;

inline StreamLock* lock_of(FILE* file) {
  return reinterpret_cast<StreamLock*>(file->_lock);
}

// Does a call on this FILE lock it, in steps?
bool is_locked_by_us(const FILE* file);

void lock_stream(FILE* file, const char* name, uint64_t pc);
bool try_lock_stream(FILE* file, const char* name, uint64_t pc);
void unlock_stream(FILE* file, const char* name, uint64_t pc);

// For a call that locks its FILE; null locks nothing. What it does to a FILE without a lock is watched for data races
// with functions that lock nothing.
class LockedStream {
 public:
  LockedStream(FILE* file, const char* name, uint64_t pc);
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

// The FILE that is locked, too, by a call that reads from this one; null if none is. (The C library writes what is in
// standard output before it reads for a FILE without a buffer.)
FILE* written_before_reading(const FILE* file);

// The program locks this FILE for itself: from now on every call on it does.
void need_lock(const FILE* file);
// The current call needs to know whether the FILE is for wide characters, or makes it so.
void need_orientation(const FILE* file);
// Before the first thread is created: standard output gets its buffer, if it has none. Who writes first would allocate
// it otherwise, and which addresses a thread's blocks have would depend on an order that nobody sees.
void prepare_output();

// What a call does to the FILE itself: all that compilers have in the place of functions that lock nothing.
void access_stream(FILE* file, AccessKind kind, uint64_t pc);
// Memory that a call from the program's own code reads or writes.
void note_access(const void* memory, size_t bytes, AccessKind kind, uint64_t pc);

}  // namespace mazurka::runtime
