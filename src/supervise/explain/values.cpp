#include "supervise/explain/values.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "report/explanation/touches.hpp"
#include "report/program/named_values.hpp"
#include "report/program/object_names.hpp"
#include "report/variable_path.hpp"
#include "supervise/explain/memory_talk.hpp"
#include "supervise/process.hpp"

namespace mazurka {

namespace {

using protocol::MemoryStop;
using report::ReadValue;

// "x == 2" of "assertion failed: x == 2".
std::string expression_of(const report::NativeBug& bug) {
  constexpr std::string_view kBegin = "assertion failed: ";
  return bug.message.starts_with(kBegin) ? bug.message.substr(kBegin.size()) : bug.message;
}

// The function that is told to be the place of the bug.
std::optional<report::ActiveFrame> frame_of(const MemoryStop& stop, const report::ReadMemory& read,
                                            const report::NativeBug& bug, report::Symbolizer& symbolizer) {
  const uint32_t count = std::min(stop.frame_count, MemoryStop::kMostFrames);
  for (uint32_t k = 0; k < count; k++) {
    const MemoryStop::Frame& one = stop.frames[k];
    const std::vector<report::Frame> frames = symbolizer.frames(one.pc, report::PcKind::kReturnAddress);
    for (size_t level = 0; level < frames.size(); level++) {
      const report::Frame& frame = frames[level];
      if (!bug.at || frame.system || frame.file != bug.at->file || frame.line != bug.at->line) continue;
      return report::ActiveFrame(one, level, stop.thread_pointer, read);
    }
  }
  return std::nullopt;
}

// Some things that are named an optimising compiler has nowhere when the assertion fails. If the thread has read them
// from memory, they are there: found by the names of what it has read on that line.
void add_what_was_read(const std::string& expression, const ReplayResult& result, report::Symbolizer& symbolizer,
                       const report::ReadMemory& read, std::vector<ReadValue>& values) {
  const report::NativeBug& bug = result.bug;
  std::vector<std::string> missing;
  for (const report::NamedThing& thing : report::things_named(expression))
    if (std::none_of(values.begin(), values.end(), [&](const ReadValue& value) { return value.name == thing.text; }))
      missing.push_back(report::last_name(thing.text));
  if (missing.empty() || result.log.last_accesses.empty()) return;
  report::ObjectNames names(result.log, symbolizer);
  const report::NameOfTarget name_of_target = report::names_of_targets(symbolizer);
  std::set<uint64_t> seen;
  for (const protocol::PlainRecord& access : result.log.last_accesses) {
    bool is_here = false;
    for (uint32_t k = 0; k < access.frames; k++)
      for (const report::Frame& frame : symbolizer.frames(access.pcs[k], report::PcKind::kReturnAddress))
        is_here |= frame.file == bug.at->file && frame.line == bug.at->line;
    const std::string name = is_here ? names.name_of_memory(access.address) : "";
    const auto place = names.place_of(access.address);
    if (name.empty() || !place || std::find(missing.begin(), missing.end(), report::last_name(name)) == missing.end() ||
        !seen.insert(place->address).second)
      continue;
    if (std::string text = report::contents_of(*place, read, name_of_target); !text.empty())
      values.push_back({name, place->address, std::move(text)});
  }
}

// ... of what a failed assertion names.
void add_named_values(const ReplayRequest& request, const report::Problem& problem, report::Symbolizer& symbolizer,
                      ReplayResult& result) {
  report::NativeBug& bug = result.bug;
  bug.values = report::values_named(bug, {});
  const bool names_something = bug.kind == protocol::BugKind::kAssertion || bug.kind == protocol::BugKind::kUserFailure;
  if (!names_something || !bug.at) return;
  const std::string expression = expression_of(bug);
  if (report::things_named(expression).empty()) return;
  std::vector<ReadValue> values;
  replay_and_look(request, problem, {}, [&](const MemoryStop& stop, const report::ReadMemory& read) {
    if (stop.why != MemoryStop::Why::kFailure || stop.thread != bug.thread) return true;
    if (const auto frame = frame_of(stop, read, bug, symbolizer))
      values = report::values_at(expression, *frame, symbolizer);
    add_what_was_read(expression, result, symbolizer, read, values);
    return false;
  });
  bug.values = report::values_named(bug, values);
}

// Accesses to containers: what is in them as a whole, before and after.
class Containers {
 public:
  Containers(const ReplayResult& result, report::Symbolizer& symbolizer, report::NativeBug& bug)
      : bug_(bug), name_of_target_(report::names_of_targets(symbolizer)) {
    report::ObjectNames names(result.log, symbolizer);
    for (size_t k = 0; k < bug.plain.size(); k++) {
      const report::NativePlain& access = bug.plain[k];
      // (What has a value of its own is told already.)
      if (access.object.empty() || access.frees || !access.before.empty() || !access.after.empty()) continue;
      const auto place = names.place_of(access.address);
      if (!place || !report::is_known_container(place->type) ||
          (!places_.contains(place->address) && places_.size() == MemoryStop::kMostWatched))
        continue;
      places_.emplace(place->address, *place);
      accesses_.push_back({k, place->address});
    }
    for (const auto& [address, place] : places_) {
      Dwarf_Die type = place.type;
      watched_.push_back({address, address + report::size_of(&type).value_or(1)});
    }
  }

