// Accesses in clang's own code that its ThreadSanitizer leaves out: those of 10, 32 and 64 bytes (long double, wide
// vectors), and what is read to pass a structure by value. This is for a clang that we have no plugin for
// (src/clang_plugin), which sees more.
#pragma once

#include <string>
#include <string_view>

namespace mazurka {

// ... and without the plugin?
bool is_from_clang(std::string_view assembly);

// Follows clang's code line by line.
class ClangCode {
 public:
  // Must the runtime be told of the instruction on this line? `rest`: the lines after it.
  bool is_left_out(std::string_view line, std::string_view rest);

 private:
  std::string stack_copy_;  // the register that holds a copy of the stack pointer: arguments are written by it
};

}  // namespace mazurka
