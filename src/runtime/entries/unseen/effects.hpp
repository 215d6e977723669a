// What a function that is not instrumented does with the memory of the program that calls it, as far as it is known.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/entries/unseen/call_frame.hpp"

namespace mazurka::runtime {

struct Effect {
  static constexpr uint8_t kVariable = 255;
  enum class What : uint8_t {
    kRead,
    kWrite,
    kReadHidden,   // a variable of the library's that nothing protects
    kWriteHidden,  // the same
    kOrder,        // state that the library protects: what comes out depends on the order of the calls
    kAlone,        // refused while other threads may run
    kRefuse,
    kUnseen,      // what it does is not known in this case
    kCode,        // a function of coded_effects.hpp says what it touches
    kCharacters,  // uses a stream of C++, and what is behind it (stream_use.hpp); `extent` says what the argument is
  };
  enum class Extent : uint8_t {
    kBytes,         // `unit` times the amounts
    kString,        // up to its end, or as many characters as the first amount says
    kFound,         // up to where the result points, or to its end; with as many bytes as a string has that the first
                    // amount names the argument of
    kSpan,          // as many characters as the result says, and one
    kCompared,      // up to where it differs from the string that an argument points to
    kNumber,        // a number in a text, and what ends it
    kLikeString,    // as long as the string that an argument points to
    kUntil,         // up to where another argument points to
    kUntilResult,   // up to where the result points to, and `unit` more, but not beyond another argument
    kUntilNext,     // up to where the pointer points to that another argument points to
    kLikeRange,     // `unit` bytes for each character between two other arguments, as large as the first amount says
    kVectors,       // an array of struct iovec, with what they point to
    kMessage,       // a struct msghdr, with what it points to
    kTexts,         // pointers to strings, with these, up to a null pointer
    kCxxString,     // std::string, with its text; `unit`: bytes of a character
    kOldString,     // ... of before C++11
    kLibcxxString,  // ... of libc++
    kPath,          // std::filesystem::path: a string, and a list of its parts
    kStream,        // of C++: the part of it that its sides for reading and for writing have in common
    kStreamBase,    // ... given that part
    kStreamPart,    // ... so many bytes of it
    kOwnStream,     // so many bytes of a stream that belongs to one thread at a time
    kOwnState,      // ... whether it failed
    kStreamState,   // ... with whether it failed
    kGot,           // so many bytes as the stream which is the first argument says that it has got
    kBuffer,        // of a stream of C++: the object behind it that holds the characters
  };
  struct Amount {
    enum class From : uint8_t {
      kNone,
      kConstant,
      kArgument,  // its value
      kResult,
      kField,  // a number of `bytes` bytes at an offset of what an argument points to
      kFell,   // by how much that got less during the call
      kRose,   // ... and more
    };
    From from = From::kNone;
    uint8_t argument = 0;
    uint8_t bytes = 8;
    uint32_t offset = 0;  // or the constant
  };
  // When it happens.
  struct Condition {
    enum class If : uint8_t {
      kAlways,
      kResultIsZero,
      kResultIsPointer,
      kResultIsNotNegative,
      kArgumentIs,
      kIsGiven
    } only = If::kAlways;
    uint8_t argument = 0;
    uint32_t value = 0;
  };

  What what = What::kRead;
  Extent extent = Extent::kBytes;
  bool after = false;    // looked at when the call is over
  uint8_t argument = 0;  // which points there, from 1; 0: the result does; kVariable: it is a variable of the library's
  uint8_t levels = 0;    // so many pointers are followed from there
  uint8_t kept = 0;      // of an amount that is a change: which words of the frame keep what was before
  uint32_t offsets[2] = {};  // where each of these pointers is; without any, where the memory begins
  uint32_t unit = 1;
  Amount amounts[2] = {};
  Condition condition = {};
  uint16_t state =
      0;  // or variable of states.hpp, the number of a coded effect, or how a stream is used (stream_use.hpp)
};

using Effects = std::vector<Effect>;

// What the ledger says of a function.
struct LedgerEntry {
  enum class Kind : uint8_t {
    kUnknown,
    kNothing,
    kEffects,
    kAlias,  // of a function that this library stands in for
  };
  Kind kind = Kind::kUnknown;
  Effects effects = {};         // kEffects
  bool by_program = false;      // calls that the C++ library makes do not count
  std::string_view alias = {};  // kAlias
};

// User thread's side: the program's call, before it and after it.
void perform_before(const Effects& effects, CallFrame& call, const char* name);
void perform_after(const Effects& effects, const CallFrame& call);

bool has_any_after(const Effects& effects);

}  // namespace mazurka::runtime
