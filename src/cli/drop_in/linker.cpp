// `ld`, `ld.bfd`, `ld.gold` and `ld.lld`, which compilers find in a folder of ours (-B): the real linker does the work
// and tells which objects it has used; those that we have not compiled are noted in what it has made (build/linking).
// What it prints and its exit code are its own.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "build/linking/notes.hpp"
#include "build/linking/objects.hpp"
#include "build/toolchain.hpp"

namespace {

using namespace mazurka;

int complain(const std::string& sentence) {
  fmt::print(stderr, "mazurka's ld: {}\n", sentence);
  return 2;
}

struct Request {
  std::string output = "a.out";
  bool is_partial = false;  // an object to be linked further: its marks stay
  bool traces = false;      // by the user's own wish
};

Request understand_linking(const std::vector<std::string>& words) {
  Request request;
  for (size_t k = 0; k < words.size(); k++) {
    const std::string& word = words[k];
    if (word == "-r" || word == "-i" || word == "--relocatable") request.is_partial = true;
    if (word == "-t" || word == "--trace") request.traces = true;
    if ((word == "-o" || word == "--output") && k + 1 < words.size())
      request.output = words[++k];
    else if (word.starts_with("--output="))
      request.output = word.substr(9);
    else if (word.starts_with("-o") && word.size() > 2)
      request.output = word.substr(2);
  }
  return request;
}

std::string content_of(int file) {
  std::string text;
  std::array<char, 65536> buffer;
  for (off_t at = 0;;) {
    const ssize_t count = pread(file, buffer.data(), buffer.size(), at);
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<size_t>(count));
    at += count;
  }
}

// The linker's exit code; what it says on standard output goes to `file`.
int run(const std::vector<std::string>& command, int file) {
  const pid_t child = fork();
  if (child < 0) return complain(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) {
    dup2(file, STDOUT_FILENO);
    const std::string why = replace_process(command);
    _exit(complain(fmt::format("cannot start '{}': {}", command[0], why)));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 2;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

// CMake names libgomp by its path, and would get the real one (src/openmp).
std::string with_our_openmp(const std::string& word) {
  namespace fs = std::filesystem;
  std::error_code error;
  const std::string ours = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "openmp/libgomp.so";
  const std::string file = fs::path(word).filename();
  const bool is_it = file == "libgomp.so" || file == "libgomp.so.1" || file == "libgomp.a";
  return is_it && word.starts_with('/') && fs::exists(ours, error) ? ours : word;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = std::filesystem::path(argc > 0 ? argv[0] : "ld").filename();
  const std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
  const auto linker = find_behind_us(name);
  if (!linker) return complain(fmt::format("there is no other '{}'; install it or choose another with -fuse-ld", name));
  const Request request = understand_linking(with_response_files(given));
  std::vector<std::string> command = {*linker};
  for (const std::string& word : given) command.push_back(with_our_openmp(word));
  if (request.is_partial) return complain(fmt::format("cannot start '{}': {}", *linker, replace_process(command)));
  // What is not code must not be where it can be executed. (lld puts it apart unless it is told otherwise.)
  if (name.ends_with("gold"))
    command.emplace_back("--rosegment");
  else if (!name.ends_with("lld"))
    command.insert(command.end(), {"-z", "separate-code"});
  // GNU's linker tells members of archives if it is asked twice.
  command.insert(command.end(), {"-t", "-t"});
  const int said = memfd_create("said", MFD_CLOEXEC);
  const int code = run(command, said);
  const std::string text = content_of(said);
  const Traced traced = read_trace(text);
  fmt::print("{}", request.traces ? text : traced.others);
  if (code != 0) return code;
  write_link_notes(request.output, find_unseen(traced.objects));
  return 0;
}
