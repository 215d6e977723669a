#include "report/suppressions.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/file_content.hpp"

namespace mazurka::report {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

// Does the pattern, in which * is any text, match all of the name?
bool matches_all(std::string_view pattern, std::string_view name) {
  size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  std::string_view rest = pattern.substr(star + 1);
  for (size_t begin = star; begin <= name.size(); begin++)
    if (matches_all(rest, name.substr(begin))) return true;
  return false;
}

}  // namespace

Result<Suppressions, std::string> Suppressions::parse(std::string_view text, const std::string& name) {
  Suppressions result;
  size_t number = 0;
  while (!text.empty()) {
    number++;
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    constexpr std::string_view kKind = "race:";
    std::string_view pattern = line.starts_with(kKind) ? trimmed(line.substr(kKind.size())) : "";
    if (pattern.empty())
      return fmt::format(
          "line {} of '{}' is '{}'; expected race:PATTERN, where the pattern is part of the name of a function, file "
          "or "
          "variable",
          number, name, line);
    // Anywhere in the name, unless it is tied to an end.
    std::string whole(pattern);
    if (whole.front() == '^')
      whole.erase(0, 1);
    else
      whole.insert(0, "*");
    if (!whole.empty() && whole.back() == '$')
      whole.pop_back();
    else
      whole += "*";
    result.patterns_.push_back(whole);
  }
  return result;
}

Result<Suppressions, std::string> Suppressions::read(const std::string& path) {
  const std::optional<std::string> text = content_of_file(path);
  if (!text)
    return fmt::format("cannot read '{}'; --suppressions expects the path of a file of lines race:PATTERN", path);
  return parse(*text, path);
}

bool Suppressions::match(std::string_view name) const {
  if (name.empty()) return false;
  for (const std::string& pattern : patterns_)
    if (matches_all(pattern, name)) return true;
  return false;
}

bool Suppressions::match(const Problem& problem, Symbolizer& symbolizer) const {
  if (patterns_.empty() || problem.kind != protocol::BugKind::kDataRace) return false;
  for (uint64_t pc : {problem.pc, problem.other_pc})
    for (const Frame& frame : symbolizer.frames(pc, PcKind::kReturnAddress))
      if (match(frame.function) || match(frame.file)) return true;
  auto variable = symbolizer.variable(problem.fault_address);
  return variable && match(*variable);
}

}  // namespace mazurka::report
