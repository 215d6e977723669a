// From syntax tree to code: checks the tree (it may come from the parser or from anywhere), folds constants, and
// generates the instructions of every thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/result.hpp"
#include "toy/ast.hpp"
#include "toy/code.hpp"
#include "toy/parser.hpp"

namespace mazurka::toy {

// New values for constants of the program, by name.
using Defines = std::map<std::string, Value>;

inline constexpr uint32_t kMaxObjects = 1'000'000;
inline constexpr uint32_t kMaxThreads = 10'000;
inline constexpr uint32_t kMaxInstructions = 4'000'000;
inline constexpr Value kMaxChoices = 1'000'000;  // of one `choose`

Result<Code, ParseError> compile(const Source& source, const Defines& defines = {});

// parse(), then compile().
Result<Code, ParseError> compile_text(std::string_view text, const Defines& defines = {});

}  // namespace mazurka::toy
