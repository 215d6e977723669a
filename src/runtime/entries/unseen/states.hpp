// The hidden state that the lists of src/ledger name (!NAME, ?NAME and ~NAME).
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/entries/libc/hidden_state.hpp"

namespace mazurka::runtime {

// There must be one.
uint16_t find_hidden_state(std::string_view name);
uint16_t find_ordered_state(std::string_view name);

// A variable of the library's that programs may use by its name (r$NAME and w$NAME): where it is, or 0 if the program
// does not use it.
uint16_t find_public_variable(std::string_view name);
uintptr_t public_variable(uint16_t number);

// A variable that stands for it: its symbol is told in the report of a race.
const void* hidden_state(uint16_t number);
OrderedState& ordered_state(uint16_t number);

}  // namespace mazurka::runtime
