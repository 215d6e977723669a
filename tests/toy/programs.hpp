// Helpers for tests of the toy language.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "toy/language/compiler.hpp"
#include "toy/language/parser.hpp"
#include "toy/machine.hpp"

namespace mazurka::toy {

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The *.toy files of the repository; tests run in its root.
inline std::vector<std::filesystem::path> program_files() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"examples", "bench/toy"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".toy") files.push_back(entry.path());
    }
  }
  return files;
}

// The error that compiling the text gives, with its position; "" if there is none.
inline std::string error_of(std::string_view text, const Defines& defines = {}) {
  Result<Code, ParseError> code = compile_text(text, defines);
  return code ? "" : to_string(code.error());
}

inline Machine machine_of(std::string_view text, const Defines& defines = {}) {
  Result<Code, ParseError> code = compile_text(text, defines);
  if (!code) throw std::runtime_error(to_string(code.error()));  // fails the test
  return Machine(std::move(*code));
}

// Runs the thread for as long as it is enabled, always with its first outcome; gives the number of steps.
inline uint32_t run(Machine& machine, uint32_t thread) {
  ThreadId t(thread);
  uint32_t steps = 0;
  for (; machine.choices(t) > 0; steps++) {
    const Operation& op = machine.next(t);
    Value value = mazurka::object_count(op.code) == 1 ? machine.value(op.object) : 0;
    machine.step(t, choice_at(op, value, 0));
  }
  return steps;
}

}  // namespace mazurka::toy
