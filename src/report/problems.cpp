#include "report/problems.hpp"

#include <algorithm>
#include <string_view>

#include "report/bug_from_replay.hpp"

namespace mazurka::report {

std::vector<Remark> remarks_of(const std::vector<Problem>& problems, Symbolizer& symbolizer) {
  std::vector<Remark> remarks;
  for (const Problem& problem : problems) {
    Remark remark{.message = problem.message, .position = "", .count = 1};
    if (constexpr std::string_view kPrefix = "not supported: "; remark.message.starts_with(kPrefix))
      remark.message.erase(0, kPrefix.size());
    if (auto frame = place_of(problem, symbolizer)) remark.position = position_of(*frame);
    auto same = std::find_if(remarks.begin(), remarks.end(), [&](const Remark& other) {
      return other.message == remark.message && other.position == remark.position;
    });
    if (same != remarks.end())
      same->count++;
    else
      remarks.push_back(std::move(remark));
  }
  return remarks;
}

std::vector<std::pair<Problem, uint64_t>> distinct(const std::vector<Problem>& bugs) {
  std::vector<std::pair<Problem, uint64_t>> result;
  for (const Problem& bug : bugs) {
    auto same = std::find_if(result.begin(), result.end(), [&](const auto& entry) {
      return entry.first.kind == bug.kind && entry.first.message == bug.message && entry.first.pc == bug.pc;
    });
    if (same != result.end())
      same->second++;
    else
      result.emplace_back(bug, 1);
  }
  return result;
}

}  // namespace mazurka::report
