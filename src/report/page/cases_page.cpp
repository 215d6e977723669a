#include "report/page/cases_page.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "report/documents/markup.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

constexpr std::string_view kCasesText =
#include "report/page/cases_html.inc"
    ;

std::string links_of(const CaseOutcome& one, const std::filesystem::path& folder) {
  std::string links;
  for (size_t k = 0; k < one.pages.size(); k++) {
    const auto relative = std::filesystem::absolute(one.pages[k]).lexically_proximate(folder);
    const std::string words = one.pages.size() == 1 ? "how it happens" : fmt::format("how bug {} happens", k + 1);
    links += fmt::format(" <a href=\"{}\">{}</a>", uri_of(relative.string()), words);
  }
  return links;
}

std::string row_of(const CaseOutcome& one, const std::filesystem::path& folder) {
  const char* verdict = name_of(one.verdict);
  return fmt::format(
      "<tr><td class=\"verdict {}\">{}</td><td class=\"case\">{}</td><td class=\"number\">{}</td><td "
      "class=\"number\">{:.2f} s</td>"
      "<td>{}{}<details><summary>report</summary><pre>{}</pre></details></td></tr>\n",
      verdict, verdict, markup_of(one.name), grouped(one.executions), one.seconds, markup_of(one.headline),
      links_of(one, folder), markup_of_lines(one.text));
}

}  // namespace

std::string cases_page_of(std::span<const CaseOutcome> cases, const std::string& program, const std::string& totals,
                          const std::filesystem::path& folder) {
  const std::string name = std::filesystem::path(program).filename().string();
  double seconds = 0;
  std::string rows;
  for (const CaseOutcome& one : cases) {
    seconds += one.seconds;
    rows += row_of(one, folder);
  }
  const std::pair<std::string_view, std::string> parts[] = {
      {"@TITLE@", markup_of(fmt::format("{}: {}", name, totals))},
      {"@TOTALS@", markup_of(totals)},
      {"@FIGURES@", markup_of(fmt::format("{}; {:.2f} s in all; mazurka {}", program, seconds, MAZURKA_VERSION))},
      {"@ROWS@", rows}};
  std::string page;
  std::string_view rest = kCasesText;
  for (const auto& [mark, text] : parts) {
    const size_t at = rest.find(mark);
    page += rest.substr(0, at);
    page += text;
    rest.remove_prefix(at + mark.size());
  }
  return page + std::string(rest);
}

}  // namespace mazurka::report
