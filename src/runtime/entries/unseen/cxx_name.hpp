// A demangled name of a function of C++, taken apart: "std::istream::read(char*, long)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mazurka::runtime {

struct CxxName {
  std::string scope;                         // "std::istream": without template arguments
  std::string function;                      // "read": without them, too
  std::vector<std::string_view> parameters;  // "char*", "long"
  bool is_const = false;
  bool is_thunk = false;  // only adjusts its object
  char character = 'c';   // of the class it is a member of, if that is a template over one: 'w' for wchar_t
};

// `demangled` must live as long as the parameters are used.
CxxName take_apart(std::string_view demangled);

// "std::basic_string<char, ...> const&" -> "std::basic_string"
std::string without_template_arguments(std::string_view type);

}  // namespace mazurka::runtime
