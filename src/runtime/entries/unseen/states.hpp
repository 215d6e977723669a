// The hidden state that the lists of src/ledger name (!NAME, ?NAME and ~NAME).
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/entries/libc/hidden_state.hpp"

namespace mazurka::runtime {

// There must be one.
uint16_t find_hidden_state(std::string_view name);
uint16_t find_ordered_state(std::string_view name);

// A variable that stands for it: its symbol is told in the report of a race. Null if nobody can see it.
const void* hidden_state(uint16_t number);
OrderedState& ordered_state(uint16_t number);

}  // namespace mazurka::runtime
