#include "supervise/progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "report/coverage/estimate.hpp"
#include "report/words.hpp"

namespace mazurka {

namespace {

constexpr double kFirstLine = 2;  // seconds, if not on a terminal
constexpr double kPause = 10;
constexpr double kPauseOfDocuments = 1;
constexpr uint32_t kBarWidth = 20;
constexpr uint32_t kShortBarWidth = 10;
constexpr size_t kNarrow = 100;  // columns

// Of the rate: it is not to jump.
constexpr double kInertia = 0.7;

std::string bar(double share, uint32_t width) {
  const auto full = static_cast<uint32_t>(share * width);
  return fmt::format("[{}{}] ", std::string(full, '#'), std::string(width - full, '.'));
}

// Longer lines would be broken by the terminal, and stay.
size_t columns_of_terminal() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

struct Part {
  std::string text;
  uint32_t rank;  // what comes last is left out first, if there is no room
};

std::string joined(const std::vector<Part>& parts) {
  std::string line;
  for (const Part& part : parts) line += (line.empty() ? "" : ", ") + part.text;
  return line;
}

std::string fitted(std::vector<Part> parts, size_t columns) {
  while (parts.size() > 1 && joined(parts).size() > columns)
    parts.erase(
        std::max_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.rank < b.rank; }));
  return joined(parts);
}

}  // namespace

ProgressLine::ProgressLine(const options::Request& request, uint32_t workers)
    : quiet_(request.quiet),
      json_(request.progress == options::ProgressForm::kJson),
      terminal_(!json_ && isatty(STDERR_FILENO) == 1),
      workers_(workers),
      next_(json_ ? kPauseOfDocuments : kFirstLine) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::clear() {
  if (shown_ && terminal_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

std::string ProgressLine::text(const protocol::Progress& progress, double seconds) const {
  if (progress.state == protocol::State::kStarting) return fmt::format("starting, {:.0f} s", seconds);
  const Estimate& estimate = progress.insight.estimate;
  const report::Pace pace = {progress.executions, rate_};
  std::vector<Part> parts = {{report::counted(progress.executions, "execution"), 1},
                             {fmt::format("{}/s", report::grouped(static_cast<uint64_t>(rate_))), 6}};
  if (estimate.is_known()) parts.push_back({report::text_of(estimate, pace), 3});
  parts.push_back({report::counted(progress.bugs, "bug"), 2});
  parts.push_back({report::counted(workers_, "worker"), 5});
  parts.push_back({fmt::format("{:.0f} s", seconds), 4});
  if (!terminal_) return joined(parts);
  size_t columns = columns_of_terminal();
  if (!estimate.is_known()) return fitted(parts, columns);
  const uint32_t width = columns < kNarrow ? kShortBarWidth : kBarWidth;
  const std::string begin = bar(report::share_explored(estimate, progress.executions), width);
  columns -= std::min(columns, begin.size());
  if (joined(parts).size() > columns) parts[2].text = report::short_text_of(estimate, pace);
  return begin + fitted(parts, columns);
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
