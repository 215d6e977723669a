#include "options/words.hpp"

#include <variant>

namespace mazurka::options {

namespace {

bool may_have_no_value(const Option& option) {
  const auto* number = std::get_if<Number>(&option.kind);
  return std::holds_alternative<Flag>(option.kind) || (number != nullptr && number->may_be_bare);
}

// "--max-time=3", "-DN=3", "-j4".
bool has_value_inside(std::string_view word, std::string_view name) {
  if (!word.starts_with(name) || word.size() == name.size()) return false;
  return !name.starts_with("--") || word[name.size()] == '=';
}

}  // namespace

OptionWords option_at(std::span<char* const> words, Verb verb, std::span<const Option> rows) {
  if (words.empty()) return {};
  const std::string_view word = words.front();
  if (!word.starts_with('-') || word == "-") return {};
  for (const Option& row : rows) {
    if ((row.verbs & verb) == 0) continue;
    for (const std::string_view name : {row.name, row.letter}) {
      if (name.empty()) continue;
      if (has_value_inside(word, name)) return {&row, 1};
      if (word == name) return {&row, may_have_no_value(row) || words.size() < 2 ? size_t{1} : size_t{2}};
    }
  }
  return {nullptr, 1};
}

}  // namespace mazurka::options
