#include "build/assembly/clang_code.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace mazurka {

namespace {

constexpr std::string_view kWhite = " \t";

std::string_view stripped(std::string_view text) {
  text = text.substr(0, text.find('#'));
  const size_t begin = text.find_first_not_of(kWhite);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// "movq 8(%rax), %rcx" in its three words; empty ones if it is nothing of this form.
struct Move {
  std::string_view name, from, to;
};

Move move_in(std::string_view statement) {
  const size_t space = statement.find_first_of(kWhite);
  if (space == statement.npos || !statement.starts_with("mov")) return {};
  const std::string_view operands = statement.substr(space);
  const size_t comma = operands.rfind(',');
  if (comma == operands.npos) return {};
  return {statement.substr(0, space), stripped(operands.substr(0, comma)), stripped(operands.substr(comma + 1))};
}

bool is_register(std::string_view operand) {
  return operand.starts_with('%') && operand.find('(') == operand.npos && operand.find(':') == operand.npos;
}

bool is_memory(std::string_view operand) {
  return !operand.empty() && operand[0] != '%' && operand[0] != '$';
}

// A call, a jump or a label: what was computed for the call ends here.
bool ends_block(std::string_view statement) {
  return statement.ends_with(':') || statement.starts_with("call") || statement.starts_with('j') ||
         statement.starts_with("ret");
}

bool is_by(std::string_view operand, std::string_view base) {
  return !base.empty() && operand.find("(" + std::string(base) + ")") != operand.npos;
}

void note_stack_copy(const Move& move, std::string& copy) {
  if (move.from == "%rsp" && move.to != "%rbp" && is_register(move.to))
    copy = move.to;
  else if (move.to == copy)
    copy.clear();
}

// Is what the move loads stored where arguments are passed?
bool becomes_argument(const Move& load, std::string_view rest, std::string stack_copy) {
  constexpr int kLines = 24;
  for (int k = 0; k < kLines && !rest.empty(); k++) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view statement = stripped(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (statement.empty() || statement[0] == '.') continue;
    if (ends_block(statement)) return false;
    const Move move = move_in(statement);
    if (move.from == load.to && (is_by(move.to, "%rsp") || is_by(move.to, stack_copy))) return true;
    note_stack_copy(move, stack_copy);
    if (move.to == load.to) return false;
  }
  return false;
}

}  // namespace

bool is_from_clang(std::string_view assembly) {
  if (assembly.find("\t.ident\t\"mazurka\"") != assembly.npos) return false;
  const size_t at = assembly.find("\t.ident\t\"");
  return at != assembly.npos && assembly.substr(at, assembly.find('\n', at) - at).find("clang") != assembly.npos;
}

bool ClangCode::is_left_out(std::string_view line, std::string_view rest) {
  const std::string_view statement = stripped(line);
  if (statement.empty() || statement[0] == '.') return false;
  if (ends_block(statement)) {
    stack_copy_.clear();
    return false;
  }
  if (statement.starts_with("fldt") || statement.starts_with("fstpt")) return true;
  if (statement.starts_with("rep;movs")) return true;
  if (statement.find("%ymm") != statement.npos || statement.find("%zmm") != statement.npos)
    return statement.find('(') != statement.npos;
  const Move move = move_in(statement);
  const bool left_out = is_memory(move.from) && is_register(move.to) && becomes_argument(move, rest, stack_copy_);
  note_stack_copy(move, stack_copy_);
  return left_out;
}

}  // namespace mazurka
