#include "supervise/progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "report/coverage/estimate.hpp"
#include "report/words.hpp"

namespace mazurka {

namespace {

constexpr double kFirstLine = 2;  // seconds, if not on a terminal
constexpr double kPause = 10;
constexpr double kPauseOfDocuments = 1;
constexpr uint32_t kBarWidth = 20;

// Of the rate: it is not to jump.
constexpr double kInertia = 0.7;

std::string bar(double share) {
  const auto full = static_cast<uint32_t>(share * kBarWidth);
  return fmt::format("[{}{}] ", std::string(full, '#'), std::string(kBarWidth - full, '.'));
}

// Longer lines would be broken by the terminal, and stay.
size_t columns_of_terminal() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

}  // namespace

ProgressLine::ProgressLine(const options::Request& request, uint32_t workers)
    : quiet_(request.quiet),
      json_(request.progress == options::ProgressForm::kJson),
      terminal_(!json_ && isatty(STDERR_FILENO) == 1),
      workers_(workers),
      next_(json_ ? kPauseOfDocuments : kFirstLine) {}

ProgressLine::~ProgressLine() {
  if (shown_ && terminal_) fmt::print(stderr, "\r\033[K");
}

std::string ProgressLine::text(const protocol::Progress& progress, double seconds) const {
  if (progress.state == protocol::State::kStarting) return fmt::format("starting, {:.0f} s", seconds);
  const Estimate& estimate = progress.insight.estimate;
  const report::Pace pace = {progress.executions, rate_};
  std::string line = terminal_ && estimate.is_known() ? bar(report::share_explored(estimate, progress.executions)) : "";
  line += fmt::format("{}, {}/s", report::counted(progress.executions, "execution"),
                      report::grouped(static_cast<uint64_t>(rate_)));
  if (estimate.is_known()) line += ", " + report::text_of(estimate, pace);
  return line + fmt::format(", {}, {}, {:.0f} s", report::counted(progress.bugs, "bug"),
                            report::counted(workers_, "worker"), seconds);
}

std::string ProgressLine::document(const protocol::Progress& progress, double seconds) const {
  nlohmann::ordered_json json;
  json["seconds"] = seconds;
  json["started"] = progress.state != protocol::State::kStarting;
  json["executions"] = progress.executions;
  json["executions_per_second"] = rate_;
  json["bugs"] = progress.bugs;
  json["longest_execution"] = progress.max_depth;
  json["workers"] = workers_;
  json["estimate"] = report::json_of(progress.insight.estimate, {progress.executions, rate_});
  return json.dump();
}

void ProgressLine::show(const protocol::Progress& progress, double seconds) {
  if (quiet_) return;
  if (seconds > last_seconds_ + 0.1) {
    // What was learned makes it start again.
    const uint64_t executions = progress.executions < last_executions_ ? 0 : progress.executions - last_executions_;
    const double now = static_cast<double>(executions) / (seconds - last_seconds_);
    rate_ = rate_ == 0 ? now : kInertia * rate_ + (1 - kInertia) * now;
    last_executions_ = progress.executions;
    last_seconds_ = seconds;
  }
  if (terminal_) {
    fmt::print(stderr, "\r{:.{}}\033[K", text(progress, seconds), columns_of_terminal());
    std::fflush(stderr);
    shown_ = true;
    return;
  }
  if (seconds < next_) return;
  if (json_)
    fmt::print(stderr, "{}\n", document(progress, seconds));
  else
    fmt::print(stderr, "mazurka: {}\n", text(progress, seconds));
  next_ = seconds + (json_ ? kPauseOfDocuments : kPause);
}

}  // namespace mazurka
