// What is wrong with a toy program, found by the lexer, the parser, the checker or the compiler.
#pragma once

#include <string>

#include "toy/language/ast.hpp"

namespace mazurka::toy {

// A mistake of the program's author: one sentence on what was found and what was expected. The position is not in the
// message; line 0 if there is none (a tree that was not parsed, a wrong override of a constant).
struct ParseError {
  Position position;
  std::string message;
};

// "line 3, column 7: message"; only the message if there is no position.
std::string to_string(const ParseError& error);

}  // namespace mazurka::toy
