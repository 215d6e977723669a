// Checks a syntax tree before code is generated from it: every name is declared and of the kind that is needed, every
// statement has its parts, sizes are in range. What depends on values known only when a thread runs is left to Machine.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.hpp"
#include "toy/language/ast.hpp"
#include "toy/language/code.hpp"
#include "toy/language/parse_error.hpp"

namespace mazurka::toy {

struct ThreadSymbol {
  NamedRange range;
  bool spawned = false;                // some spawn names it
  bool uses_me = false;                // its code differs from one thread of the array to the next
  std::vector<std::string> registers;  // in the order of their first assignment in the text
};

struct Symbols {
  std::unordered_map<std::string, Value> constants;
  std::vector<InputRange> inputs;
  std::unordered_map<std::string, NamedRange> objects;
  std::unordered_map<std::string, ThreadSymbol> threads;
  std::unordered_set<std::string> awaited;  // the variables that some await names
  // The variables that are only loaded, stored, exchanged and fetched with an addition. Whether such an operation can
  // be done, and how it touches the variable, does not depend on the value: so that may depend on an input.
  std::unordered_set<std::string> followed;
  // Locks whose read locks do not commute, and mailboxes that are taken as a whole: Operation::ordered.
  std::unordered_set<std::string> ordered;
  uint32_t object_count = 0;
  uint32_t thread_count = 0;
};

Result<Symbols, ParseError> check(const Source& source, const Defines& defines);

// The value of an expression over constants only.
Result<Value, ParseError> evaluate(const Expression& expression,
                                   const std::unordered_map<std::string, Value>& constants);

// The instruction that computes a binary operator; kMove for && and ||, which need jumps.
LocalCode local_code_of(const std::string& binary_operator);

}  // namespace mazurka::toy
