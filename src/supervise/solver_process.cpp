#include "supervise/solver_process.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/file_content.hpp"
#include "build/toolchain.hpp"

namespace mazurka {

bool asks_for_inputs(const std::string& program) {
  const std::string content = content_of_file(program).value_or("");
  using namespace std::string_view_literals;
  // (To look for the zero before a name would be to stop at each zero of the file.)
  constexpr std::string_view kBeginning = "mazurka_";
  for (size_t at = content.find(kBeginning, 1); at != std::string::npos; at = content.find(kBeginning, at + 1)) {
    const std::string_view rest = std::string_view(content).substr(at - 1);
    for (const std::string_view name :
         {"\0mazurka_symbolic\0"sv, "\0mazurka_follow_object\0"sv, "\0mazurka_follow_input\0"sv})
      if (rest.starts_with(name)) return true;
  }
  return false;
}

SolverProcess::~SolverProcess() {
  give_away();
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void SolverProcess::give_away() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
}

Result<int, std::string> SolverProcess::start() {
  std::error_code failure;
  const std::string path = find_installation().tools_folder + "/mazurka-solver";
  if (!std::filesystem::exists(path, failure))
    return fmt::format("the solver '{}' is missing, which symbolic inputs need; build mazurka again", path);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fmt::format("cannot make a socket: {}", std::strerror(errno));
  std::fflush(nullptr);
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    dup2(ends[1], STDIN_FILENO);
    execl(path.c_str(), "mazurka-solver", static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  socket_ = ends[0];
  if (process_ < 0) return fmt::format("cannot start the solver: {}", std::strerror(errno));
  return socket_;
}

}  // namespace mazurka
