#include "report/program/written_names.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mazurka::report {

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
}

// Behind the ">" that belongs to the "<" before `at`; npos if there is none.
size_t end_of_arguments(const std::string& text, size_t at) {
  for (int depth = 1; at < text.size(); at++) {
    if (text[at] == '<') depth++;
    if (text[at] == '>' && --depth == 0) return at + 1;
  }
  return text.npos;
}

}  // namespace

std::string as_written(std::string name) {
  // Tags of an ABI, as [abi:cxx11] behind functions that return a string.
  for (size_t at = 0; (at = name.find("[abi:", at)) != name.npos;) {
    const size_t end = name.find(']', at);
    if (end == name.npos) break;
    name.erase(at, end + 1 - at);
  }
  if (name.find("std::") == name.npos) return name;
  // libstdc++ keeps those who wait for atomic variables in a table, whose entry says nothing of the variable.
  if (name.starts_with("std::__detail::__waiter_pool_base::_S_for")) return "std::atomic::wait";
  replace_all(name, "std::__cxx11::", "std::");
  replace_all(name, "std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string");
  replace_all(name, "std::basic_string_view<char, std::char_traits<char> >", "std::string_view");
  // What is so unless somebody says otherwise.
  for (const std::string_view usual : {", std::allocator<", ", std::default_delete<", ", std::less<",
                                       ", std::equal_to<", ", std::hash<", ", std::char_traits<"})
    for (size_t at = 0; (at = name.find(usual, at)) != name.npos;) {
      const size_t end = end_of_arguments(name, at + usual.size());
      if (end == name.npos) break;
      // (Not a parameter of a function.)
      const std::string_view rest = std::string_view(name).substr(end);
      if (rest.starts_with(" >") || rest.starts_with('>'))
        name.erase(at, end - at);
      else
        at = end;
    }
  for (size_t at = 0; (at = name.find(" >", at)) != name.npos; at++)
    if (at > 0 && name[at - 1] != '>') name.erase(at, 1);
  return name;
}

std::string allocated_by(const std::string& function) {
  for (const std::string_view begin : {"__new_allocator<", "new_allocator<"}) {
    const size_t at = function.find(begin);
    const size_t end = at == function.npos ? function.npos : end_of_arguments(function, at + begin.size());
    if (end == function.npos || function.compare(end, 11, "::allocate(") != 0) continue;
    std::string type = function.substr(at + begin.size(), end - 1 - at - begin.size());
    // What std::make_shared makes.
    constexpr std::string_view kCounted = "std::_Sp_counted_ptr_inplace<";
    if (type.starts_with(kCounted)) type = type.substr(kCounted.size(), type.find(',') - kCounted.size());
    const bool is_name = std::all_of(type.begin(), type.end(),
                                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ':'; });
    if (!is_name) return "";
    const size_t colon = type.rfind("::");
    return colon == type.npos ? type : type.substr(colon + 2);
  }
  return "";
}

}  // namespace mazurka::report
