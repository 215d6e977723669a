// CHECK(condition, "what went wrong"): our own mistakes stop the process, in release builds too.
#pragma once

namespace mazurka {

[[noreturn, gnu::cold]] void check_failed(const char* condition, const char* message, const char* file, int line);

// Called once before a failed CHECK ends the process, to say what led there (the schedule so far), by pieces of text.
// May be null.
using CheckContext = void (*)(void (*write)(const char* text));
void set_check_context(CheckContext context);

}  // namespace mazurka

#define CHECK(condition, message)                                       \
  do {                                                                  \
    if (!(condition)) [[unlikely]]                                      \
      ::mazurka::check_failed(#condition, message, __FILE__, __LINE__); \
  } while (false)
