#include "runs/program_parts.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "build/instrumented.hpp"
#include "build/toolchain.hpp"
#include "supervise/process.hpp"

namespace mazurka::runs {

namespace {

namespace fs = std::filesystem;

// What the dynamic linker says when it only lists what it would load.
Result<std::istringstream, std::string> list_of_libraries(const std::string& program,
                                                          const std::vector<std::string>& environment,
                                                          const std::vector<std::string>& wrapper) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fmt::format("cannot make a pipe: {}", std::strerror(errno));
  std::vector<std::string> variables = environment;
  variables.emplace_back("LD_TRACE_LOADED_OBJECTS=1");
  StartCommand command = start_command(wrapper, program, program, {}, variables);
  std::vector<char*> words, pointers;
  for (std::string& word : command.words) words.push_back(word.data());
  for (std::string& variable : command.variables) pointers.push_back(variable.data());
  words.push_back(nullptr);
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execve(command.file.c_str(), words.data(), pointers.data());
    _exit(127);
  }
  close(ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t got; child > 0 && ((got = ::read(ends[0], buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR));)
    if (got > 0) said.append(buffer, static_cast<size_t>(got));
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::istringstream(said);
  return fmt::format("cannot list the libraries of '{}'", program);
}

// Whole or not at all: others may look at the same moment.
bool write_file(const fs::path& path, const std::string& content) {
  const fs::path temporary = fmt::format("{}.{}", path.string(), getpid());
  std::ofstream file(temporary, std::ios::binary);
  file << content;
  file.close();
  if (!file.good() || chmod(temporary.c_str(), 0700) != 0) return false;
  std::error_code failure;
  fs::rename(temporary, path, failure);
  return !failure;
}

fs::path cache_folder() {
  if (const char* given = std::getenv("XDG_CACHE_HOME"); given != nullptr && *given == '/')
    return fs::path(given) / "mazurka";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') return fs::path(home) / ".cache/mazurka";
  return fmt::format("/tmp/mazurka-{}", getuid());
}

}  // namespace

Result<ProgramParts, std::string> parts_of(const std::string& program, const std::vector<std::string>& environment,
                                           const std::vector<std::string>& wrapper) {
  ProgramParts parts;
  const auto add = [&](const std::string& name, const std::string& path, bool system) -> bool {
    auto hash = fleet::content_hash_of_file(path);
    if (!hash) return false;
    if (system)
      parts.system[name] = std::move(*hash);
    else
      parts.shipped.push_back({name, path, std::move(*hash)});
    return true;
  };
  if (!add("program", program, false)) return fmt::format("cannot read '{}'", program);
  auto lines = list_of_libraries(program, environment, wrapper);
  for (int attempt = 1; !lines && attempt < 3; attempt++)  // killed?
    lines = list_of_libraries(program, environment, wrapper);
  if (!lines) return lines.error();
  for (std::string line; std::getline(*lines, line);) {
    // "  libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x...)"; the linker itself has no arrow.
    std::istringstream words(line);
    std::string name, arrow, path;
    words >> name >> arrow >> path;
    if (arrow != "=>") path = name;
    if (path.empty() || path[0] != '/') {
      if (path == "not") return fmt::format("'{}' needs the library {}, which is not found", program, name);
      continue;  // a part of the kernel
    }
    const std::string library = fs::path(name).filename();
    if (!add(library, path, library != kRuntimeLibrary && is_system_library(path)))
      return fmt::format("cannot read '{}', a library of '{}'", path, program);
  }
  return parts;
}

std::string hash_of(const ProgramParts& parts, const std::vector<std::string>& arguments) {
  std::string all;
  for (const Part& part : parts.shipped) all += fmt::format("{} {}\n", part.name, part.hash);
  for (const auto& [name, hash] : parts.system) all += fmt::format("{} {}\n", name, hash);
  for (const std::string& argument : arguments) all += fmt::format("{} {}\n", argument.size(), argument);
  return fleet::content_hash(all);
}

Result<std::optional<std::string>, std::string> file_of(fleet::Store& store, const fleet::Run& run,
                                                        const std::string& path) {
  for (const fleet::ProgramFile& file : run.description.files) {
    if (file.path != path) continue;
    auto content = store.get_file(file.hash);
    if (!content) return content.error();
    return std::optional(std::move(content->data));
  }
  return std::optional<std::string>();
}

Result<std::filesystem::path, std::string> fetch_program(fleet::Store& store, const fleet::Run& run) {
  const fs::path folder = cache_folder() / run.description.program;
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return fmt::format("cannot make the folder '{}': {}", folder.string(), failure.message());
  chmod(folder.c_str(), 0700);
  bool found = false;
  for (const fleet::ProgramFile& file : run.description.files) {
    if (!file.path.starts_with(kPartsFolder)) continue;
    // A name from the store must not lead elsewhere.
    const std::string name = file.path.substr(std::strlen(kPartsFolder));
    if (name.empty() || name.find('/') != std::string::npos || name[0] == '.')
      return fmt::format("run {} has a file with the name '{}': it is refused", run.id.number, file.path);
    found |= name == "program";
    if (fleet::content_hash_of_file(folder / name) == file.hash) continue;
    const auto content = store.get_file(file.hash);
    if (!content) return content.error();
    if (!write_file(folder / name, content->data)) return fmt::format("cannot write '{}'", (folder / name).string());
  }
  if (!found)
    return fmt::format("run {} has no program in the store: only the check that began it can go on with it",
                       run.id.number);
  return folder / "program";
}

}  // namespace mazurka::runs
