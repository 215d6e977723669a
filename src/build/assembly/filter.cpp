#include "build/assembly/filter.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "build/assembly/clang_code.hpp"
#include "build/assembly/instructions.hpp"

namespace mazurka {

namespace {

using protocol::AssemblyKind;
using What = Meaning::What;

constexpr std::string_view kSpace = " \t";

std::string_view trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(kSpace));
}

// ---- the text's grammar: lines, comments, statements, labels

// Replaces comments by spaces; `inside` is whether a comment goes on, before and after the line.
std::string without_comments(std::string_view line, bool& inside) {
  std::string result;
  char quote = 0;
  for (size_t k = 0; k < line.size(); k++) {
    const bool two = k + 1 < line.size();
    if (inside) {
      if (line[k] != '*' || !two || line[k + 1] != '/') continue;
      inside = false;
      k++;
      result += ' ';
    } else if (quote != 0) {
      result += line[k];
      if (line[k] == '\\' && two) result += line[++k];
      if (line[k] == quote) quote = 0;
    } else if (line[k] == '/' && two && line[k + 1] == '*') {
      inside = true;
      k++;
    } else if (line[k] == '#' || (line[k] == '/' && two && line[k + 1] == '/')) {
      break;
    } else {
      if (line[k] == '"') quote = line[k];
      result += line[k];
    }
  }
  return result;
}

std::vector<std::string_view> statements_of(std::string_view line) {
  std::vector<std::string_view> statements;
  bool quoted = false;
  size_t begin = 0;
  for (size_t k = 0; k <= line.size(); k++) {
    if (k < line.size() && line[k] == '"' && (k == 0 || line[k - 1] != '\\')) quoted = !quoted;
    if (k < line.size() && (line[k] != ';' || quoted)) continue;
    statements.push_back(line.substr(begin, k - begin));
    begin = k + 1;
  }
  return statements;
}

// How much of a statement is labels: "1: " of "1: lock incl x".
size_t length_of_labels(std::string_view statement) {
  size_t length = 0;
  for (;;) {
    size_t at = statement.find_first_not_of(kSpace, length);
    if (at == std::string_view::npos) return statement.size();
    const size_t begin = at;
    while (at < statement.size() && (std::isalnum(static_cast<unsigned char>(statement[at])) != 0 ||
                                     statement[at] == '_' || statement[at] == '.' || statement[at] == '$'))
      at++;
    if (at == begin || at >= statement.size() || statement[at] != ':') return length;
    length = at + 1;
  }
}

// A section whose type GNU's assembler does not know, which clang writes for its own one: empty here.
std::string without_llvm_type(std::string_view line) {
  std::string text(line);
  if (const size_t at = text.find("@llvm_"); at != std::string::npos && text.find(".section") != std::string::npos)
    text.replace(at, text.find_first_of(", \t", at) - at, "@progbits");
  return text;
}

// A directive that puts something other than instructions there.
bool puts_data(std::string_view directive) {
  for (const char* word : {".ascii", ".asciz", ".string", ".zero", ".skip", ".space", ".fill"})
    if (directive == word) return true;
  return false;
}

bool names_code(std::string_view arguments) {
  const std::string_view name = trim(arguments.substr(0, arguments.find(',')));
  const size_t quote = arguments.find('"');
  // Whatever flags it is given, the linker puts it among the code.
  if (is_code_by_name(name)) return true;
  if (quote == std::string_view::npos) return false;
  const size_t end = arguments.find('"', quote + 1);
  return arguments.substr(quote, end == std::string_view::npos ? end : end - quote).find('x') != std::string_view::npos;
}

// ---- the call of the runtime

// What is below the stack pointer belongs to the function, and flags must stay as they are: only lea, push and pop.
// The stack pointer is lower by this where the address is computed.
constexpr int kLowered = 128 + 8;

std::string call_of_runtime(const Meaning& meaning) {
  std::string address = meaning.address;
  if (address.find("%rsp") != std::string::npos) address = fmt::format("{}+{}", kLowered, address);
  if (address.starts_with(fmt::format("{}+(", kLowered))) address.erase(std::to_string(kLowered).size(), 1);
  const AssemblyKind kind = meaning.code.kind;
  const bool is_mode = kind == AssemblyKind::kLoadMode || kind == AssemblyKind::kStoreMode;
  const std::string compute = address.empty() ? "" : fmt::format("leaq {},%rdi;", address);
  return fmt::format(
      "leaq -128(%rsp),%rsp;pushq %rdi;{}pushq ${};call {}@PLT;leaq 8(%rsp),%rsp;popq %rdi;leaq 128(%rsp),%rsp",
      compute, word_of(meaning.code), is_mode ? protocol::kAssemblyModeEntry : protocol::kAssemblyEntry);
}

std::string in_syntax(const std::string& statements, Syntax syntax) {
  return syntax == Syntax::kAtt ? statements : ".att_syntax prefix;" + statements + ";.intel_syntax noprefix";
}

