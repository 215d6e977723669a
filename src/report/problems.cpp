#include "report/problems.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "report/bug_from_replay.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

// Without its parameters: "std::filesystem::copy".
std::string readable(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  if (text == nullptr) return symbol;
  const std::string name = text.get();
  return name.substr(0, name.find('('));
}

// A library's name without its version will do.
bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& given) { return name == given || name.starts_with(given + "."); });
}

std::string position_of_call(const UnseenFunction& function, Symbolizer& symbolizer) {
  std::vector<Frame> frames = symbolizer.frames(function.pc, PcKind::kReturnAddress);
  for (uint64_t pc : function.callers)
    for (const Frame& frame : symbolizer.frames(pc, PcKind::kReturnAddress)) frames.push_back(frame);
  auto frame = first_user_frame(frames);
  return frame ? position_of(*frame) : "";
}

}  // namespace

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

std::vector<std::pair<Problem, uint64_t>> distinct(std::vector<Problem> bugs) {
  std::vector<std::pair<Problem, uint64_t>> result;
  for (Problem& bug : bugs) {
    auto same = std::find_if(result.begin(), result.end(), [&](const auto& entry) {
      return entry.first.kind == bug.kind && entry.first.message == bug.message && entry.first.pc == bug.pc;
    });
    if (same != result.end())
      same->second++;
    else
      result.emplace_back(std::move(bug), 1);
  }
  return result;
}

std::vector<Unseen> unseen_functions(const std::vector<UnseenFunction>& found, const std::vector<std::string>& trusted,
                                     Symbolizer& symbolizer, std::vector<std::string>& believed) {
  std::vector<Unseen> unseen;
  for (const UnseenFunction& function : found) {
    const Unseen one{readable(function.symbol), function.library, position_of_call(function, symbolizer)};
    const bool by_name = is_among(trusted, one.name) || is_among(trusted, function.symbol);
    if (!by_name && !is_among(trusted, one.library)) {
      unseen.push_back(one);
      continue;
    }
    const std::string& name = by_name ? one.name : one.library;
    if (!is_among(believed, name)) believed.push_back(name);
  }
  return unseen;
}

std::string sentence_about(const std::vector<Unseen>& unseen) {
  const Unseen& first = unseen.front();
  std::vector<std::string> names;
  for (const Unseen& one : unseen) {
    const std::string& name = one.name;
    if (std::find(names.begin(), names.end(), name) == names.end() && names.size() < 8) names.push_back(name);
  }
  const size_t others = unseen.size() - 1;
  // Nobody builds the C library for this, or code that the program makes itself.
  const bool can_be_built =
      !first.library.empty() && !first.library.starts_with("libc.so") && !first.library.starts_with("libstdc++");
  // Many of one library are trusted with it.
  const bool is_one_library =
      std::all_of(unseen.begin(), unseen.end(), [&](const Unseen& one) { return one.library == first.library; });
  if (can_be_built && is_one_library && names.size() > 3) names = {first.library.substr(0, first.library.find('.'))};
  return fmt::format(
      "everything was explored, but what {}{} does{}{} is not seen: {}if it shares nothing between threads, give "
      "--trust={}",
      first.name, first.library.empty() ? "" : fmt::format(" of {}", first.library),
      first.position.empty() ? "" : fmt::format(" (called at {})", first.position),
      others == 0 ? "" : fmt::format(", and {},", counted(others, "other function")),
      can_be_built ? "build it with mazurka-cc, or, " : "", shell_word(fmt::format("{}", fmt::join(names, ","))));
}

}  // namespace mazurka::report
