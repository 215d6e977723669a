#include "runtime/entries/unseen/cxx_name.hpp"

namespace mazurka::runtime {

namespace {

bool remove_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}
bool remove_beginning(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

// Where the parenthesis is that the last one closes.
size_t opening_of(std::string_view text) {
  int depth = 0;
  for (size_t k = text.size(); k-- > 0;) {
    if (text[k] == ')') depth++;
    if (text[k] == '(' && --depth == 0) return k;
  }
  return std::string_view::npos;
}

constexpr std::string_view kOperator = "operator";

// At a "<" or ">" that belongs to operator<, operator->, operator>> and the like.
bool is_part_of_operator(std::string_view text, size_t k) {
  size_t at = text.rfind(kOperator, k);
  if (at == std::string_view::npos) return false;
  std::string_view between = text.substr(at + kOperator.size(), k - at - kOperator.size());
  return between.find_first_not_of("<>-=") == std::string_view::npos;
}

std::vector<std::string_view> split(std::string_view parameters) {
  std::vector<std::string_view> result;
  int depth = 0;
  size_t begin = 0;
  for (size_t k = 0; k <= parameters.size(); k++) {
    char c = k < parameters.size() ? parameters[k] : ',';
    depth += c == '<' || c == '(' ? 1 : 0;
    depth -= c == '>' || c == ')' ? 1 : 0;
    if (c != ',' || depth != 0) continue;
    std::string_view one = parameters.substr(begin, k - begin);
    while (remove_beginning(one, " ")) {
    }
    if (!one.empty()) result.push_back(one);
    begin = k + 1;
  }
  return result;
}

}  // namespace

std::string without_template_arguments(std::string_view type) {
  std::string result;
  int depth = 0;
  bool has_operator = type.find(kOperator) != std::string_view::npos;
  for (size_t k = 0; k < type.size(); k++) {
    char c = type[k];
    bool is_bracket = (c == '<' || c == '>') && !(has_operator && is_part_of_operator(type, k));
    if (is_bracket) depth += c == '<' ? 1 : -1;
    if (!is_bracket && depth == 0) result += c;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

CxxName take_apart(std::string_view text) {
  CxxName name;
  name.is_thunk = text.find("thunk to ") != std::string_view::npos || text.starts_with("transaction clone");
  if (size_t abi = text.rfind("[abi:"); abi != std::string_view::npos && text.rfind(')') < abi)
    text = text.substr(0, abi);
  // (of functions for objects that are, or are not, temporary)
  if (!remove_end(text, "&&")) remove_end(text, "&");
  if (text.ends_with(" ")) text.remove_suffix(1);
  name.is_const = remove_end(text, " const");
  size_t opening = opening_of(text);
  if (opening == std::string_view::npos) return name;
  name.parameters = split(text.substr(opening + 1, text.size() - opening - 2));
  std::string_view full = text.substr(0, opening);
  std::string path = without_template_arguments(full);
  // A template's name begins with the type of its result.
  size_t word = path.find("operator");
  size_t space = path.rfind(' ', word == std::string::npos ? word : word == 0 ? 0 : word - 1);
  if (space != std::string::npos && (word == std::string::npos || space < word)) path.erase(0, space + 1);
  word = path.find("operator");
  size_t colons = path.rfind("::", word);
  name.scope = colons == std::string::npos ? "" : path.substr(0, colons);
  name.function = colons == std::string::npos ? path : path.substr(colons + 2);
  if (size_t abi = name.function.find("[abi:"); abi != std::string::npos) name.function.erase(abi);
  if (full.find("<wchar_t") != std::string_view::npos) name.character = 'w';
  return name;
}

}  // namespace mazurka::runtime
