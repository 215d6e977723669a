#include "report/documents/annotations.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/bug_report.hpp"

namespace mazurka::report {

namespace {

// In values of properties, two more characters have a meaning.
std::string for_command(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : text) {
    const bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    result += is_special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result;
}

}  // namespace

std::string annotations_of(const CheckReport& report) {
  std::string out;
  for (const NativeBug& bug : report.bugs) {
    std::string message = describe(bug);
    if (!bug.explanation.empty()) message += "\n" + bug.explanation;
    const auto place = location_of(bug);
    const std::string where = place ? fmt::format("file={},line={},", for_command(place->file, true), place->line) : "";
    out += fmt::format("::error {}title=mazurka::{}\n", where, for_command(message, false));
  }
  return out;
}

}  // namespace mazurka::report
