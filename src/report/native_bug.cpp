#include "report/native_bug.hpp"

#include <fmt/format.h>
#include <array>
#include <utility>

namespace mazurka::report {

namespace {

using protocol::BugKind;

constexpr std::array kBugNames = {
    std::pair{BugKind::kAssertion, "assertion"},
    std::pair{BugKind::kAbort, "abort"},
    std::pair{BugKind::kSignal, "signal"},
    std::pair{BugKind::kUncaughtException, "uncaught_exception"},
    std::pair{BugKind::kDeadlock, "deadlock"},
    std::pair{BugKind::kLivelock, "livelock"},
    std::pair{BugKind::kExit, "exit"},
    std::pair{BugKind::kMisuse, "misuse"},
    std::pair{BugKind::kUserFailure, "user_failure"},
    std::pair{BugKind::kEndlessLoop, "endless_loop"},
    std::pair{BugKind::kStackOverflow, "stack_overflow"},
    std::pair{BugKind::kDataRace, "data_race"},
    std::pair{BugKind::kUseAfterFree, "use_after_free"},
    std::pair{BugKind::kHeapOverflow, "heap_overflow"},
    std::pair{BugKind::kDoubleFree, "double_free"},
    std::pair{BugKind::kInvalidFree, "invalid_free"},
    std::pair{BugKind::kLeak, "leak"},
    std::pair{BugKind::kUndefined, "undefined_behaviour"},
};

}  // namespace

const char* name_of(BugKind kind) {
  for (const auto& [known, name] : kBugNames)
    if (known == kind) return name;
  return "unknown";
}

std::optional<BugKind> bug_kind_named(const std::string& name) {
  for (const auto& [kind, known] : kBugNames)
    if (name == known) return kind;
  return std::nullopt;
}

const char* name_of(protocol::Fact fact) {
  const auto number = static_cast<size_t>(fact);
  return number < std::size(protocol::kFactNames) ? protocol::kFactNames[number] : "unknown";
}

std::optional<protocol::Fact> fact_named(const std::string& name) {
  for (size_t number = 0; number < std::size(protocol::kFactNames); number++)
    if (name == protocol::kFactNames[number]) return static_cast<protocol::Fact>(number);
  return std::nullopt;
}

std::string thread_name(uint32_t thread) {
  return fmt::format("T{}", thread);
}

}  // namespace mazurka::report
