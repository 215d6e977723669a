// Splits the text of a toy program into tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "toy/language/ast.hpp"
#include "toy/language/parse_error.hpp"

namespace mazurka::toy {

struct Token {
  enum class Kind : uint8_t {
    kWord,    // a name or a keyword
    kNumber,  // magnitude; a minus sign is a token of its own
    kSymbol,
    kSeparator,  // a newline or `;` that ends a statement
    kEnd,
  };
  Kind kind = Kind::kEnd;
  std::string text;  // as written; "end of line", "end of file" where that is not printable
  uint64_t number = 0;
  Position position;
};

// Comments are dropped, and so are newlines inside ( ) and [ ] and after a comma or an operator: a statement goes on
// there. The last token is kEnd.
Result<std::vector<Token>, ParseError> tokenize(std::string_view text);

// Words of the language, which cannot be names.
bool is_keyword(std::string_view word);

// What a program may call its objects, registers, constants and threads.
bool is_name(std::string_view word);

}  // namespace mazurka::toy
