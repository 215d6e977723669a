// What some functions of the C library do with memory, where the lists have no words for it: `code` stands there.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/entries/unseen/call_frame.hpp"

namespace mazurka::runtime {

struct CodedEffect {
  std::string_view names;  // of the functions, separated by blanks
  // User thread's side, both.
  void (*before)(CallFrame& call);
  void (*after)(const CallFrame& call);
};

// The number of the one for a function. There must be one.
uint16_t find_coded_effect(std::string_view function);
const CodedEffect& coded_effect(uint16_t number);

}  // namespace mazurka::runtime
