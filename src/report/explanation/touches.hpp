// What threads do to memory, atomic or not, in the order of the execution: for explanations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/native_bug.hpp"
#include "report/program/named_values.hpp"

namespace mazurka::report {

struct Touch {
  uint32_t thread = 0;
  uint64_t address = 0;
  std::string object;
  bool reads = false, writes = false;
  std::string before, after;
  Frame at;
  size_t steps_before = 0;
};

std::vector<Touch> touches_of(const NativeBug& bug);

// The last name in it: "balance" of "accounts[1].balance".
std::string last_name(const std::string& object);
// Is the name a word of the text?
bool mentions(const std::string& text, const std::string& name);

// Of the objects that a failed assertion names: what was read where it failed, and of others, as far as threads share
// them, what was in them at last.
std::vector<NativeValue> values_named(const NativeBug& bug, const std::vector<ReadValue>& read);

}  // namespace mazurka::report
