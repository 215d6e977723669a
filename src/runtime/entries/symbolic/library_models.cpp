// Functions of the C library that the program has as models in C, so that values are followed through them
// (include/mazurka/followed): when they are needed, and where their branches are.
#include <ctype.h>
#include <mazurka/follow.h>
#include <stdio.h>

#include <cstddef>
#include <cstdint>

#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/files/symbolic_files.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

bool follows_here() {
  return inputs_are_followed && is_checked();
}

uintptr_t address_of(const void* memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

// What the C library has in its buffer and has not given away. Its memory is the program's: what is read into it is
// followed there.
bool reaches_buffer(const FILE* file) {
  return followed_values().reaches(address_of(file->_IO_read_ptr),
                                   static_cast<size_t>(file->_IO_read_end - file->_IO_read_ptr));
}

}  // namespace

MAZURKA_STAND_IN(const void*, mazurka_follow_place, (const void* place)) {
  if (!follows_here()) return nullptr;
  FollowedValues::Call& call = followed_values().call();
  const auto before = reinterpret_cast<const void*>(call.place);
  // A model that another one calls is where that one is.
  if (call.place == 0 || place == nullptr) call.place = address_of(place);
  return before;
}

MAZURKA_STAND_IN(int, mazurka_follow_reaches, (const void* memory, size_t most, int ends_at_zero)) {
  if (!follows_here() || memory == nullptr) return 0;
  FollowedValues& values = followed_values();
  return ends_at_zero != 0 ? values.reaches_text(address_of(memory), most) : values.reaches(address_of(memory), most);
}
MAZURKA_STAND_IN(int, mazurka_follow_reaches_rest, (char* const* text)) {
  if (!follows_here() || text == nullptr || *text == nullptr) return 0;
  return followed_values().reaches_text(address_of(*text), SIZE_MAX);
}
// The models know the characters of ASCII.
MAZURKA_STAND_IN(int, mazurka_follow_reaches_kind, (ExpressionId character)) {
  if (!follows_here() || character == kConcrete) return 0;
  for (int c = 128; c < 256; c++)
    if (isprint(c) != 0 || iscntrl(c) != 0 || isspace(c) != 0 || toupper(c) != c || tolower(c) != c) return 0;
  return 1;
}

// ---- streams

// One that has symbolic bytes, or will have some when its buffer is filled again.
MAZURKA_STAND_IN(int, mazurka_follow_reaches_stream, (void* stream)) {
  if (!follows_here() || stream == nullptr) return 0;
  const auto* file = static_cast<const FILE*>(stream);
  return reaches_buffer(file) || reads_symbolic_bytes(file->_fileno) ? 1 : 0;
}
MAZURKA_STAND_IN(int, mazurka_follow_reaches_input, ()) {
  return mazurka_stand_in_mazurka_follow_reaches_stream(stdin);
}

MAZURKA_STAND_IN(int, mazurka_follow_next_byte, (void* stream, unsigned char* into)) {
  auto* file = static_cast<FILE*>(stream);
  // (The table of calls may be elsewhere afterwards.)
  const bool follows = follows_here();
  if (follows) followed_values().call().follows_file = true;
  const int c = fgetc(file);
  if (follows) followed_values().call().follows_file = false;
  if (c == EOF) return 0;
  *into = static_cast<unsigned char>(c);
  if (!follows) return 1;
  // It was taken from here.
  followed_values().copy(address_of(into), address_of(file->_IO_read_ptr - 1), 1);
  return 1;
}
