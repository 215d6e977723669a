#include "build/compile.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/file_content.hpp"
#include "build/toolchain.hpp"

namespace mazurka {

namespace fs = std::filesystem;

namespace {

std::optional<Language> language_of(const std::string& path) {
  static constexpr std::array<std::string_view, 9> kCxxEndings = {".cc", ".cpp", ".cxx", ".c++", ".C",
                                                                  ".cp", ".CPP", ".ii",  ".cppm"};
  const std::string ending = fs::path(path).extension();
  if (ending == ".c" || ending == ".i") return Language::kC;
  if (std::find(kCxxEndings.begin(), kCxxEndings.end(), ending) != kCxxEndings.end()) return Language::kCxx;
  return std::nullopt;
}

bool is_linkable(const std::string& path) {
  const fs::path file = path;
  const std::string ending = file.extension();
  return ending == ".o" || ending == ".a" || ending == ".so" || ending == ".s" || ending == ".S" ||
         file.filename().string().find(".so.") != std::string::npos;
}

bool is_standard(const std::string& flag) {
  return flag.starts_with("-std=") || flag.starts_with("--std=");
}

// Only to the linker; clang would warn of them while compiling.
bool is_for_linker(const std::string& flag) {
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") || flag == "-no-pie" ||
         flag == "-pie" || flag == "-static-libgcc" || flag == "-rdynamic";
}

// What is never executed cannot be checked: a read whose value is not used, a store to memory that is freed. So nothing
// of that kind is removed. gcc can be told; with -O0 as with clang, the compiler's temporaries would let spin loops
// look different from one iteration to the next.
std::vector<std::string> gentle_flags(Family family) {
  if (family == Family::kClang) return {"-O0"};
  return {"-O1",
          "-fno-tree-dce",
          "-fno-tree-dse",
          "-fno-dce",
          "-fno-dse",
          "-fno-tree-fre",
          "-fno-tree-dominator-opts",
          "-fno-tree-forwprop",  // which reads only the part of a complex number or a vector that is used
          "-fno-tree-sink",      // which ends by removing what is not used
          "-fno-toplevel-reorder"};
}

// The user's flags for a file in this language, with what we choose where they chose nothing. -std=c++17 is for the C++
// files among the sources only.
std::vector<std::string> user_flags(const std::vector<std::string>& flags, Language language, Family family) {
  const bool cxx = language == Language::kCxx;
  std::vector<std::string> result;
  bool optimizes = false, has_standard = false;
  for (size_t k = 0; k < flags.size(); k++) {
    const std::string& flag = flags[k];
    optimizes = optimizes || flag.starts_with("-O");
    if (is_standard(flag)) {
      const bool cxx_standard = flag.find("++") != std::string::npos;
      if (cxx_standard != cxx) continue;
      has_standard = true;
    }
    if (flag == "-Xlinker") k++;
    if (!is_for_linker(flag) && flag != "-Xlinker") result.push_back(flag);
  }
  if (!optimizes) {
    const auto gentle = gentle_flags(family);
    result.insert(result.begin(), gentle.begin(), gentle.end());
  }
  if (!has_standard) result.insert(result.begin(), cxx ? "-std=gnu++20" : "-std=gnu17");
  return result;
}

// The compiler's exit code, or nothing if it could not be started or was killed. What it prints goes to stderr.
std::optional<int> run(const std::vector<std::string>& command) {
  std::vector<char*> pointers;
  for (const std::string& word : command) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return std::nullopt;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::nullopt;
  if (!WIFEXITED(status)) return std::nullopt;
  return WEXITSTATUS(status);
}

std::optional<std::string> mistake_in(const CompileRequest& request) {
  if (request.sources.empty()) return "there is nothing to compile; expected the path of a C or C++ file";
  for (const std::string& source : request.sources) {
    if (!language_of(source) && !is_linkable(source))
      return fmt::format("mazurka cannot compile '{}'; expected a .c, .cc, .cpp or .cxx file", source);
    std::error_code error;
    if (!fs::is_regular_file(source, error) || access(source.c_str(), R_OK) != 0)
      return fmt::format("cannot read '{}'; expected the path of a C or C++ file", source);
  }
  const CommandLine line = understand(request.flags);
  if (!line.unsupported.empty()) return explain_unsupported(line.unsupported);
  const bool names_output = std::any_of(request.flags.begin(), request.flags.end(),
                                        [](const std::string& flag) { return flag.starts_with("-o"); });
  if (names_output || !line.output_kind.empty())
    return fmt::format("{} cannot be used here, because mazurka chooses the output itself; use mazurka-cc to build",
                       names_output ? "-o" : line.output_kind);
  return std::nullopt;
}

class Compilation {
 public:
  explicit Compilation(const CompileRequest& request) : request_(request), installation_(find_installation()) {}

