// `mazurka check FILE.c FILE.cpp ...`: from sources to a program that calls our runtime.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace mazurka {

struct CompileRequest {
  std::vector<std::string> sources;  // C and C++ files, also mixed; objects and libraries are linked as they are
  std::vector<std::string> flags;    // the user's own: -D, -I, -O, -std, -l, ...
  std::string compiler = "gcc";      // or "clang", "clang-16", "/usr/bin/g++-12"
  bool follows_values = false;       // that depend on inputs
  bool clears_leftovers = false;     // of values that have no meaning any more
  std::string output;                // the program's path; objects are put beside it, as <output>.0.o and so on
};

struct CompiledProgram {
  std::string path;
};

struct CompileFailure {
  std::string sentence;  // without a full stop
};

// Compiles and links. The compiler's own messages go to stderr, unchanged and before this returns; also if all is well,
// since it may have warned. The caller removes the folder of `output`.
Result<CompiledProgram, CompileFailure> compile(const CompileRequest& request);

// By its name: is it a C or C++ file, to be compiled first?
bool is_source(const std::string& path);

}  // namespace mazurka
