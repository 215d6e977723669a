// Expressions and inputs in words: as a C programmer would write them.
#pragma once

#include <string>

#include "concolic/expression.hpp"
#include "concolic/input_table.hpp"

namespace mazurka::concolic {

// "n", or "buffer[3]" for a byte of a larger object.
std::string name_of_input(const InputTable& table, uint32_t number);

// "n * 7 > 100". Long ones are cut off with "...".
std::string text_of(const Expressions& expressions, const InputTable& table, ExpressionId id);

}  // namespace mazurka::concolic
