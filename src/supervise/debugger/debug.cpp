#include "supervise/debugger/debug.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "supervise/process.hpp"
#include "supervise/replay.hpp"

namespace mazurka {

namespace {

constexpr std::string_view kCommands =
#include "supervise/debugger/gdb_commands.inc"
    ;

// A file with the commands, which gdb removes once it has read them. Empty if it cannot be made.
std::string write_commands() {
  const char* folder = std::getenv("TMPDIR");
  std::string path = fmt::format("{}/mazurka-gdb-XXXXXX.py", folder == nullptr || *folder == 0 ? "/tmp" : folder);
  Descriptor file(mkstemps(path.data(), 3));
  if (file.number() < 0) return "";
  const std::string text = fmt::format("{}\nimport os\nos.remove(r'''{}''')\n", kCommands, path);
  const ssize_t written = write(file.number(), text.data(), text.size());
  return written == static_cast<ssize_t>(text.size()) ? path : "";
}

}  // namespace

std::string debug(const report::TraceFile& trace, uint32_t step) {
  const std::string commands = write_commands();
  if (commands.empty()) return fmt::format("cannot write a temporary file: {}", std::strerror(errno));
  std::string mistake;
  with_trace(trace, OutputTo::kInherited, false, [&](const ReplayRequest& request, const report::Problem& problem) {
    WorkerRequest worker = worker_for(request, problem);
    worker.settings.show_output = 1;
    // Whoever looks at it takes time.
    worker.settings.watchdog_seconds = UINT32_MAX;
    mistake = become(worker, {"gdb", "-q", "-x", commands, "-ex", fmt::format("python begin({})", step), "--args"});
    return ReplayResult{};
  });
  unlink(commands.c_str());
  return mistake;
}

}  // namespace mazurka
