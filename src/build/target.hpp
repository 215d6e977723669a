// What `mazurka check` is to check: a program that exists, or one that is built from sources first.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "build/output_folder.hpp"

namespace mazurka {

struct TargetRequest {
  std::vector<std::string> files;  // sources, or one program
  std::vector<std::string> flags;  // for the compiler
  std::string compiler;
  std::string out;                // a folder; empty: mazurka-out/<name of the first file>
  bool follows_values = false;    // from inputs: by clang, with our pass
  bool clears_leftovers = false;  // on the stack and in registers: states are compared
  bool keeps_accesses = false;    // no access to a plain variable may be optimised away
};

struct Target {
  std::filesystem::path program;  // absolute
  std::filesystem::path folder;   // for the built program and for trace files; `mazurka replay` needs both
  // Keeps other checks out of the folder in which the program was built.
  std::shared_ptr<const OutputFolder> lock;
};

// Builds the program if sources are given. The error is a sentence without a full stop.
Result<Target, std::string> prepare(const TargetRequest& request);

// Builds the program of a target once more, so that it leaves little behind on the stack and in registers: `program`.
// Says nothing; false: it cannot be built.
bool build_for_states(TargetRequest request, const std::filesystem::path& program);
// Is there nothing to be built?
bool is_built(const TargetRequest& request);

// Flags of one word that are passed on to the compiler. Those that may have their value in the next word are options of
// the verb.
bool is_compiler_flag(std::string_view word);

}  // namespace mazurka
