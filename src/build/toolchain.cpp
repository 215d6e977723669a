#include "build/toolchain.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <regex>
#include <system_error>

namespace mazurka {

namespace fs = std::filesystem;

namespace {

bool is_executable_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

// A folder of the PATH may hold a link gcc -> mazurka-cc, to make a stubborn build use us.
bool is_our_own(const fs::path& path) {
  std::error_code error;
  return fs::canonical(path, error).filename().string().starts_with("mazurka-");
}

// "clang-16" and C++ -> "clang++-16". A name that is not of a compiler we know stays as it is.
std::string name_for(const std::string& name, Language language) {
  static const std::regex form(R"((.*-)?(gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(-[0-9.]+)?)");
  std::smatch part;
  if (!std::regex_match(name, part, form)) return name;
  std::string stem = part[2];
  const bool wants_cxx = language == Language::kCxx;
  if (stem == "gcc" || stem == "g++") stem = wants_cxx ? "g++" : "gcc";
  if (stem == "cc" || stem == "c++") stem = wants_cxx ? "c++" : "cc";
  if (stem == "clang" || stem == "clang++") stem = wants_cxx ? "clang++" : "clang";
  return part[1].str() + stem + part[3].str();
}

// The name tells for the usual names; others are asked what they predefine.
Family family_of(const std::string& path) {
  const std::string name = fs::path(path).filename();
  if (name.find("clang") != std::string::npos) return Family::kClang;
  if (name.find("gcc") != std::string::npos || name.find("g++") != std::string::npos) return Family::kGcc;
  std::string quoted = "'";
  for (char c : path) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const std::string command = quoted + "' -dM -E -x c /dev/null 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return Family::kGcc;
  std::string text;
  std::array<char, 4096> buffer;
  while (size_t count = fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), count);
  pclose(pipe);
  return text.find("#define __clang__ ") != std::string::npos ? Family::kClang : Family::kGcc;
}

std::string package_of(const std::string& name) {
  const std::string file = name_for(fs::path(name).filename(), Language::kC);
  if (!file.starts_with("gcc") && !file.starts_with("clang")) return "";
  return fmt::format("install it (apt-get install {}{}) or ", file,
                     file.starts_with("gcc") ? " g++" + file.substr(3) : "");
}

void append(std::vector<std::string>& list, std::initializer_list<std::string> more) {
  list.insert(list.end(), more.begin(), more.end());
}

// The plugin for this compiler (src/gcc_plugin, src/clang_plugin), by the version in its real path, such as
// x86_64-linux-gnu-gcc-12 or llvm-14/bin/clang; empty if there is none.
std::string plugin_for(const Compiler& compiler, const Installation& installation, const char* purpose = "") {
  std::error_code error;
  const fs::path real = fs::canonical(compiler.path, error);
  const bool is_clang = compiler.family == Family::kClang;
  const std::string folder = real.parent_path().parent_path().filename();
  const std::string name = is_clang && folder.starts_with("llvm-") ? folder : real.filename().string();
  const fs::path plugin = installation.runtime_folder + "/plugins/" + (is_clang ? "clang" : "gcc") +
                          name.substr(std::min(name.rfind('-'), name.size())) + purpose + ".so";
  return fs::exists(plugin, error) ? plugin.string() : "";
}

}  // namespace

Installation find_installation() {
  Installation result;
  std::error_code error;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  const char* given = std::getenv("MAZURKA_RUNTIME_DIR");
  // Installed, or in a build folder.
  result.runtime_folder =
      fs::exists(prefix / "lib" / "mazurka" / kRuntimeLibrary, error) ? prefix / "lib" / "mazurka" : prefix / "lib";
  if (given != nullptr && *given != 0) result.runtime_folder = fs::absolute(given, error);
  result.tools_folder = result.runtime_folder + "/tools";
  // Installed, or in the checkout that the build folder build/<preset> lies in.
  for (const fs::path& root : {prefix, prefix.parent_path().parent_path()}) {
    const fs::path folder = root / "include" / "mazurka";
    if (result.include_folder.empty() && fs::exists(folder / "mazurka.h", error)) result.include_folder = folder;
  }
  return result;
}

