#include "supervise/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "report/words.hpp"

namespace mazurka {

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (shown_ && terminal_) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::show(const protocol::Progress& progress, double seconds) {
  if (quiet_) return;
  if (seconds > last_seconds_ + 0.1) {
    rate_ = static_cast<double>(progress.executions - last_executions_) / (seconds - last_seconds_);
    last_executions_ = progress.executions;
    last_seconds_ = seconds;
  }
  if (!terminal_ && seconds < next_) return;
  std::string line =
      progress.state == protocol::State::kStarting
          ? fmt::format("starting, {:.0f} s", seconds)
          : fmt::format("{}, {}/s, {}, depth {}, {:.0f} s", report::counted(progress.executions, "execution"),
                        report::grouped(static_cast<uint64_t>(rate_)), report::counted(progress.bugs, "bug"),
                        report::grouped(progress.max_depth), seconds);
  if (terminal_) {
    fmt::print(stderr, "\r{}\033[K", line);
    std::fflush(stderr);
  } else {
    fmt::print(stderr, "mazurka: {}\n", line);
    next_ = seconds + pause_;
    pause_ = 30;
  }
  shown_ = true;
}

}  // namespace mazurka
