// `as`, which compilers find in a folder of ours (-B): the text passes a filter (build/assembly), then the real
// assembler takes over. What that prints and its exit code are its own.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "build/assembly/filter.hpp"
#include "build/toolchain.hpp"

namespace {

using namespace mazurka;

int complain(const std::string& sentence) {
  fmt::print(stderr, "mazurka's as: {}\n", sentence);
  return 2;
}

struct Arguments {
  std::vector<std::string> options;
  std::vector<std::string> inputs;
  bool is_question = false;
};

Arguments sort_out(const std::vector<std::string>& words) {
  Arguments arguments;
  for (size_t k = 0; k < words.size(); k++) {
    const std::string& word = words[k];
    // The mark in the object must stay readable.
    if (word.starts_with("--compress-debug-sections")) continue;
    if (word == "--version" || word == "--help" || word == "--target-help") arguments.is_question = true;
    const bool is_option = word.starts_with('-') && word != "-";
    (is_option ? arguments.options : arguments.inputs).push_back(word);
    const bool takes_next =
        word == "-o" || word == "-I" || word == "--defsym" || word == "--MD" || word == "--debug-prefix-map";
    if (takes_next && k + 1 < words.size()) arguments.options.push_back(words[++k]);
  }
  return arguments;
}

bool read_all(const std::vector<std::string>& inputs, std::string& text) {
  std::stringstream content;
  if (inputs.empty()) content << std::cin.rdbuf();
  for (const std::string& input : inputs) {
    if (input == "-") {
      content << std::cin.rdbuf();
      continue;
    }
    std::ifstream file(input, std::ios::binary);
    if (!file) return false;
    if (file.peek() != std::ifstream::traits_type::eof()) content << file.rdbuf();
  }
  text = std::move(content).str();
  return true;
}

// A file in memory that a program started in our place can open by this name.
std::string file_with(const std::string& text) {
  const int file = memfd_create("assembly", 0);
  for (size_t done = 0; file >= 0 && done < text.size();) {
    const ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) return "";
    done += count > 0 ? static_cast<size_t>(count) : 0;
  }
  return file < 0 ? "" : fmt::format("/proc/self/fd/{}", file);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words = with_response_files({argv + std::min(argc, 1), argv + argc});
  const auto assembler = find_behind_us("as");
  if (!assembler) return complain("there is no other assembler; install it (apt-get install binutils)");
  const Arguments arguments = sort_out(words);
  std::vector<std::string> command = {*assembler};
  std::string text;
  if (arguments.is_question || !read_all(arguments.inputs, text)) {
    command.insert(command.end(), words.begin(), words.end());  // it answers, or says what is wrong
  } else {
    const char* level = std::getenv(kLevelVariable);
    const std::string name = arguments.inputs.empty() ? "{standard input}" : arguments.inputs[0];
    const std::string input = file_with(filter_assembly(text, name, level == nullptr ? "" : level).text);
    if (input.empty()) return complain(fmt::format("no memory for the text: {}", std::strerror(errno)));
    command.insert(command.end(), arguments.options.begin(), arguments.options.end());
    command.push_back(input);
  }
  return complain(fmt::format("cannot start '{}': {}", *assembler, replace_process(command)));
}
