// From syntax tree to text: what it prints parses back to an equal tree.
#pragma once

#include <string>

#include "toy/language/ast.hpp"

namespace mazurka::toy {

std::string print(const Source& source);
// One statement without its position, blocks included; no newline at the end.
std::string print(const Statement& statement);
std::string print(const Expression& expression);

// The same trees, whatever their positions.
bool equal(const Source& a, const Source& b);
bool equal(const Statement& a, const Statement& b);
bool equal(const Expression& a, const Expression& b);

}  // namespace mazurka::toy
