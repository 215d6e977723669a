// Test frameworks, as their programs are seen from outside: which one a program has, how it lists its cases, and how it
// runs one of them alone. A framework is a row of the table in framework.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace mazurka::frameworks {

struct Listing {
  std::vector<std::string> names;  // of cases, each once, in the framework's order
  std::vector<std::string> disabled;
};

struct Framework {
  std::string_view name;    // "gtest"
  std::string_view title;   // "GoogleTest"
  std::string_view symbol;  // part of a function's name that a program with this framework has
  // Ways to ask for the cases, for one version after the other.
  std::vector<std::vector<std::string>> questions;
  bool answers_on_stderr;
  Listing (*read)(const std::string& answer);
  std::vector<std::string> (*select)(const std::string& name);  // arguments by which a case runs alone
};

std::span<const Framework> frameworks();
const Framework* framework_named(std::string_view name);

// By the names of functions in the file; null if there is none.
const Framework* framework_of(const std::string& program);

// Runs the program once for it, unchecked. The error is a sentence without a full stop.
Result<Listing, std::string> list_cases(const Framework& framework, const std::string& program,
                                        const std::vector<std::string>& arguments);

// Is it the name, or does it match it: "Queue.*", "Queue.F?fo"?
bool matches(std::string_view pattern, std::string_view name);

}  // namespace mazurka::frameworks
