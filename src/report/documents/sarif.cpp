#include "report/documents/sarif.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "report/bug_report.hpp"
#include "report/documents/markup.hpp"

namespace mazurka::report {

namespace {

using Json = nlohmann::ordered_json;

// Code hosts take no more of one result. The last steps are those that lead to the bug; the failure itself comes after.
constexpr size_t kMostLocations = 1000;
constexpr size_t kMostSteps = kMostLocations - 1;

// Null if the place is not known.
Json location_of(const Frame& frame, const std::string& message) {
  if (frame.file.empty() || frame.line == 0) return {};
  Json location;
  location["physicalLocation"]["artifactLocation"]["uri"] = uri_of(frame.file);
  location["physicalLocation"]["region"]["startLine"] = frame.line;
  if (frame.column != 0) location["physicalLocation"]["region"]["startColumn"] = frame.column;
  if (!frame.function.empty())
    location["logicalLocations"] = Json::array({{{"fullyQualifiedName", frame.function}, {"kind", "function"}}});
  if (!message.empty()) location["message"]["text"] = message;
  return location;
}

std::string words_for(const NativeStep& step) {
  std::string words = step.operation;
  if (!step.object.empty()) words += " " + step.object;
  if (!step.detail.empty()) words += ", " + step.detail;
  return words;
}

// A flow for each thread; the order of the execution goes over all of them.
Json flows_of(const NativeBug& bug) {
  std::map<uint32_t, Json> threads;
  const size_t first = bug.steps.size() - std::min(bug.steps.size(), kMostSteps);
  for (size_t k = first; k < bug.steps.size(); k++) {
    const NativeStep& step = bug.steps[k];
    Json location = location_of(step.at, words_for(step));
    if (location.is_null()) continue;
    threads[step.thread].push_back({{"location", location}, {"executionOrder", k + 1}});
  }
  // At last, where it fails.
  if (bug.at && !protocol::waits_for_ever(bug.kind))
    if (Json location = location_of(*bug.at, bug.message); !location.is_null())
      threads[bug.thread].push_back({{"location", location}, {"executionOrder", bug.steps.size() + 1}});
  Json flows = Json::array();
  for (auto& [thread, locations] : threads) flows.push_back({{"id", thread_name(thread)}, {"locations", locations}});
  return flows;
}

Json stack_of(const std::vector<Frame>& frames, const std::string& title) {
  Json stack;
  if (!title.empty()) stack["message"]["text"] = title;
  stack["frames"] = Json::array();
  for (const Frame& frame : frames)
    if (Json location = location_of(frame, ""); !location.is_null())
      stack["frames"].push_back({{"location", location}});
  return stack;
}

// The same for the same bug in another run: without numbers of lines, which change.
std::string fingerprint_of(const NativeBug& bug) {
  std::string text = report::name_of(bug.kind);
  if (const auto place = location_of(bug)) text += "|" + place->file + "|" + place->function;
  for (const char c : bug.message)
    if (c < '0' || c > '9') text += c;
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ULL;
  return fmt::format("{:016x}", hash);
}

Json result_of(const NativeBug& bug) {
  Json result;
  result["ruleId"] = report::name_of(bug.kind);
  result["level"] = "error";
  result["message"]["text"] = describe(bug) + (bug.explanation.empty() ? "" : "\n" + bug.explanation);
  result["locations"] = Json::array();
  // (In the user's own code: what nobody can change is no place to look at.)
  if (const auto place = location_of(bug)) result["locations"].push_back(location_of(*place, ""));
  result["partialFingerprints"]["mazurka/v1"] = fingerprint_of(bug);
  if (Json flows = flows_of(bug); !flows.empty())
    result["codeFlows"] =
        Json::array({{{"message", {{"text", "the execution that ends in the bug"}}}, {"threadFlows", flows}}});
  Json stacks = Json::array();
  if (!bug.stack.empty()) stacks.push_back(stack_of(bug.stack, ""));
  for (const NativeAccess& access : bug.accesses)
    if (Json stack = stack_of(access.stack, access.title);
        std::find(stacks.begin(), stacks.end(), stack) == stacks.end())
      stacks.push_back(std::move(stack));
  if (!stacks.empty()) result["stacks"] = stacks;
  if (!bug.trace_file.empty()) result["properties"]["trace"] = bug.trace_file;
  return result;
}

Json rules_of(const CheckReport& report) {
  std::set<std::string> names;
  for (const NativeBug& bug : report.bugs) names.insert(report::name_of(bug.kind));
  Json rules = Json::array();
  for (const std::string& name : names) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    rules.push_back({{"id", name}, {"shortDescription", {{"text", words}}}});
  }
  return rules;
}

Json invocation_of(Verdict verdict, int exit_code, const std::string& text) {
  Json invocation;
  invocation["executionSuccessful"] = verdict != Verdict::kError;
  invocation["exitCode"] = exit_code;
  if (verdict != Verdict::kBug && verdict != Verdict::kVerified)
    invocation["toolExecutionNotifications"] =
        Json::array({{{"level", verdict == Verdict::kError ? "error" : "warning"},
                      {"message", {{"text", text.substr(0, text.find('\n'))}}}}});
  return invocation;
}

// With one run, in which nothing has happened.
Json empty_document(const std::string& version) {
  Json run;
  Json& driver = run["tool"]["driver"];
  driver["name"] = "mazurka";
  driver["version"] = version;
  driver["rules"] = Json::array();
  run["invocations"] = Json::array();
  run["results"] = Json::array();
  run["columnKind"] = "unicodeCodePoints";
  Json document;
  document["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  document["version"] = "2.1.0";
  document["runs"] = Json::array({run});
  return document;
}

}  // namespace

std::string sarif_of(const CheckReport& report, const std::string& version) {
  Json document = empty_document(version);
  Json& run = document["runs"][0];
  run["tool"]["driver"]["rules"] = rules_of(report);
  run["invocations"].push_back(invocation_of(verdict_of(report), exit_code_of(report), text_of(report)));
  for (const NativeBug& bug : report.bugs) run["results"].push_back(result_of(bug));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string joined_sarif(std::span<const CaseOutcome> cases, const std::string& version) {
  Json whole = empty_document(version);
  Json& run = whole["runs"][0];
  std::set<std::string> rules;
  for (const CaseOutcome& one : cases) {
    Json document = Json::parse(one.sarif, nullptr, false);
    if (document.is_discarded()) {
      Json invocation = invocation_of(Verdict::kError, report::kExitCodeOfMistake, "error: " + one.headline);
      invocation["properties"]["case"] = one.name;
      run["invocations"].push_back(std::move(invocation));
      continue;
    }
    Json& other = document["runs"][0];
    for (const Json& rule : other["tool"]["driver"]["rules"])
      if (rules.insert(rule["id"]).second) run["tool"]["driver"]["rules"].push_back(rule);
    for (const char* list : {"results", "invocations"})
      for (Json& member : other[list]) {
        member["properties"]["case"] = one.name;
        run[list].push_back(std::move(member));
      }
  }
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mazurka::report
