// From text to syntax tree. The parser knows the grammar and which names are shared objects (declarations may come in
// any order); whether the names fit what is done with them is for the compiler to say.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"
#include "toy/language/ast.hpp"
#include "toy/language/parse_error.hpp"

namespace mazurka::toy {

// Blocks and expressions nest at most this deep, in text and in trees that are compiled.
inline constexpr uint32_t kMaxNesting = 200;

Result<Source, ParseError> parse(std::string_view text);

}  // namespace mazurka::toy
