#include "report/page/page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "report/bug_report.hpp"
#include "report/text/schedule_table.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPageText =
#include "report/page/page_html.inc"
    ;
constexpr std::string_view kStyle =
#include "report/page/page_css.inc"
    ;
constexpr std::string_view kScript =
#include "report/page/page_js.inc"
    ;

// The files that frames are in, each once, as lines.
class Sources {
 public:
  void add(const Frame& frame) {
    if (frame.system || frame.file.empty() || files_.contains(frame.file)) return;
    Json& lines = files_[frame.file] = Json();
    std::error_code failure;
    const uint64_t bytes = std::filesystem::file_size(frame.file, failure);
    if (failure || bytes_ + bytes > kMostBytes) return;
    bytes_ += bytes;
    std::ifstream file(frame.file);
    lines = Json::array();
    for (std::string line; std::getline(file, line);) lines.push_back(line);
  }

  Json json() const {
    Json json = Json::object();
    for (const auto& [name, lines] : files_)
      if (lines.is_array()) json[name] = lines;
    return json;
  }

 private:
  static constexpr uint64_t kMostBytes = 4 << 20;
  std::map<std::string, Json> files_;
  uint64_t bytes_ = 0;
};

// A bug, in which frames and objects are numbers: a long execution has many of the same.
class BugData {
 public:
  BugData(const NativeBug& bug, const std::string& command, Sources& sources)
      : bug_(bug), command_(command), sources_(sources) {}

  Json json() {
    Json json;
    json["summary"] = describe(bug_);
    json["explanation"] = bug_.explanation;
    json["values"] = values_text(bug_);
    json["difference"] = bug_.reversal ? bug_.reversal->sentence : "";
    json["decides"] = Json::array();
    if (bug_.reversal) json["decides"] = {number(bug_.reversal->first), number(bug_.reversal->second)};
    json["count"] = bug_.steps_not_told + bug_.steps.size();
    json["threads"] = threads();
    json["steps"] = steps(bug_.steps, bug_.steps_not_told);
    json["memory"] = memory();
    json["ends"] = ends();
    if (bug_.reversal && !bug_.reversal->passing.empty()) json["passing"] = steps(bug_.reversal->passing, 0);
    json["waiting"] = Json::array();
    if (!protocol::waits_for_ever(bug_.kind))
      for (const NativeWaiting& waiting : bug_.waiting)
        if (waiting.holder) json["waiting"].push_back(describe(waiting, " at " + position_of(waiting.at)));
    json["legend"] = bug_.legend;
    json["advice"] = bug_.advice;
    json["inputs"] = Json::array();
    for (const NativeInput& input : bug_.inputs)
      json["inputs"].push_back(fmt::format("input {} = {}", input.name, input.value));
    json["replay"] = bug_.trace_file.empty() ? "" : fmt::format("{} replay {}", command_, shell_word(bug_.trace_file));
    json["frames"] = frames_;
    json["objects"] = objects_;
    return json;
  }

 private:
  size_t number(size_t step) const { return bug_.steps_not_told + step + 1; }

  int frame(const Frame& frame) {
    if (frame.file.empty() && frame.function.empty()) return -1;
    const std::string key = fmt::format("{}|{}|{}", frame.file, frame.line, frame.function);
    auto [known, is_new] = frame_numbers_.try_emplace(key, static_cast<int>(frames_.size()));
    if (is_new) {
      frames_.push_back({{"file", frame.file}, {"line", frame.line}, {"function", frame.function}});
      if (frame.system) frames_.back()["library"] = true;
      sources_.add(frame);
    }
    return known->second;
  }

  Json stack(const std::vector<Frame>& stack) {
    Json json = Json::array();
    for (const Frame& one : stack) json.push_back(frame(one));
    return json;
  }

  int object(uint64_t address, const std::string& name) {
    auto [known, is_new] = object_numbers_.try_emplace(address, static_cast<int>(objects_.size()));
    if (is_new) objects_.push_back({{"name", name.empty() ? fmt::format("{:#x}", address) : name}});
    return known->second;
  }

  Json threads() {
    Json json = Json::array();
    for (const NativeThread& thread : bug_.threads) json.push_back({{"id", thread.id}, {"name", thread.name}});
    return json;
  }

  Json steps(const std::vector<NativeStep>& steps, size_t first) {
    for (const NativeStep& step : steps)
      if (step.address != 0) object(step.address, step.object);
    Json json = Json::array();
    for (size_t k = 0; k < steps.size(); k++) {
      const NativeStep& step = steps[k];
      Json entry;
      entry["number"] = first + k + 1;
      entry["thread"] = step.thread;
      entry["what"] = describe(step);
      entry["at"] = frame(step.at);
      entry["stack"] = stack(step.stack);
      entry["follows"] = step.follows;
      if (step.is_private || step.is_of_framework) entry["own"] = true;
      if (step.address != 0 && !step.after.empty()) {
        entry["object"] = object(step.address, step.object);
        entry["before"] = step.before;
        entry["after"] = k + 1;
        entry["value"] = step.after;
      }
      entry["locks"] = Json::array();
      for (const uint64_t lock : step.locks) entry["locks"].push_back(object(lock, ""));
      json.push_back(std::move(entry));
    }
    return json;
  }