  const std::vector<MemoryStop::Range>& watched() const { return watched_; }

  // The accesses come in the order in which they are told, with others between them that no other thread has to do
  // with. False: there are no more.
  bool look(const MemoryStop& stop, const report::ReadMemory& read) {
    if (next_ == accesses_.size()) return false;
    const auto [number, address] = accesses_[next_];
    report::NativePlain& access = bug_.plain[number];
    if (stop.thread != access.thread || stop.address != access.address || stop.bytes != access.bytes ||
        (stop.writes != 0) != access.writes)
      return true;
    const std::string text = report::contents_of(places_.at(address), read, name_of_target_);
    if (stop.why == MemoryStop::Why::kBefore) access.before = access.after = text;
    if (stop.why == MemoryStop::Why::kAfter) access.after = text;
    if (stop.why == MemoryStop::Why::kAfter || !access.writes) next_++;
    return true;
  }

  // A call such as push_back() is many accesses, between which the container is not as it should be: they become one,
  // with what was in it before and after.
  void fold() {
    std::set<size_t> left_out;
    for (size_t first = 0; first < next_;) {
      size_t end = first + 1;
      while (end < next_ && are_of_one_call(accesses_[first], accesses_[end])) end++;
      fold(first, end, left_out);
      first = end;
    }
    size_t number = 0;
    std::erase_if(bug_.plain, [&](const report::NativePlain&) { return left_out.contains(number++); });
  }

 private:
  struct Access {
    size_t number;  // in the bug's list
    uint64_t container;
  };
  bool are_of_one_call(const Access& a, const Access& b) const {
    const report::NativePlain &first = bug_.plain[a.number], &second = bug_.plain[b.number];
    return a.container == b.container && first.thread == second.thread && first.steps_before == second.steps_before &&
           first.at.file == second.at.file && first.at.line == second.at.line;
  }

  // The first that writes stands for all of them, else the first.
  void fold(size_t begin, size_t end, std::set<size_t>& left_out) {
    const std::string before = bug_.plain[accesses_[begin].number].before;
    const std::string after = bug_.plain[accesses_[end - 1].number].after;
    if (before.empty() || after.empty()) return;
    size_t kept = begin;
    for (size_t k = end; k-- > begin;)
      if (bug_.plain[accesses_[k].number].writes) kept = k;
    for (size_t k = begin; k < end; k++)
      if (k != kept) left_out.insert(accesses_[k].number);
    bug_.plain[accesses_[kept].number].before = before;
    bug_.plain[accesses_[kept].number].after = after;
  }

  report::NativeBug& bug_;
  report::NameOfTarget name_of_target_;
  std::map<uint64_t, report::TypedPlace> places_;
  std::vector<Access> accesses_;
  std::vector<MemoryStop::Range> watched_;
  size_t next_ = 0;
};

constexpr double kSecondsForContainers = 0.5;  // for containers: a loop may access one very often

void add_contents(const ReplayRequest& request, const report::Problem& problem, const ReplayResult& result,
                  report::Symbolizer& symbolizer, report::NativeBug& bug) {
  const bool has_some = std::any_of(bug.plain.begin(), bug.plain.end(), [](const report::NativePlain& access) {
    return !access.object.empty() && !access.frees && access.before.empty() && access.after.empty();
  });
  if (!has_some) return;
  Containers containers(result, symbolizer, bug);
  if (containers.watched().empty()) return;
  const double until = monotonic_now() + kSecondsForContainers;
  replay_and_look(request, problem, containers.watched(), [&](const MemoryStop& stop, const report::ReadMemory& read) {
    if (stop.why == MemoryStop::Why::kFailure) return true;
    return containers.look(stop, read) && monotonic_now() < until;
  });
  containers.fold();
}

}  // namespace

void add_values(const ReplayRequest& request, const report::Problem& problem, ReplayResult& result) {
  report::NativeBug& bug = result.bug;
  // (Of a very long execution, another replay takes too long.)
  if (problem.schedule.size() > protocol::kMostTold) {
    bug.values = report::values_named(bug, {});
    return;
  }
  report::Symbolizer symbolizer(result.log.modules, request.program);
  add_contents(request, problem, result, symbolizer, bug);
  add_named_values(request, problem, symbolizer, result);
}

}  // namespace mazurka
