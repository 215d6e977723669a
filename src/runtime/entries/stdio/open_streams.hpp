// The list of all FILEs, which some functions go through: exit() writes what is in them.
//
// That matters only if other threads may still use them: once a thread was seen to use a FILE, in whatever execution,
// and another one to end the program while not all are known to have ended. Then the list is an object: opening and
// closing a FILE change it, and so does exit(), which locks one FILE after the other, writes what is in it, and leaves
// it without a buffer, as the C library does. (It waits for who has locked a FILE that is written to. POSIX has it so;
// glibc does not wait.)
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Before the program's own handlers are registered: what exit() does about FILEs comes after these.
void prepare_exit();

// User thread's side, all others.

// Is there a thread, beside the current one, that is not known to have ended? (Known by joining: that it just happens
// to have ended is no knowledge.)
bool others_may_run();

// The current thread is about to open or close a FILE.
void change_open_streams(const char* name, uint64_t pc);

// The current thread calls exit().
void begin_exit(uint64_t pc);
// It is about to register a handler for the end of the program.
void change_handlers(const char* name, uint64_t pc);
// Before the base, too.
void note_handler(const void* function);
// Which handlers exit() may run, beside our own: those of any execution.
enum class Handlers : uint8_t { kNone, kStreams, kOthers };  // kStreams: of libstdc++'s standard streams only
Handlers handlers_at_exit();

}  // namespace mazurka::runtime
