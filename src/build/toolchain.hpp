// The compilers we drive, and what to add to their arguments so that what they build calls our runtime.
//
// gcc and clang both turn every access that may be shared into calls of `__tsan_*` if told -fsanitize=thread. The
// program is linked with our library, which defines them, in the place of the compiler's own. `mazurka check FILE.cpp`
// and the drop-in compilers mazurka-cc and mazurka-c++ share what is here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace mazurka {

enum class Language { kC, kCxx };
enum class Family { kGcc, kClang };

struct Compiler {
  std::string path;
  Family family;
};

// The shared library that holds the runtime, as a program names it that needs it.
inline constexpr const char* kRuntimeLibrary = "libmazurka-rt.so";

// Where our own files lie.
struct Installation {
  std::string runtime_folder;  // holds kRuntimeLibrary, and tsan/libtsan.so, a link to it
  std::string include_folder;  // holds mazurka.h; empty if it was not found
  std::string tools_folder;    // holds as and ld, which compilers are to find first
};

// Looks around the running executable; MAZURKA_RUNTIME_DIR names another folder for the runtime.
Installation find_installation();

// Nothing if a program can be linked with the runtime, or a sentence without a full stop.
std::optional<std::string> runtime_problem(const Installation& installation);

// The program that `name` stands for in this language: "clang-16" is clang++-16 for C++, "/opt/bin/g++" is /opt/bin/gcc
// for C. A name of another form is taken as it is. The error is a sentence without a full stop.
Result<Compiler, std::string> find_compiler(const std::string& name, Language language);

// The path of a program, looked up in PATH if `name` has no slash; never one of our own compilers.
std::optional<std::string> find_program(const std::string& name);

// The program of this name that a compiler would find if our own did not come first.
std::optional<std::string> find_behind_us(const std::string& name);

// execv(). Returns, with the reason, only if it fails.
std::string replace_process(const std::vector<std::string>& command);

// The optimisation level that arguments of a compiler ask for, as in "-O2".
std::string level_in(const std::vector<std::string>& arguments);
// ... is told to our assembler in the environment.
inline constexpr const char* kLevelVariable = "MAZURKA_OPTIMIZATION_LEVEL";

// To be given before the user's own flags, so that theirs win. Where a program is compiled and linked in one step it
// needs both; linking alone needs both, too, because with -flto that is when code is made.
std::vector<std::string> compile_flags(const Compiler& compiler, const Installation& installation);
// So that values which depend on inputs are followed. The error is a sentence without a full stop: not by this
// compiler.
Result<std::vector<std::string>, std::string> following_flags(const Compiler& compiler,
                                                              const Installation& installation);
// So that nothing is left on the stack and in registers of values that have no meaning any more; empty if this compiler
// has no plugin for that.
std::vector<std::string> clearing_flags(const Compiler& compiler, const Installation& installation);
std::vector<std::string> link_flags(const Compiler& compiler, const Installation& installation);
// The user's own flags without those that let the compiler count what is executed (--coverage, -pg): its counters would
// be races, and change in every spin loop.
std::vector<std::string> without_counters(const std::vector<std::string>& arguments);
// To be given behind the user's own flags: without these nothing would be seen.
std::vector<std::string> last_flags(const Compiler& compiler);

// What a compiler's command line asks for, as far as it concerns us.
struct CommandLine {
  bool has_input = false;       // something to compile or link; without it, it is a question like --version
  bool links = false;           // makes a program or a shared library
  std::string output_kind;      // the flag that stops before linking, as in -c
  std::string unsupported;      // a flag that cannot work with our runtime, as in -static
  bool cannot_compile = false;  // because of that flag; else nothing is lost before it links
};

// With the content of response files (@file) in their places.
std::vector<std::string> with_response_files(const std::vector<std::string>& arguments);

// Looks into response files, too.
CommandLine understand(const std::vector<std::string>& arguments);

// A sentence without a full stop for CommandLine::unsupported.
std::string explain_unsupported(const std::string& flag);

}  // namespace mazurka