  Json memory() {
    Json json = Json::array();
    for (const NativePlain& access : bug_.plain) {
      Json entry;
      entry["thread"] = access.thread;
      entry["after"] = access.steps_before;
      entry["what"] = describe(access);
      entry["at"] = frame(access.at);
      entry["stack"] = stack(access.stack);
      if (!access.object.empty() && !access.after.empty()) {
        entry["object"] = object(access.address, access.object);
        entry["before"] = access.before;
        entry["value"] = access.after;
      }
      if (access.frees || races(access)) entry["races"] = true;
      json.push_back(std::move(entry));
    }
    return json;
  }

  bool races(const NativePlain& access) const {
    for (const NativeAccess& side : bug_.accesses) {
      const auto place = first_user_frame(side.stack);
      const bool is_side = side.role == std::string_view("earlier") || side.role == std::string_view("later");
      if (is_side && side.thread == access.thread && side.steps_before == access.steps_before && place &&
          place->line == access.at.line)
        return true;
    }
    return false;
  }

  Json failure() {
    Json json;
    json["number"] = "****";
    json["thread"] = bug_.thread;
    json["what"] = bug_.message;
    json["fails"] = true;
    json["at"] = frame(bug_.at.value_or(Frame{}));
    json["stack"] = stack(bug_.stack);
    return json;
  }

  // The rows at the end: where the thread fails, or what each thread waits for.
  Json ends() {
    Json json = Json::array();
    if (!protocol::waits_for_ever(bug_.kind)) json.push_back(failure());
    for (const NativeWaiting& waiting : bug_.waiting) {
      if (!protocol::waits_for_ever(bug_.kind)) break;
      std::string what = describe(waiting, "");
      what.erase(0, what.find(' ') + 1);  // (its lane says who)
      json.push_back({{"number", ""},
                      {"thread", waiting.thread},
                      {"what", what},
                      {"fails", true},
                      {"at", frame(waiting.at)},
                      {"stack", stack(waiting.stack)}});
    }
    return json;
  }

  const NativeBug& bug_;
  const std::string& command_;
  Sources& sources_;
  Json frames_ = Json::array(), objects_ = Json::array();
  std::map<std::string, int> frame_numbers_;
  std::map<uint64_t, int> object_numbers_;
};

// In a script element, nothing may look like its end.
std::string for_script(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string result;
  result.reserve(text.size());
  for (const char c : text)
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  return result;
}

std::string page_with(const Json& data) {
  std::string page;
  std::string_view rest = kPageText;
  for (const auto& [mark, text] : {std::pair<std::string_view, std::string>("@CSS@", kStyle),
                                   {"@DATA@", for_script(data)},
                                   {"@SCRIPT@", std::string(kScript)}}) {
    const size_t at = rest.find(mark);
    page += rest.substr(0, at);
    page += text;
    rest.remove_prefix(at + mark.size());
  }
  return page + std::string(rest);
}

}  // namespace

std::string page_of(const CheckReport& report) {
  Sources sources;
  Json data;
  const std::string text = text_of(report);
  data["summary"] = text.substr(0, text.find('\n'));
  data["verdict"] = name_of(verdict_of(report));
  const protocol::Progress& progress = report.progress;
  data["figures"] =
      fmt::format("{}: {}, {} deadlocked, {} failed, longest {}; algorithm {}, {:.2f} s", report.program,
                  counted(progress.executions, "execution"), grouped(progress.deadlocks), grouped(progress.failed),
                  counted(progress.max_depth, "step"), report.algorithm, report.seconds);
  // Was everything explored? (Of a run without a bug, the first line says so.)
  const size_t said = text.find("everything was explored");
  const size_t line = said == text.npos || report.bugs.empty() ? text.npos : text.rfind('\n', said) + 1;
  data["explored"] = line == text.npos ? "" : text.substr(line, text.find('\n', line) - line);
  data["bugs"] = Json::array();
  for (const NativeBug& bug : report.bugs) data["bugs"].push_back(BugData(bug, report.command, sources).json());
  data["sources"] = sources.json();
  return page_with(data);
}

std::string page_of(const NativeBug& bug, const std::string& summary, const std::string& command) {
  Sources sources;
  Json data;
  data["summary"] = describe(bug);
  data["verdict"] = "bug";
  data["figures"] = summary;
  data["bugs"] = Json::array({BugData(bug, command, sources).json()});
  data["sources"] = sources.json();
  return page_with(data);
}

}  // namespace mazurka::report
