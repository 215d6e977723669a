// mazurka-cc and mazurka-c++: compilers to be used in the place of cc and c++ in an existing build, as in
// `CC=mazurka-cc make`. They run the real compiler (gcc, or what MAZURKA_COMPILER names) with our flags added and every
// other argument as it was; what it prints and its exit code are its own.
//
// `mazurka-c++ --launch /usr/bin/c++ ARGUMENT...` is for build systems that put a program before the compiler's own
// command line: CMake's CXX_COMPILER_LAUNCHER (cmake/MazurkaConfig.cmake, mazurka_instrument).
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "build/toolchain.hpp"

namespace {

using namespace mazurka;

int complain(const std::string& sentence) {
  fmt::print(stderr, "{}: {}\n", MAZURKA_DROP_IN, sentence);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const Language language = std::string(MAZURKA_DROP_IN) == "mazurka-c++" ? Language::kCxx : Language::kC;
  const bool is_launched = argc > 2 && std::string(argv[1]) == "--launch";
  const int own_words = is_launched ? 3 : std::min(argc, 1);
  const char* name = std::getenv("MAZURKA_COMPILER");
  const std::string usual = is_launched ? argv[2] : "gcc";
  auto compiler = find_compiler(name != nullptr && *name != 0 ? name : usual, language);
  if (!compiler) return complain(compiler.error());

  const std::vector<std::string> arguments = without_counters({argv + own_words, argv + argc});
  const CommandLine line = understand(arguments);
  std::vector<std::string> command = {compiler->path};
  const bool is_internal = !arguments.empty() && arguments[0].starts_with("-cc1");
  if (line.has_input && !is_internal) {
    const Installation installation = find_installation();
    const auto flags = compile_flags(*compiler, installation);
    command.insert(command.end(), flags.begin(), flags.end());
    if (!line.unsupported.empty() && (line.links || line.cannot_compile))
      return complain(explain_unsupported(line.unsupported));
    if (line.links) {
      if (auto problem = runtime_problem(installation)) return complain(*problem);
      const auto more = link_flags(*compiler, installation);
      command.insert(command.end(), more.begin(), more.end());
    }
  }
  command.insert(command.end(), arguments.begin(), arguments.end());
  if (line.has_input && !is_internal) {
    const auto last = last_flags(*compiler);
    command.insert(command.end(), last.begin(), last.end());
    setenv(kLevelVariable, level_in(with_response_files(arguments)).c_str(), 1);
  }
  return complain(fmt::format("cannot start the compiler '{}': {}", command[0], replace_process(command)));
}
