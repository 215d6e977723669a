#include "build/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "build/compile.hpp"
#include "build/instrumented.hpp"

namespace mazurka {

namespace fs = std::filesystem;

namespace {

bool any_starts_with(const std::vector<std::string>& flags, std::string_view beginning) {
  return std::any_of(flags.begin(), flags.end(),
                     [beginning](const std::string& flag) { return flag.starts_with(beginning); });
}

std::vector<std::string> flags_for_sources(const TargetRequest& request) {
  std::vector<std::string> flags = request.flags;
  // An optimising compiler takes plain variables for private: it would look at a flag once, not again and again.
  if (request.keeps_accesses && !any_starts_with(flags, "-O")) flags.push_back("-O0");
  // Inputs of a program that declares __VERIFIER_nondet_int() itself, too.
  if (any_starts_with(flags, "-DMAZURKA_NONDET_")) flags.insert(flags.end(), {"-include", "mazurka.h"});
  return flags;
}

std::optional<std::string> mistake_in_program(const TargetRequest& request) {
  const std::string& program = request.files.front();
  if (request.files.size() > 1)
    return fmt::format(
        "'{}' is neither a C nor a C++ file; expected source files, or one program and its arguments after --",
        program);
  if (!request.flags.empty())
    return fmt::format("{} is for the compiler, but '{}' is a program that was built already", request.flags.front(),
                       program);
  return why_not_checkable(program);
}

fs::path absolute_path(const fs::path& path) {
  std::error_code failure;
  return fs::absolute(path, failure).lexically_normal();
}

std::optional<std::string> missing_file(const TargetRequest& request) {
  std::error_code failure;
  for (const std::string& file : request.files)
    if (!fs::exists(file, failure)) return fmt::format("cannot read '{}'; expected the path of a C or C++ file", file);
  return std::nullopt;
}

// Builds `program`.
std::optional<std::string> build(const TargetRequest& request, const fs::path& program) {
  std::error_code failure;
  CompileRequest compilation;
  compilation.sources = request.files;
  compilation.flags = flags_for_sources(request);
  compilation.compiler = request.compiler;
  compilation.follows_values = request.follows_values;
  compilation.clears_leftovers = request.clears_leftovers;
  compilation.output = program.string();
  auto compiled = compile(compilation);
  constexpr size_t kModels = 3;  // see compile()
  for (size_t k = 0; k < request.files.size() + kModels; k++)
    fs::remove(fmt::format("{}.{}.o", program.string(), k), failure);
  if (!compiled) return compiled.error().sentence;
  return std::nullopt;
}

}  // namespace

bool is_built(const TargetRequest& request) {
  return std::none_of(request.files.begin(), request.files.end(), is_source);
}

bool build_for_states(TargetRequest request, const fs::path& program) {
  request.clears_leftovers = true;
  request.flags.emplace_back("-w");
  return !build(request, program).has_value();
}

Result<Target, std::string> prepare(const TargetRequest& request) {
  const fs::path first = request.files.front();
  const std::string stem = is_source(first.string()) ? first.stem().string() : first.filename().string();
  const bool is_program = is_built(request);
  if (auto mistake = is_program ? mistake_in_program(request) : missing_file(request)) return *mistake;
  Target target;
  target.folder = request.out.empty() ? fs::path("mazurka-out") / stem : fs::path(request.out);
  target.program = absolute_path(first);
  if (is_program) return target;
  auto lock = request.out.empty() ? OutputFolder::chosen(target.folder) : OutputFolder::named(target.folder);
  if (!lock) return lock.error();
  target.folder = lock->path();
  target.lock = std::make_shared<OutputFolder>(std::move(*lock));
  target.program = absolute_path(target.folder / stem);
  if (auto failure = build(request, target.program)) return *failure;
  return target;
}

bool is_compiler_flag(std::string_view word) {
  constexpr std::string_view kWords[] = {"-pthread",
                                         "-pg",
                                         "--coverage",
                                         "-w",
                                         "-pedantic",
                                         "-ansi",
                                         "-no-pie",
                                         "-pie",
                                         "-pipe",
                                         "-static-libgcc",
                                         "-nostdinc",
                                         "-rdynamic",
                                         "-pedantic-errors",
                                         "-save-temps"};
  if (std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords)) return true;
  for (std::string_view prefix : {"-O", "-std=", "-stdlib=", "-f", "-m", "-W", "-g"})
    if (word.starts_with(prefix) && (word.size() > prefix.size() || prefix == "-O" || prefix == "-g")) return true;
  return false;
}

}  // namespace mazurka
