#include "runs/sandbox.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace mazurka::runs {

namespace {

constexpr const char* kBubblewrap = "/usr/bin/bwrap";

// /run has the sockets of services, which need no network. The program has no terminal to type into, and goes with us.
constexpr const char* kHowItIsShutIn[] = {"--ro-bind",
                                          "/",
                                          "/",
                                          "--dev",
                                          "/dev",
                                          "--proc",
                                          "/proc",
                                          "--tmpfs",
                                          "/run",
                                          "--unshare-net",
                                          "--unshare-pid",
                                          "--unshare-ipc",
                                          "--unshare-uts",
                                          "--cap-drop",
                                          "ALL",
                                          "--new-session",
                                          "--die-with-parent",
                                          "--"};

// What the command says on stderr; nothing if it succeeds.
std::string complaint_of(std::vector<std::string> words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "cannot make a pipe";
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  char* no_variables[] = {nullptr};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    execve(words.front().c_str(), pointers.data(), no_variables);
    _exit(127);
  }
  close(ends[1]);
  std::string said;
  char buffer[512];
  for (ssize_t got; child > 0 && ((got = ::read(ends[0], buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR));)
    if (got > 0) said.append(buffer, static_cast<size_t>(got));
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  said.resize(std::min(said.find('\n'), said.size()));
  return said.empty() ? "it does not start" : said;
}

}  // namespace

Result<std::vector<std::string>, std::string> sandbox_command() {
  if (access(kBubblewrap, X_OK) != 0)
    return fmt::format("--sandbox needs {}, which is not there (apt-get install bubblewrap)", kBubblewrap);
  std::vector<std::string> words = {kBubblewrap};
  words.insert(words.end(), std::begin(kHowItIsShutIn), std::end(kHowItIsShutIn));
  std::vector<std::string> attempt = words;
  attempt.emplace_back("/bin/true");
  const std::string complaint = complaint_of(attempt);
  if (!complaint.empty()) return fmt::format("--sandbox does not work on this machine: {}", complaint);
  return words;
}

}  // namespace mazurka::runs