std::optional<std::string> runtime_problem(const Installation& installation) {
  const fs::path folder = installation.runtime_folder;
  const fs::path tools = installation.tools_folder;
  for (const fs::path& file : {folder / kRuntimeLibrary, folder / "tsan" / "libtsan.so", tools / "as", tools / "ld"}) {
    std::error_code error;
    if (!fs::exists(file, error))
      return fmt::format("the runtime library '{}' is missing; build mazurka, or set MAZURKA_RUNTIME_DIR to its folder",
                         file.string());
  }
  return std::nullopt;
}

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (is_executable_file(name)) return name;
    return std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  for (size_t begin = 0; begin <= folders.size();) {
    const size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string folder = folders.substr(begin, end - begin);
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (is_executable_file(candidate) && !is_our_own(candidate)) return candidate.string();
    begin = end + 1;
  }
  return std::nullopt;
}

std::optional<std::string> find_behind_us(const std::string& name) {
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::string folders;
  for (const char* variable : {"COMPILER_PATH", "PATH"})
    if (const char* value = std::getenv(variable)) folders += std::string(value) + ":";
  folders += "/usr/bin";
  for (size_t begin = 0; begin <= folders.size();) {
    const size_t end = std::min(folders.find(':', begin), folders.size());
    const fs::path folder = folders.substr(begin, end - begin);
    begin = end + 1;
    if (folder.empty() || fs::equivalent(folder, own, error) || !is_executable_file(folder / name)) continue;
    if (!is_our_own(folder / name)) return (folder / name).string();
  }
  return std::nullopt;
}

std::string replace_process(const std::vector<std::string>& command) {
  std::vector<char*> pointers;
  for (const std::string& word : command) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  execv(pointers[0], pointers.data());
  return std::strerror(errno);
}

std::string level_in(const std::vector<std::string>& arguments) {
  std::string level = "-O0";
  for (const std::string& argument : arguments)
    if (argument.starts_with("-O")) level = argument == "-O" ? "-O1" : argument;
  return level;
}

Result<Compiler, std::string> find_compiler(const std::string& name, Language language) {
  const fs::path given = name;
  const std::string file = name_for(given.filename(), language);
  if (file.starts_with("mazurka"))
    return fmt::format("'{}' cannot be the compiler that mazurka itself starts; expected gcc, clang or a path", name);
  const std::string wanted = given.has_parent_path() ? (given.parent_path() / file).string() : file;
  auto path = find_program(wanted);
  if (!path)
    return fmt::format("the compiler '{}' was not found; {}choose another: gcc, clang or a path", wanted,
                       package_of(wanted));
  return Compiler{*path, family_of(*path)};
}

std::vector<std::string> compile_flags(const Compiler& compiler, const Installation& installation) {
  std::vector<std::string> flags;
  // What does not matter to a certain step, as -mllvm to the preprocessor, is no reason for a warning.
  if (compiler.family == Family::kClang) flags.push_back("--start-no-unused-arguments");
  // The assembler and the linker must be ours. The first folder counts: Bazel names that of its compiler, too.
  flags.push_back("-B" + installation.tools_folder);
  append(flags, {"-g", "-fsanitize=thread"});
  // Functions that ask not to be instrumented are, all the same. (Nothing but undefined behaviour could be meant
  // besides. C89 has no such macros.)
  append(flags,
         {"-Wno-variadic-macros", "-Dno_sanitize_thread=unused", "-D__no_sanitize_thread__=__unused__",
          "-Dno_sanitize(...)=no_sanitize(\"undefined\")", "-D__no_sanitize__(...)=__no_sanitize__(\"undefined\")"});
  // <mazurka.h>, and <mazurka/mailbox.hpp>.
  if (!installation.include_folder.empty())
    append(flags,
           {"-idirafter", installation.include_folder, "-idirafter",
            fs::path(installation.include_folder).parent_path(), "-isystem", installation.include_folder + "/shims"});
  if (compiler.family == Family::kGcc) {
    // gcc would copy or compare a few bytes in place, unseen, where memcpy and the like are called; and it would warn
    // that the ThreadSanitizer does not know fences. We do.
    append(flags, {"--param=tsan-distinguish-volatile=1", "-Wno-tsan"});
    for (const char* function : {"memset",  "memcpy",  "memmove", "memcmp",  "memchr",   "bzero",    "strlen",
                                 "strnlen", "strcpy",  "stpcpy",  "strncpy", "strcat",   "strncat",  "strcmp",
                                 "strncmp", "mempcpy", "stpncpy", "sprintf", "snprintf", "vsprintf", "vsnprintf"})
      flags.push_back(fmt::format("-fno-builtin-{}", function));
    if (!installation.include_folder.empty())
      append(flags, {"-include", installation.include_folder + "/shims/seen_builtins.h"});
    if (const std::string plugin = plugin_for(compiler, installation); !plugin.empty())
      flags.push_back("-fplugin=" + plugin);
  } else {
    if (const std::string plugin = plugin_for(compiler, installation); !plugin.empty())
      flags.push_back("-fpass-plugin=" + plugin);
    // clang would not tell of the read in x++. With -tsan-compound-read-before-write it would tell of read and write at
    // once, before both, and no thread could come between them.
    append(flags, {"-Ddisable_sanitizer_instrumentation=annotate(\"mazurka\")", "-fno-sanitize-link-runtime", "-mllvm",
                   "-tsan-instrument-read-before-write=1", "-mllvm", "-tsan-distinguish-volatile=1",
                   "--end-no-unused-arguments"});
  }
  return flags;
}

