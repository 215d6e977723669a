// Places in the program: where an access was, where memory was allocated and freed. While exploring that is a program
// counter; on replay, which does the same again, it is the number of a whole call stack, each kept once, and how many
// steps came before.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

MAZURKA_OWN extern bool keep_stacks;

uint64_t keep_access_stack(uint64_t pc);
uint64_t keep_call_stack(uint64_t pc);

// Of a callback that the compiler put into the program's own code, called from there.
inline uint64_t place_of_access(uint64_t pc) {
  return keep_stacks ? keep_access_stack(pc) : pc;
}
// While it lives, accesses are parts of one, to a range of memory, and have one place.
class OneAccess {
 public:
  OneAccess();
  ~OneAccess();
  OneAccess(const OneAccess&) = delete;
  OneAccess& operator=(const OneAccess&) = delete;
};
// While it lives, accesses are at this place, whatever called what.
class OnlyPlace {
 public:
  explicit OnlyPlace(uint64_t pc);
  ~OnlyPlace();
  OnlyPlace(const OnlyPlace&) = delete;
  OnlyPlace& operator=(const OnlyPlace&) = delete;
};
// Of any call, through libraries too.
inline uint64_t place_of_call(uint64_t pc) {
  return keep_stacks ? keep_call_stack(pc) : pc;
}

uint64_t pc_of(uint64_t place);
// On replay: how many steps the execution had done.
uint32_t step_of(uint64_t place);
// Checker's side: an execution begins.
void begin_steps();
// Innermost first. While exploring there is only the program counter.
std::span<const uint64_t> stack_at(const uint64_t& place);

}  // namespace mazurka::runtime
