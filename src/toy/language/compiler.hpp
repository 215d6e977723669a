// From syntax tree to code: checks the tree (it may come from the parser or from anywhere), folds constants, and
// generates the instructions of every thread.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "toy/language/ast.hpp"
#include "toy/language/code.hpp"
#include "toy/language/parse_error.hpp"

namespace mazurka::toy {

Result<Code, ParseError> compile(const Source& source, const Defines& defines = {});

// parse(), then compile().
Result<Code, ParseError> compile_text(std::string_view text, const Defines& defines = {});

}  // namespace mazurka::toy