Result<std::vector<std::string>, std::string> following_flags(const Compiler& compiler,
                                                              const Installation& installation) {
  // There is a header for it (mazurka/symbolic.hpp).
  if (compiler.family == Family::kGcc) return std::vector<std::string>{};
  std::error_code error;
  const std::string name = fs::canonical(compiler.path, error).parent_path().string() + "/" +
                           fs::canonical(compiler.path, error).filename().string();
  // Debian's clang-14 is /usr/lib/llvm-14/bin/clang.
  if (name.find("14") == std::string::npos)
    return fmt::format("--symbolic needs clang 14, and the compiler is '{}'; leave out --compiler", compiler.path);
  const std::string plugin = installation.runtime_folder + "/plugins/clang-14-follow-values.so";
  if (!fs::exists(plugin, error))
    return fmt::format("'{}' is missing, which --symbolic needs; install llvm-14-dev and build mazurka again", plugin);
  return std::vector<std::string>{"--start-no-unused-arguments", "-fpass-plugin=" + plugin, "-DMAZURKA_FOLLOWS_VALUES",
                                  // isdigit() is a function, not a look into a table at a symbolic index.
                                  "-D__NO_CTYPE", "-fno-builtin", "--end-no-unused-arguments"};
}

std::vector<std::string> clearing_flags(const Compiler& compiler, const Installation& installation) {
  const std::string plugin = compiler.family == Family::kGcc ? plugin_for(compiler, installation, "-leftovers") : "";
  if (plugin.empty()) return {};
  return {"-fplugin=" + plugin, "-fno-shrink-wrap"};
}

std::vector<std::string> link_flags(const Compiler& compiler, const Installation& installation) {
  const std::string& folder = installation.runtime_folder;
  std::vector<std::string> flags;
  // gcc cannot be kept from linking -ltsan: let it find ours. So with -lgomp, for -fopenmp (src/openmp).
  if (compiler.family == Family::kGcc) append(flags, {"-L" + folder + "/tsan", "-L" + folder + "/openmp"});
  // First of all libraries, so that its functions come before those of the same name elsewhere. -Xlinker because a
  // folder may have a comma in its name.
  const std::string library = folder + "/" + kRuntimeLibrary;
  for (const std::string& flag : std::initializer_list<std::string>{"--push-state", "--no-as-needed", library,
                                                                    "--pop-state", "-rpath", folder, "--build-id=sha1"})
    append(flags, {"-Xlinker", flag});
  return flags;
}

// (clang has pthread_create() wrapped for -fsplit-stack even where a later option turns it off.)
std::vector<std::string> without_counters(const std::vector<std::string>& arguments) {
  constexpr std::string_view kWords[] = {
      "-pg",           "-p", "--coverage", "-coverage", "-fprofile-arcs", "-ftest-coverage", "-fcoverage-mapping",
      "-fsplit-stack",
  };
  std::vector<std::string> result;
  for (const std::string& argument : arguments) {
    const bool is_one = std::find(std::begin(kWords), std::end(kWords), argument) != std::end(kWords) ||
                        argument.starts_with("-fprofile-generate") || argument.starts_with("-fprofile-instr-generate");
    if (!is_one) result.push_back(argument);
  }
  return result;
}

std::vector<std::string> last_flags(const Compiler& compiler) {
  // What the linker compiles (-flto) passes by the assembler with clang. Stacks are the runtime's. The check of virtual
  // tables needs a library of the compiler's. Where functions lie on a stack is told by frame pointers.
  std::vector<std::string> flags = {"-fsanitize=thread", "-fno-lto", "-fno-split-stack", "-fno-sanitize=vptr",
                                    "-fno-omit-frame-pointer"};
  if (compiler.family != Family::kClang) return flags;
  flags.push_back("-fno-integrated-as");
  flags.insert(flags.begin(), "--start-no-unused-arguments");
  flags.push_back("--end-no-unused-arguments");
  return flags;
}

}  // namespace mazurka
