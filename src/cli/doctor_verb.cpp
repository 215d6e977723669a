#include "cli/doctor_verb.hpp"

#include <fmt/format.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "build/toolchain.hpp"
#include "options/command_line.hpp"
#include "supervise/host.hpp"

namespace mazurka {

namespace {

constexpr unsigned long kHwcap2Fsgsbase = 2;

enum class State {
  kOk,
  kAbsent,    // not needed for anything else
  kFallback,  // checking works in another way, which the detail tells
  kMissing,   // without it no program can be checked
};

const char* state_word(State state) {
  switch (state) {
    case State::kOk: return "ok";
    case State::kAbsent: return "absent";
    case State::kFallback: return "fallback";
    case State::kMissing: return "missing";
  }
  return "";
}

struct Finding {
  std::string name;
  State state;
  std::string detail;
};

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string version_of(const std::string& program) {
  FILE* pipe = popen((program + " -dumpfullversion -dumpversion 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return "";
  char buffer[64] = "";
  const bool answered = fgets(buffer, sizeof buffer, pipe) != nullptr;
  pclose(pipe);
  std::string version = answered ? buffer : "";
  while (!version.empty() && version.back() == '\n') version.pop_back();
  return version;
}

Finding check_compiler(const std::string& name, bool& any) {
  auto c = find_compiler(name, Language::kC);
  auto cxx = find_compiler(name, Language::kCxx);
  if (!c && !cxx) return {name, State::kAbsent, fmt::format("not installed; --compiler={} does not work", name)};
  any = true;
  if (!cxx) return {name, State::kFallback, fmt::format("{}; C only: {}", c->path, cxx.error())};
  if (!c) return {name, State::kFallback, fmt::format("{}; C++ only: {}", cxx->path, c.error())};
  return {name, State::kOk, fmt::format("{} at {} and {}", version_of(name), c->path, cxx->path)};
}

void check_compilers(std::vector<Finding>& findings) {
  bool any = false;
  for (const char* name : {"gcc", "clang", "clang-14", "clang-16", "clang-19"})
    findings.push_back(check_compiler(name, any));
  if (!any)
    findings.push_back({"a compiler", State::kMissing, "none was found; install one (apt-get install gcc g++)"});
}

Finding check_runtime() {
  const Installation installation = find_installation();
  if (auto problem = runtime_problem(installation)) return {"runtime", State::kMissing, *problem};
  return {"runtime", State::kOk, installation.runtime_folder + "/" + kRuntimeLibrary};
}

Finding check_headers() {
  const Installation installation = find_installation();
  if (installation.include_folder.empty())
    return {"headers", State::kFallback, "mazurka.h was not found; programs that include it do not compile"};
  return {"headers", State::kOk, installation.include_folder};
}

Finding check_kernel() {
  utsname name{};
  uname(&name);
  const std::string text = fmt::format("{} {} on {}", name.sysname, name.release, name.machine);
  if (std::string(name.machine) != "x86_64") return {"kernel", State::kMissing, text + "; expected x86_64"};
  return {"kernel", State::kOk, text};
}

Finding check_dispatch() {
  if (has_syscall_user_dispatch())
    return {"syscall user dispatch", State::kOk, "programs are restarted inside their process"};
  return {"syscall user dispatch", State::kFallback,
          "not available (it needs Linux 5.11); a seccomp filter catches system calls, and each execution runs in a "
          "process of its own (--restart=fork), which is much slower"};
}

Finding check_seccomp() {
  if (has_seccomp_filters()) return {"seccomp filters", State::kOk, "could stand in for syscall user dispatch"};
  if (has_syscall_user_dispatch()) return {"seccomp filters", State::kAbsent, "not needed here"};
  return {"seccomp filters", State::kMissing, "not allowed, and there is no syscall user dispatch"};
}

Finding check_fsgsbase() {
  if ((getauxval(AT_HWCAP2) & kHwcap2Fsgsbase) != 0)
    return {"fsgsbase", State::kOk, "threads are switched without a system call"};
  return {"fsgsbase", State::kMissing, "not available; it needs Linux 5.9 and a processor of 2012 or later"};
}

Finding check_personality() {
  const auto attempt = [] {
    const int before = personality(0xffffffff);
    return before != -1 && personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) != -1 &&
           (personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0;
  };
  if (succeeds_in_child(attempt)) return {"fixed addresses", State::kOk, "address randomisation can be switched off"};
  return {
      "fixed addresses", State::kFallback,
      "personality(ADDR_NO_RANDOMIZE) is forbidden here; a program that depends on addresses may replay differently"};
}

Finding check_tracer() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("TracerPid:") && line.find_first_of("123456789") != std::string::npos)
      return {"not traced", State::kFallback, "a debugger or strace is attached, which makes checking slow"};
  return {"not traced", State::kOk, "no debugger is attached"};
}

Finding check_overcommit() {
  const std::string mode = first_line("/proc/sys/vm/overcommit_memory");
  if (mode == "2")
    return {"memory overcommit", State::kFallback,
            "switched off (vm.overcommit_memory=2); programs with hundreds of threads may run out of memory"};
  return {"memory overcommit", State::kOk, mode.empty() ? "unknown" : "vm.overcommit_memory=" + mode};
}

int run_doctor(options::Format format) {
  std::vector<Finding> findings = {check_kernel()};
  check_compilers(findings);
  for (const auto check : {check_runtime, check_headers, check_dispatch, check_seccomp, check_fsgsbase,
                           check_personality, check_tracer, check_overcommit})
    findings.push_back(check());

  bool able = true;
  for (const Finding& finding : findings) able = able && finding.state != State::kMissing;
  if (format == options::Format::kJson) {
    nlohmann::ordered_json document = {{"able", able}, {"checks", nlohmann::ordered_json::array()}};
    for (const Finding& finding : findings)
      document["checks"].push_back(
          {{"name", finding.name}, {"state", state_word(finding.state)}, {"detail", finding.detail}});
    fmt::print("{}\n", document.dump(2));
  } else {
    fmt::print("{}\n", able ? "able: native programs can be checked here"
                            : "not able: native programs cannot be checked here; see what is missing");
    for (const Finding& finding : findings)
      fmt::print("  {:<9} {:<22} {}\n", state_word(finding.state), finding.name, finding.detail);
  }
  return able ? 0 : 2;
}

}  // namespace

void add_doctor_verb(CLI::App& app, int& exit_code) {
  auto request = std::make_shared<options::Request>();
  CLI::App* verb = app.add_subcommand("doctor", "Say whether this machine can check native programs");
  add_options(*verb, options::kDoctor, *request);
  verb->callback([request, &exit_code] { exit_code = run_doctor(request->format); });
}

}  // namespace mazurka
