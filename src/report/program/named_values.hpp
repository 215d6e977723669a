// The values of what the text of a failed assertion names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/program/contents.hpp"
#include "report/program/locals.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

// "queue.items_", of "queue.items_.size() == 2": a variable, and how something is reached from it.
struct NamedThing {
  struct Part {
    enum class Kind : uint8_t { kMember, kThrough, kElement };  // ".name", "->name", "[text]"
    Kind kind;
    std::string text;
  };
  std::string root;
  std::vector<Part> parts;
  std::string text;  // as it is written, without blanks
};
// The things that a C++ expression names, each once. Of what a call returns nothing is known: "queue.top().x" names
// "queue".
std::vector<NamedThing> things_named(const std::string& expression);

struct ReadValue {
  std::string name;  // as in the expression
  uint64_t address = 0;
  std::string value;
};
// ... in a function that is being executed. What is not found is left out, and so is what an optimising compiler has
// removed.
std::vector<ReadValue> values_at(const std::string& expression, const ActiveFrame& frame, Symbolizer& symbolizer);

// How it tells pointers to variables: "one"; empty for those to none.
NameOfTarget names_of_targets(Symbolizer& symbolizer);

}  // namespace mazurka::report
