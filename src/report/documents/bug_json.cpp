// Bugs as JSON, in the words of docs/report-schema.json.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "model/operation.hpp"
#include "report/bug_report.hpp"

namespace mazurka::report {

namespace {

using Json = nlohmann::ordered_json;

const char* name_of(ReplayOutcome outcome) {
  switch (outcome) {
    case ReplayOutcome::kNotRun: return "not_run";
    case ReplayOutcome::kSame: return "same";
    case ReplayOutcome::kAbsent: return "absent";
    case ReplayOutcome::kOther: return "other";
    case ReplayOutcome::kDiverged: return "diverged";
    case ReplayOutcome::kDied: return "died";
  }
  return "";
}

Json frame_json(const Frame& frame) {
  Json json;
  json["file"] = frame.file;
  json["line"] = frame.line;
  json["column"] = frame.column;
  json["function"] = frame.function;
  if (frame.system) json["library"] = true;
  return json;
}

Json stack_json(const std::vector<Frame>& stack) {
  Json json = Json::array();
  for (const Frame& frame : stack) json.push_back(frame_json(frame));
  return json;
}

Json object_json(uint64_t address, const std::string& name, const std::string& type) {
  Json json;
  json["id"] = address == 0 ? name : fmt::format("{:#x}", address);
  json["name"] = name;
  if (!type.empty()) json["type"] = type;
  return json;
}

Json waiting_json(const NativeWaiting& waiting) {
  Json json;
  json["thread"] = waiting.thread;
  json["operation"] = waiting.operation;
  if (!waiting.object.empty()) json["object"] = object_json(waiting.address, waiting.object, "");
  if (!waiting.contents.empty()) json["contents"] = waiting.contents;
  if (waiting.holder) json["holder"] = *waiting.holder;
  if (waiting.joined) json["joined"] = *waiting.joined;
  json["location"] = frame_json(waiting.at);
  json["stack"] = stack_json(waiting.stack);
  return json;
}

bool writes(const NativeStep& step) {
  const auto code = static_cast<OpCode>(step.code);
  return code != OpCode::kLoad && code != OpCode::kAwait && code != OpCode::kFutexWait;
}

// A list with an element on each line. Of thousands of elements there is only one at a time as a document, which takes
// ten times the memory.
class Lines {
 public:
  explicit Lines(std::string& to) : to_(to) { to_ += '['; }
  void add(const Json& element) {
    to_ += is_first_ ? "\n" : ",\n";
    to_ += element.dump(-1, ' ', false, Json::error_handler_t::replace);
    is_first_ = false;
  }
  void end() { to_ += is_first_ ? "]" : "\n]"; }

