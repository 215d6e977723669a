#include "frameworks/answer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

namespace mazurka::frameworks {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::seconds(60);

// False: it took too long.
bool read_all(int from, std::string& text) {
  const auto end = Clock::now() + kPatience;
  std::array<char, 65536> buffer;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd wait{from, POLLIN, 0};
    if (left <= 0 || poll(&wait, 1, static_cast<int>(left)) == 0) return false;
    const ssize_t count = read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    text.append(buffer.data(), static_cast<size_t>(count));
  }
}

}  // namespace

Result<Answer, std::string> ask(const std::string& program, const std::vector<std::string>& arguments, bool on_stderr) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fmt::format("cannot make a pipe: {}", std::strerror(errno));
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, on_stderr ? STDOUT_FILENO : STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], on_stderr ? STDERR_FILENO : STDOUT_FILENO);
  pid_t process = 0;
  const int failure = posix_spawn(&process, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  Answer answer;
  if (failure == 0 && !read_all(ends[0], answer.text)) kill(process, SIGKILL);
  close(ends[0]);
  if (failure != 0) return fmt::format("cannot start '{}': {}", program, std::strerror(failure));
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  answer.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  answer.how_it_ended = WIFEXITED(status) ? fmt::format("exited with status {}", answer.status)
                                          : fmt::format("was killed by SIG{}", sigabbrev_np(WTERMSIG(status)));
  return answer;
}

}  // namespace mazurka::frameworks