// The statement with what the runtime must be told before, and after.
std::string with_calls(std::string_view statement, const Meaning& meaning, Syntax syntax) {
  std::string result = in_syntax(call_of_runtime(meaning), syntax);
  if (meaning.what == What::kReplaced) return result;
  result += fmt::format(";{}", statement);
  if (meaning.what == What::kTold && meaning.code.kind == AssemblyKind::kUpdate) {
    Meaning after = meaning;
    after.code.kind = AssemblyKind::kUpdated;
    after.address.clear();
    result += ";" + in_syntax(call_of_runtime(after), syntax);
  }
  return result;
}

class Filter {
 public:
  Filter(std::string_view text, bool instrumented)
      : text_(text), instrumented_(instrumented), is_clangs_(instrumented && is_from_clang(text)) {
    result_.reserve(text.size() + text.size() / 8);
  }

  FilteredAssembly run(const std::string& name, const std::string& level) {
    begin_section(".text");
    // A line's number stays what it was.
    result_ += fmt::format("\n# 1 \"{}\"\n", name);
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      filter_line(text_.substr(begin, end - begin), text_.substr(std::min(end + 1, text_.size())));
      result_ += '\n';
      begin = end + 1;
    }
    const bool seen = (instrumented_ || !touches_memory_) && !hides_code_;
    if (seen) mark();
    if (!level.empty() && instrumented_)
      result_ += fmt::format("\t.section {},\"MS\",@progbits,1\n\t.asciz \"{}\"\n", kLevelSection, level);
    if (!seen && !instrumented_)
      result_ += fmt::format("\t.section {},\"\",@progbits\n\t.asciz \"{}\"\n", kSourceSection, name);
    return {std::move(result_), seen};
  }

 private:
  void filter_line(std::string_view line, std::string_view rest) {
    const std::string_view content = trim(line);
    // Hints to a linker, by clang; GNU's assembler does not know them.
    if (first_word(content) == ".addrsig" || first_word(content) == ".addrsig_sym") return;
    // (The longer words are clang's, for assembly outside of functions.)
    const bool begins = content == "#APP" || content == "# Start of file scope inline assembly";
    if (begins || content == "#NO_APP" || content == "# End of file scope inline assembly") {
      in_assembly_ = begins;
      finish_prefix();
      result_ += line;
    } else if (in_assembly_ || !instrumented_) {
      filter_assembly_line(line);
    } else if (content.starts_with('.')) {
      result_ += without_llvm_type(line);
      const std::string_view word = first_word(content);
      if (word == ".type") is_variable_ = content.find("@object") != std::string_view::npos;
      hides_code_ = hides_code_ || (is_code_ && is_variable_ && (puts_bytes(word) || puts_data(word)));
      note_directive(trim(content.substr(0, content.find('#'))));
    } else if ((is_uninstrumented(first_word(content)) || is_masked(content)) && !content.ends_with(':')) {
      filter_assembly_line(line);
    } else if (is_clangs_ && clang_code_.is_left_out(line, rest)) {
      filter_plainly(line);
    } else {
      result_ += line;
    }
  }

  void filter_assembly_line(std::string_view line) {
    if (!in_comment_ && line.starts_with('#')) {
      result_ += line;
      return;
    }
    const std::string clean = without_comments(line, in_comment_);
    bool first = true;
    for (std::string_view statement : statements_of(clean)) {
      if (!first) result_ += ';';
      first = false;
      filter_statement(statement);
    }
  }

  void filter_statement(std::string_view statement) {
    const size_t labels = length_of_labels(statement);
    result_ += statement.substr(0, labels);
    statement = trim(statement.substr(labels));
    if (statement.starts_with('.')) {
      const bool hides_code = is_code_ && puts_bytes(first_word(statement));
      if (hides_code && instrumented_) result_ += with_calls("", unseen(), syntax_);
      touches_memory_ = touches_memory_ || hides_code;
      result_ += hides_code && instrumented_ ? ";" : "";
      result_ += statement;
      note_directive(statement);
      return;
    }
    if (!statement.empty() && is_prefix(statement)) {
      prefix_ += std::string(statement) + " ";
      return;
    }
    if (statement.empty()) return;
    const std::string whole = prefix_ + std::string(statement);
    prefix_.clear();
    Meaning meaning = is_code_ ? meaning_of(whole, syntax_) : Meaning{};
    if (makes_plain_ && meaning.code.kind == AssemblyKind::kLoad) meaning.code.kind = AssemblyKind::kPlainRead;
    if (makes_plain_ && meaning.code.kind == AssemblyKind::kStore) meaning.code.kind = AssemblyKind::kPlainWrite;
    if (instrumented_ && meaning.what != What::kHarmless) {
      result_ += with_calls(whole, meaning, syntax_);
    } else {
      result_ += whole;
      // Nobody else knows of what lies on the own stack.
      const bool on_stack = meaning.address.find("(%rsp") != std::string::npos;
      touches_memory_ = touches_memory_ || (meaning.what != What::kHarmless && !on_stack);
    }
  }

  // Of a vector in memory only what a register says: "vmovdqu32 %zmm0, (%rax) {%k1}".
  static bool is_masked(std::string_view content) {
    return content.find("{%k") != std::string_view::npos && content.find('(') != std::string_view::npos;
  }

  // An access of the program's own: never atomic, whatever its width.
  void filter_plainly(std::string_view line) {
    const size_t from = result_.size();
    makes_plain_ = true;
    filter_assembly_line(line);
    makes_plain_ = false;
    if (result_.size() == from) result_ += line;
  }

  static Meaning unseen() { return {.what = What::kUnseen, .code = {}, .address = ""}; }

  // An instruction may be written in numbers.
  static bool puts_bytes(std::string_view directive) {
    for (const char* word : {".byte", ".2byte", ".4byte", ".8byte", ".word", ".short", ".long", ".int", ".quad",
                             ".octa", ".value", ".hword", ".insn", ".include", ".incbin"})
      if (directive == word) return true;
    return false;
  }

  void finish_prefix() {
    if (!prefix_.empty()) result_ += prefix_ + "\n";
    prefix_.clear();
  }

  void note_directive(std::string_view statement) {
    const std::string_view word = first_word(statement);
    const std::string_view rest = trim(statement.substr(word.size()));
    if (word == ".text" || word == ".section") {
      enter(word == ".text" ? std::string_view(".text") : rest);
    } else if (word == ".data" || word == ".bss") {
      enter(word);
    } else if (word == ".pushsection") {
      stack_.push_back(section_);
      enter(rest);
    } else if (word == ".popsection" && !stack_.empty()) {
      const std::string back = stack_.back();
      stack_.pop_back();
      enter(back);
    } else if (word == ".previous") {
      enter(std::string(previous_));
    } else if (word == ".intel_syntax") {
      syntax_ = Syntax::kIntel;
    } else if (word == ".att_syntax") {
      syntax_ = Syntax::kAtt;
    }
  }

  void enter(std::string_view arguments) {
    previous_ = section_;
    section_ = std::string(arguments);
    is_code_ = names_code(section_);
    if (is_code_ && labels_.find(section_) == labels_.end()) {
      // (A comment may stand behind the directive in a compiler's text; numbers of its lines do not matter.)
      result_ += in_assembly_ || !instrumented_ ? ';' : '\n';
      begin_section(section_);
    }
  }

  // Code begins here: of a section that was not seen before.
  void begin_section(const std::string& arguments) {
    const size_t number = labels_.size();
    labels_[arguments] = number;
    result_ += fmt::format(".Lmazurka_begin{}:", number);
  }

  void mark() {
    // The last part of each section: code may be put into parts by .subsection.
    for (const auto& [arguments, number] : labels_)
      result_ += fmt::format("\t.section {}\n\t.subsection 8192\n.Lmazurka_end{}:\n", arguments, number);
    result_ += fmt::format("\t.section {},\"\",@progbits\n", kMarkSection);
    for (const auto& [arguments, number] : labels_)
      result_ += fmt::format("\t.quad .Lmazurka_begin{0}, .Lmazurka_end{0}-.Lmazurka_begin{0}\n", number);
  }

  const std::string_view text_;
  const bool instrumented_;
  const bool is_clangs_;
  ClangCode clang_code_;
  bool makes_plain_ = false;
  std::string result_;
  std::string prefix_;  // "lock " of "lock; incl x"
  std::string section_ = ".text", previous_ = ".text";
  std::vector<std::string> stack_;        // of .pushsection
  std::map<std::string, size_t> labels_;  // sections with code, by the arguments that name them
  Syntax syntax_ = Syntax::kAtt;
  bool is_code_ = true;
  bool in_assembly_ = false;
  bool in_comment_ = false;
  bool touches_memory_ = false;
  bool is_variable_ = false;  // what the compiler writes now is one, and no function
  bool hides_code_ = false;   // one of them is put among the code, where it can be called
};

// The preprocessor's first line tells where a text comes from: # 0 "spin.S".
std::string source_of(std::string_view text, const std::string& name) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const size_t begin = line.find('"'), end = line.rfind('"');
  if (!line.starts_with("# ") || begin == std::string_view::npos || end <= begin + 1) return name;
  return std::string(line.substr(begin + 1, end - begin - 1));
}

}  // namespace

FilteredAssembly filter_assembly(std::string_view text, const std::string& name, const std::string& level) {
  // Every file that is compiled with -fsanitize=thread calls this when it is loaded.
  const bool instrumented = text.find("__tsan_init") != std::string_view::npos;
  return Filter(text, instrumented).run(instrumented ? name : source_of(text, name), level);
}

}  // namespace mazurka