  // Nothing if the program was built.
  std::optional<std::string> run_all() {
    if (auto mistake = mistake_in(request_)) return mistake;
    if (auto problem = runtime_problem(installation_)) return problem;
    for (const std::string& source : request_.sources)
      if (auto failure = compile_source(source)) return failure;
    if (request_.follows_values && needs_models())
      for (const char* part : {"strings", "numbers", "streams"})
        if (auto failure = compile_model(part)) return failure;
    return link();
  }

 private:
  std::optional<std::string> compile_source(const std::string& source) {
    const auto language = language_of(source);
    if (!language) {
      if (request_.follows_values)
        return fmt::format("--symbolic follows values through sources only; leave out '{}', or give its sources",
                           source);
      objects_.push_back(source);
      return std::nullopt;
    }
    if (*language == Language::kCxx) linker_language_ = Language::kCxx;
    auto compiler = find_compiler(request_.compiler, *language);
    if (!compiler) return compiler.error();
    const std::string object = fmt::format("{}.{}.o", request_.output, objects_.size());
    std::vector<std::string> command = {compiler->path};
    add(command, compile_flags(*compiler, installation_));
    if (request_.follows_values) {
      auto flags = following_flags(*compiler, installation_);
      if (!flags) return flags.error();
      add(command, *flags);
    }
    if (request_.clears_leftovers) add(command, clearing_flags(*compiler, installation_));
    add(command, {"-pthread"});
    add(command, user_flags(without_counters(request_.flags), *language, compiler->family));
    add(command, last_flags(*compiler));
    add(command, {"-c", source, "-o", object});
    setenv(kLevelVariable, level_in(request_.flags).c_str(), 1);
    objects_.push_back(object);
    return execute(command, fmt::format("could not compile '{}'", source));
  }

  // Does the program call functions of the C library through which values are followed?
  bool needs_models() const {
    return std::any_of(objects_.begin(), objects_.end(), [](const std::string& object) {
      return content_of_file(object).value_or("").find("mazurka_model_") != std::string::npos;
    });
  }

  std::optional<std::string> compile_model(const std::string& part) {
    auto compiler = find_compiler(request_.compiler, Language::kC);
    if (!compiler) return compiler.error();
    auto flags = following_flags(*compiler, installation_);
    if (!flags) return flags.error();
    const std::string source = fmt::format("{}/followed/{}.c", installation_.include_folder, part);
    std::vector<std::string> command = {compiler->path};
    add(command, compile_flags(*compiler, installation_));
    add(command, *flags);
    // Without lines of its own: what happens there is at the place of the call.
    add(command, {"-pthread", "-O1", "-g0"});
    add(command, last_flags(*compiler));
    objects_.push_back(fmt::format("{}.{}.o", request_.output, objects_.size()));
    add(command, {"-c", source, "-o", objects_.back()});
    setenv(kLevelVariable, level_in(request_.flags).c_str(), 1);
    return execute(command, fmt::format("could not compile '{}'", source));
  }

  std::optional<std::string> link() {
    auto compiler = find_compiler(request_.compiler, linker_language_);
    if (!compiler) return compiler.error();
    std::vector<std::string> command = {compiler->path};
    add(command, compile_flags(*compiler, installation_));
    add(command, link_flags(*compiler, installation_));
    add(command, {"-pthread"});
    add(command, objects_);
    // Libraries come after the objects that need them. A standard is for compiling, and for one language only.
    for (const std::string& flag : without_counters(request_.flags))
      if (!is_standard(flag)) command.push_back(flag);
    add(command, last_flags(*compiler));
    add(command, {"-o", request_.output});
    return execute(command, "could not link the program");
  }

  static void add(std::vector<std::string>& command, const std::vector<std::string>& words) {
    command.insert(command.end(), words.begin(), words.end());
  }

  static std::optional<std::string> execute(const std::vector<std::string>& command, const std::string& failure) {
    const auto code = run(command);
    if (code == 0) return std::nullopt;
    if (!code) return fmt::format("the compiler '{}' could not be run or was killed", command[0]);
    return fmt::format("{} {}; its messages are above", command[0], failure);
  }

  const CompileRequest& request_;
  const Installation installation_;
  std::vector<std::string> objects_;
  Language linker_language_ = Language::kC;
};

}  // namespace

Result<CompiledProgram, CompileFailure> compile(const CompileRequest& request) {
  if (auto failure = Compilation(request).run_all()) return CompileFailure{*failure};
  return CompiledProgram{request.output};
}

bool is_source(const std::string& path) {
  return language_of(path).has_value();
}

}  // namespace mazurka
