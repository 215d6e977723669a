// What a compiler's command line asks for: understand() of compiler.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

#include "build/toolchain.hpp"

namespace mazurka {

namespace {

// The next argument belongs to these and is no input.
constexpr std::array<std::string_view, 41> kTakesArgument = {"-o",
                                                             "-x",
                                                             "-I",
                                                             "-L",
                                                             "-D",
                                                             "-U",
                                                             "-B",
                                                             "-T",
                                                             "-u",
                                                             "-z",
                                                             "-e",
                                                             "-A",
                                                             "-F",
                                                             "-MF",
                                                             "-MT",
                                                             "-MQ",
                                                             "-MJ",
                                                             "-include",
                                                             "-imacros",
                                                             "-isystem",
                                                             "-iquote",
                                                             "-idirafter",
                                                             "-iprefix",
                                                             "-isysroot",
                                                             "-imultilib",
                                                             "-iwithprefix",
                                                             "-iwithprefixbefore",
                                                             "-Xclang",
                                                             "-Xassembler",
                                                             "-Xpreprocessor",
                                                             "-mllvm",
                                                             "-target",
                                                             "-arch",
                                                             "-aux-info",
                                                             "--param",
                                                             "-dumpbase",
                                                             "-dumpbase-ext",
                                                             "-dumpdir",
                                                             "-wrapper",
                                                             "--sysroot",
                                                             "-include-pch"};

constexpr std::array<std::string_view, 9> kStopsBeforeLinking = {
    "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", "--relocatable", "--precompile"};

// Accesses in a transaction would be taken for plain ones.
constexpr std::string_view kTransactions = "-fgnu-tm";

constexpr std::array<std::string_view, 7> kUnsupported = {
    "-static", "--static", "-static-pie", "-static-libtsan", "-static-libstdc++", "-m32", "-mx32"};

// Sanitizers that cannot be in one program with the accesses that we see by -fsanitize=thread.
constexpr std::array<std::string_view, 6> kOtherSanitizers = {"address",          "hwaddress", "kernel-address",
                                                              "kernel-hwaddress", "memory",    "leak"};

// Response files may name others; a file that names itself would never end.
constexpr int kMaxDepth = 100;

constexpr std::array<std::string_view, 8> kHeaderEndings = {".h", ".hh", ".hpp", ".hxx", ".h++", ".hp", ".H", ".tcc"};

template <class List>
bool contains(const List& list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

bool is_header(std::string_view file) {
  return std::any_of(kHeaderEndings.begin(), kHeaderEndings.end(),
                     [&](std::string_view ending) { return file.ends_with(ending); });
}

bool is_other_sanitizer(std::string_view argument) {
  constexpr std::string_view kFlag = "-fsanitize=";
  if (!argument.starts_with(kFlag)) return false;
  argument.remove_prefix(kFlag.size());
  while (!argument.empty()) {
    const size_t end = std::min(argument.find(','), argument.size());
    if (contains(kOtherSanitizers, argument.substr(0, end))) return true;
    argument.remove_prefix(std::min(end + 1, argument.size()));
  }
  return false;
}

// A response file's words: separated by white space, quoted with ' or ", a backslash before any character keeps it.
std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t k = 0; k < text.size(); k++) {
    const char c = text[k];
    if (c == '\\' && k + 1 < text.size()) {
      word += text[++k];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (std::string_view(" \t\n\r\v\f").find(c) != std::string_view::npos) {
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(word);
  return words;
}

// A file that cannot be read is an ordinary argument, as the compilers take it.
void expand(const std::vector<std::string>& arguments, int depth, std::vector<std::string>& result) {
  for (const std::string& argument : arguments) {
    std::ifstream file;
    if (argument.size() > 1 && argument[0] == '@' && depth < kMaxDepth) file.open(argument.substr(1));
    if (!file.is_open()) {
      result.push_back(argument);
      continue;
    }
    std::stringstream content;
    content << file.rdbuf();
    expand(split_words(content.str()), depth + 1, result);
  }
}

}  // namespace

std::vector<std::string> with_response_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  expand(arguments, 0, result);
  return result;
}

CommandLine understand(const std::vector<std::string>& given) {
  const std::vector<std::string> arguments = with_response_files(given);
  CommandLine line;
  bool all_headers = true;
  for (size_t k = 0; k < arguments.size(); k++) {
    const std::string& argument = arguments[k];
    if (contains(kStopsBeforeLinking, argument) || argument == "-Wl,-r") line.output_kind = argument;
    const bool cannot_compile = is_other_sanitizer(argument) || argument == kTransactions;
    if (contains(kUnsupported, argument) || cannot_compile) line.unsupported = argument;
    line.cannot_compile |= cannot_compile;
    // A header is precompiled.
    if (argument == "-x" && k + 1 < arguments.size() && arguments[k + 1].ends_with("-header")) line.output_kind = "-x";
    // What goes to the linker may be an input: a library, an object.
    if (argument.starts_with("-l") || argument.starts_with("-Wl,") || argument == "-Xlinker" || argument == "-" ||
        !argument.starts_with('-')) {
      line.has_input = true;
      all_headers = all_headers && is_header(argument);
    }
    if (contains(kTakesArgument, argument) || argument == "-l" || argument == "-Xlinker") k++;
  }
  line.links = line.has_input && line.output_kind.empty() && !all_headers;
  return line;
}

std::string explain_unsupported(const std::string& flag) {
  if (flag.starts_with("-m"))
    return fmt::format("{} cannot work: mazurka checks 64-bit programs only; build without {}", flag, flag);
  if (flag.starts_with("-fsanitize="))
    return fmt::format("{} cannot work: mazurka finds data races and memory errors by itself; build without {}", flag,
                       flag);
  if (flag == kTransactions)
    return fmt::format("{} cannot work: mazurka does not know transactional memory; build without {}", flag, flag);
  if (flag == "-static-libstdc++")
    return fmt::format("{} cannot work: mazurka stands in for functions of the shared C++ library; link without {}",
                       flag, flag);
  return fmt::format("{} cannot work: mazurka's runtime is a shared library; link without {}", flag, flag);
}

}  // namespace mazurka
