#include "cli/terminal/output.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include "cli/verb.hpp"

namespace mazurka {

namespace {

bool has_colors(options::Color wish) {
  if (wish != options::Color::kAuto) return wish == options::Color::kAlways;
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == 0) && !is_dumb;
}

}  // namespace

report::TextStyle style_for(const options::Request& request) {
  constexpr size_t kLeast = 60, kMost = 400;
  report::TextStyle style;
  style.color = has_colors(request.color);
  style.full = request.full;
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0)
    style.width = size.ws_col, style.fits = true;
  if (const char* columns = std::getenv("COLUMNS"))
    if (const long number = std::strtol(columns, nullptr, 10); number > 0)
      style.width = static_cast<size_t>(number), style.fits = true;
  style.width = std::min(std::max(style.width, kLeast), kMost);
  return style;
}

bool is_in_github_actions() {
  const char* variable = std::getenv("GITHUB_ACTIONS");
  return variable != nullptr && std::string_view(variable) == "true";
}

bool write_document(const std::string& path, const std::string& document) {
  std::ofstream file(path, std::ios::binary);
  file << document;
  file.close();
  if (file.good()) return true;
  complain(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  return false;
}

}  // namespace mazurka
