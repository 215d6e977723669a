// From text to syntax tree. The parser knows the grammar and which names are shared objects (declarations may come in
// any order); whether the names fit what is done with them is for the compiler to say.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "toy/ast.hpp"

namespace mazurka::toy {

// A mistake of the program's author: one sentence on what was found and what was expected. The position is not in the
// message; line 0 if there is none (a tree that was not parsed, a wrong override of a constant).
struct ParseError {
  Position position;
  std::string message;
};

// "line 3, column 7: message"; only the message if there is no position.
std::string to_string(const ParseError& error);

// Blocks and expressions nest at most this deep, in text and in trees that are compiled.
inline constexpr uint32_t kMaxNesting = 200;

Result<Source, ParseError> parse(std::string_view text);

}  // namespace mazurka::toy
