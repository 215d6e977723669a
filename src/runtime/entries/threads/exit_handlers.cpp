// Handlers for the end of the program: they run in the opposite order of that in which they are registered, which can
// be seen. Destructors of static variables in C++ are such handlers.
#include <stdlib.h>

#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka::runtime;

MAZURKA_STAND_IN(int, __cxa_atexit, (void (*function)(void*), void* argument, void* library)) {
  note_handler(reinterpret_cast<void*>(function));
  change_handlers("atexit", MAZURKA_CALLER);
  return MAZURKA_REAL(__cxa_atexit)(function, argument, library);
}
MAZURKA_STAND_IN(int, __cxa_at_quick_exit, (void (*function)(void*), void* library)) {
  change_handlers("at_quick_exit", MAZURKA_CALLER);
  return MAZURKA_REAL(__cxa_at_quick_exit)(function, library);
}
MAZURKA_STAND_IN(void, quick_exit, (int status)) {
  begin_exit(MAZURKA_CALLER);
  MAZURKA_REAL(quick_exit)(status);
  __builtin_unreachable();
}
MAZURKA_STAND_IN(int, on_exit, (void (*function)(int, void*), void* argument)) {
  note_handler(reinterpret_cast<void*>(function));
  change_handlers("on_exit", MAZURKA_CALLER);
  return MAZURKA_REAL(on_exit)(function, argument);
}