 private:
  std::string& to_;
  bool is_first_ = true;
};

void put_steps(const std::vector<NativeStep>& steps, size_t first, std::string& to) {
  std::vector<std::vector<uint32_t>> clocks(steps.size());
  std::map<uint32_t, size_t> last_of;
  std::map<uint64_t, size_t> written_in;
  std::map<uint32_t, uint32_t> count;
  Lines lines(to);
  for (size_t k = 0; k < steps.size(); k++) {
    const NativeStep& step = steps[k];
    Json entry;
    entry["number"] = first + k + 1;
    entry["thread"] = step.thread;
    entry["choice"] = step.choice;
    entry["operation"] = step.operation;
    if (!step.object.empty()) entry["object"] = object_json(step.address, step.object, step.type);
    if (!step.before.empty()) entry["before"] = step.before;
    if (!step.after.empty()) entry["after"] = step.after;
    if (!step.detail.empty()) entry["detail"] = step.detail;
    // What happens before it: of each thread so many of its steps.
    std::vector<uint32_t>& clock = clocks[k];
    const auto join = [&](const std::vector<uint32_t>& other) {
      clock.resize(std::max(clock.size(), other.size()));
      for (size_t t = 0; t < other.size(); t++) clock[t] = std::max(clock[t], other[t]);
    };
    if (auto own = last_of.find(step.thread); own != last_of.end()) join(clocks[own->second]);
    for (const size_t before : step.follows)
      if (before < k) join(clocks[before]);
    clock.resize(std::max<size_t>(clock.size(), step.thread + 1));
    clock[step.thread] = ++count[step.thread];
    last_of[step.thread] = k;
    entry["clock"] = clock;
    entry["follows"] = Json::array();
    for (const size_t before : step.follows) entry["follows"].push_back(first + before + 1);
    if (step.address != 0 && !step.before.empty()) {
      if (auto writer = written_in.find(step.address); writer != written_in.end())
        entry["reads_from"] = first + writer->second + 1;
      if (writes(step)) written_in[step.address] = k;
    }
    if (!step.locks.empty()) {
      entry["locks"] = Json::array();
      for (const uint64_t lock : step.locks) entry["locks"].push_back(fmt::format("{:#x}", lock));
    }
    if (step.is_private) entry["private"] = true;
    entry["location"] = frame_json(step.at);
    entry["stack"] = stack_json(step.stack);
    lines.add(entry);
  }
  lines.end();
}

void put_plain(const NativeBug& bug, std::string& to) {
  Lines lines(to);
  for (const NativePlain& access : bug.plain) {
    Json entry;
    entry["thread"] = access.thread;
    entry["operation"] = access.frees ? "free" : access.writes ? "write" : "read";
    entry["bytes"] = access.bytes;
    entry["step"] = bug.steps_not_told + access.steps_before;
    entry["object"] = object_json(access.address, access.object, access.type);
    if (!access.before.empty()) entry["before"] = access.before;
    if (!access.after.empty()) entry["after"] = access.after;
    entry["location"] = frame_json(access.at);
    entry["stack"] = stack_json(access.stack);
    lines.add(entry);
  }
  lines.end();
}

Json accesses_json(const NativeBug& bug) {
  Json json = Json::array();
  for (const NativeAccess& access : bug.accesses) {
    Json entry;
    entry["what"] = access.title;
    entry["thread"] = access.thread;
    entry["role"] = access.role;
    if (access.operation[0] != 0) entry["operation"] = access.operation;
    entry["bytes"] = access.bytes;
    if (access.steps_before) entry["step"] = bug.steps_not_told + *access.steps_before;
    entry["stack"] = stack_json(access.stack);
    json.push_back(std::move(entry));
  }
  return json;
}

// Those that do something, if nothing else is known of them.
std::vector<NativeThread> threads_of(const NativeBug& bug) {
  if (!bug.threads.empty()) return bug.threads;
  std::set<uint32_t> ids;
  for (const protocol::ScheduleStep& step : bug.schedule) ids.insert(step.thread);
  std::vector<NativeThread> threads;
  for (const uint32_t id : ids) threads.push_back({id, id == 0 ? "main" : "", std::nullopt, false});
  return threads;
}

Json threads_json(const NativeBug& bug) {
  Json json = Json::array();
  for (const NativeThread& thread : threads_of(bug)) {
    Json entry;
    entry["id"] = thread.id;
    entry["name"] = thread.name;
    if (thread.created_in) entry["created_in"] = bug.steps_not_told + *thread.created_in + 1;
    entry["ended"] = thread.has_ended;
    std::vector<Frame> stack = thread.id == bug.thread ? bug.stack : std::vector<Frame>();
    for (const NativeWaiting& waiting : bug.waiting)
      if (waiting.thread == thread.id) stack = waiting.stack;
    entry["stack"] = stack_json(stack);
    json.push_back(std::move(entry));
  }
  return json;
}

Json value_json(const NativeInput& input) {
  const unsigned unused = 64 - input.width;
  if (!input.is_signed || input.width <= 1) return input.value;
  return static_cast<int64_t>(input.value << unused) >> unused;
}

// In one line: there may be half a million.
void put_schedule(const NativeBug& bug, std::string& to) {
  to += '[';
  for (const protocol::ScheduleStep& step : bug.schedule)
    fmt::format_to(std::back_inserter(to), "{}[{},{}]", &step == bug.schedule.data() ? "" : ",", step.thread,
                   step.choice);
  to += ']';
}

// In the place of a list that dumped() puts in.
constexpr const char* kGap = "@";

}  // namespace

namespace {
Json json_of(const NativeBug& bug) {
  Json json;
  json["kind"] = report::name_of(bug.kind);
  json["summary"] = describe(bug);
  json["message"] = bug.message;
  json["explanation"] = bug.explanation;
  json["values"] = Json::array();
  for (const NativeValue& value : bug.values)
    json["values"].push_back({{"object", value.object}, {"value", value.value}});
  json["thread"] = bug.thread;
  const bool waits = protocol::waits_for_ever(bug.kind);
  json["failing_step"] =
      bug.steps_not_told +
      (waits || !bug.failed_after ? bug.steps.size() : std::min<size_t>(*bug.failed_after, bug.steps.size()));
  const auto location = location_of(bug);
  json["location"] = location ? frame_json(*location) : Json();
  json["execution"] = bug.execution;
  json["occurrences"] = bug.occurrences;
  json["schedule"] = kGap;
  json["threads"] = threads_json(bug);
  for (const protocol::LearnedFact& fact : bug.facts)
    json["facts"].push_back({report::name_of(fact.fact), fact.thread});
  json["steps"] = kGap;
  json["memory"] = kGap;
  if (!bug.legend.empty()) json["blocks"] = bug.legend;
  json["waiting"] = Json::array();
  for (const NativeWaiting& waiting : bug.waiting) json["waiting"].push_back(waiting_json(waiting));
  json["stack"] = stack_json(bug.stack);
  if (!bug.accesses.empty()) json["accesses"] = accesses_json(bug);
  if (!bug.advice.empty()) json["advice"] = bug.advice;
  if (bug.reversal)
    json["difference"] = {{"sentence", bug.reversal->sentence},
                          {"first", bug.steps_not_told + bug.reversal->first + 1},
                          {"second", bug.steps_not_told + bug.reversal->second + 1},
                          {"passing", kGap}};
  json["replay"] = name_of(bug.replay);
  if (!bug.replay_message.empty()) json["replay_message"] = bug.replay_message;
  json["inputs"] = Json::array();
  for (const NativeInput& input : bug.inputs)
    json["inputs"].push_back({{"name", input.name}, {"value", value_json(input)}, {"bits", input.width}});
  for (const NativeConstraint& constraint : bug.constraints)
    json["constraints"].push_back({{"text", constraint.text}, {"location", constraint.position}});
  json["trace_file"] = bug.trace_file.empty() ? Json() : Json(bug.trace_file);
  return json;
}
}  // namespace

std::string dumped(nlohmann::ordered_json document, std::span<const NativeBug> bugs) {
  document["bugs"] = Json::array();
  for (const NativeBug& bug : bugs) document["bugs"].push_back(json_of(bug));
  const std::string text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::string result;
  size_t done = 0;
  // (A text of the program cannot look like a gap: its quotes have backslashes.)
  const auto go_to = [&](const char* name) {
    const std::string gap = fmt::format("\"{}\": \"{}\"", name, kGap);
    const size_t at = text.find(gap, done);
    result.append(text, done, at - done).append(fmt::format("\"{}\": ", name));
    done = at + gap.size();
  };
  for (const NativeBug& bug : bugs) {
    go_to("schedule");
    put_schedule(bug, result);
    go_to("steps");
    put_steps(bug.steps, bug.steps_not_told, result);
    go_to("memory");
    put_plain(bug, result);
    if (!bug.reversal) continue;
    go_to("passing");
    put_steps(bug.reversal->passing, 0, result);
  }
  return result.append(text, done) + "\n";
}

}  // namespace mazurka::report
