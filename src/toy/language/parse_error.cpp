#include "toy/language/parse_error.hpp"

namespace mazurka::toy {

std::string to_string(const ParseError& error) {
  if (error.position.line == 0) return error.message;
  return "line " + std::to_string(error.position.line) + ", column " + std::to_string(error.position.column) + ": " +
         error.message;
}

}  // namespace mazurka::toy
