// What printf() reads and scanf() writes through its arguments, as plain accesses of the program's own code: the
// arguments themselves, texts that %s names, and the variables behind the conversions of scanf().
//
// User thread's side. Formats of scanf() with numbered arguments ("%1$s") and conversions that are not known here are
// looked at up to there only, and it is told that they are not seen.
#pragma once

#include <stdarg.h>

#include <cstdint>

namespace mazurka::runtime {

// To be called before the text is written.
void note_printed(const char* format, va_list values, uint64_t pc);
void note_printed(const wchar_t* format, va_list values, uint64_t pc);
// To be called when `assigned` of the conversions have got a value.
void note_scanned(const char* format, va_list values, int assigned, uint64_t pc);
void note_scanned(const wchar_t* format, va_list values, int assigned, uint64_t pc);

}  // namespace mazurka::runtime
