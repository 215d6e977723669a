#include "report/bug_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "report/memory_accesses.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

// "lock a", "atomic store x: 0 -> 1"
std::string describe(const NativeStep& step) {
  std::string text = step.operation;
  if (!step.object.empty()) text += " " + step.object;
  if (!step.detail.empty()) text += ": " + step.detail;
  return text;
}

std::string short_position(const Frame& frame) {
  if (frame.file.empty()) return "?";
  std::string file = std::filesystem::path(frame.file).filename().string();
  return frame.line == 0 ? file : fmt::format("{}:{}", file, frame.line);
}

std::string place(const Frame& frame) {
  std::string position = position_of(frame);
  if (position.empty()) return frame.function.empty() ? "" : fmt::format(" in {}", frame.function);
  return frame.function.empty() ? fmt::format(" at {}", position)
                                : fmt::format(" at {} in {}", position, frame.function);
}

// How many steps came until the thread failed: those of the others after it are no cause of the failure.
size_t steps_until_failure(const NativeBug& bug) {
  size_t count = bug.steps.size();
  if (protocol::waits_for_ever(bug.kind)) return count;
  if (bug.failed_after) return std::min<size_t>(count, *bug.failed_after);
  while (count > 0 && bug.steps[count - 1].thread != bug.thread) count--;
  return count == 0 ? bug.steps.size() : count;
}

// Which steps the table shows. The first and the last ones and those next to a context switch matter most; of a long
// run of one thread the middle is left out, and of a long table its middle.
std::vector<bool> steps_to_show(const std::vector<NativeStep>& steps) {
  constexpr size_t kShort = 40, kEnds = 12, kBesideSwitch = 2, kMost = 120, kHead = 40;
  const size_t count = steps.size();
  std::vector<bool> show(count, count <= kShort);
  if (count <= kShort) return show;
  auto mark = [&](size_t from, size_t to) {
    for (size_t k = from; k < std::min(to, count); k++) show[k] = true;
  };
  mark(0, kEnds);
  mark(count - kEnds, count);
  for (size_t k = 1; k < count; k++)
    if (steps[k].thread != steps[k - 1].thread) mark(k - std::min(k, kBesideSwitch), k + kBesideSwitch);
  size_t shown = static_cast<size_t>(std::count(show.begin(), show.end(), true));
  for (size_t k = 0, seen = 0; k < count && shown > kMost; k++) {
    if (!show[k] || ++seen <= kHead) continue;
    show[k] = false;
    shown--;
  }
  return show;
}

class Table {
 public:
  explicit Table(const NativeBug& bug)
      : bug_(bug),
        steps_(bug.steps.begin(), bug.steps.begin() + static_cast<std::ptrdiff_t>(steps_until_failure(bug))),
        show_(steps_to_show(steps_)) {
    constexpr size_t kWidest = 150;
    for (size_t k = 0; k < steps_.size(); k++) {
      if (!show_[k]) continue;
      size_t& width = widths_[steps_[k].thread];
      width = std::max({width, describe(steps_[k]).size(), header(steps_[k].thread).size()});
      line_width_ = std::max(line_width_, short_position(steps_[k].at).size());
    }
    if (!protocol::waits_for_ever(bug.kind))
      widths_[bug.thread] = std::max(widths_[bug.thread], header(bug.thread).size());
    if (bug.at) line_width_ = std::max(line_width_, short_position(*bug.at).size());
    size_t total = 0;
    for (const auto& [thread, width] : widths_) total += width + 2;
    columns_ = total <= kWidest;
  }

  std::string text() const {
    std::string out = fmt::format("  {:>4}  {:<{}}", "step", "line", line_width_);
    if (columns_)
      for (const auto& [thread, width] : widths_) out += fmt::format("  {:<{}}", header(thread), width);
    else
      out += "  what";
    out = trimmed(out) + "\n";
    size_t left_out = 0;
    for (size_t k = 0; k < steps_.size(); k++) {
      if (!show_[k]) {
        left_out++;
        continue;
      }
      if (left_out != 0) out += fmt::format("        ... {}\n", counted(left_out, "more step"));
      if (k != 0 && (left_out != 0 ? steps_[k].thread != last_shown(k) : steps_[k].thread != steps_[k - 1].thread))
        out += fmt::format("  ---- switch to {}\n", thread_name(steps_[k].thread));
      left_out = 0;
      out += row(fmt::to_string(k + 1), steps_[k].at, steps_[k].thread, describe(steps_[k]));
    }
    if (protocol::waits_for_ever(bug_.kind)) return out;
    if (!steps_.empty() && steps_.back().thread != bug_.thread)
      out += fmt::format("  ---- switch to {}\n", thread_name(bug_.thread));
    out += row("****", bug_.at.value_or(Frame{}), bug_.thread, bug_.message);
    if (size_t rest = bug_.steps.size() - steps_.size(); rest != 0)
      out += fmt::format("        ... {} of other threads after it\n", counted(rest, "step"));
    return out;
  }

 private:
  static std::string header(uint32_t thread) {
    return thread == 0 ? thread_name(thread) + " (main)" : thread_name(thread);
  }

  static std::string trimmed(std::string line) { return line.erase(line.find_last_not_of(' ') + 1); }

  uint32_t last_shown(size_t k) const {
    while (!show_[--k]) {
    }
    return steps_[k].thread;
  }

  std::string row(const std::string& number, const Frame& at, uint32_t thread, const std::string& what) const {
    std::string out = fmt::format("  {:>4}  {:<{}}  ", number, short_position(at), line_width_);
    if (!columns_) return out + fmt::format("{}: {}\n", thread_name(thread), what);
    for (const auto& [other, width] : widths_)
      if (other < thread) out += std::string(width + 2, ' ');
    return out + what + "\n";
  }

  const NativeBug& bug_;
  std::vector<NativeStep> steps_;
  std::vector<bool> show_;
  std::map<uint32_t, size_t> widths_;
  size_t line_width_ = 4;
  bool columns_ = true;
};

// "T0 waits for a, held by T1"; with `where` put in after "waits".
std::string describe(const NativeWaiting& waiting, const std::string& where = "") {
  std::string text = fmt::format("{} waits{}", thread_name(waiting.thread), where);
  if (waiting.joined)
    text += fmt::format(" for {} to end", thread_name(*waiting.joined));
  else if (waiting.for_change)
    text += " for a change of what it read";
  else if (waiting.for_signal)
    text += fmt::format(" to be woken{}{}", waiting.object.empty() ? "" : " on ", waiting.object);
  else if (waiting.for_bytes)
    text += " for something to read from the pipe or socket";
  else if (waiting.for_message || waiting.for_room)
    text += fmt::format(" for {}{}{}", waiting.for_message ? "a message" : "room", waiting.object.empty() ? "" : " in ",
                        waiting.object.empty() ? std::string(" in the queue") : waiting.object);
  else if (!waiting.object.empty())
    text += fmt::format(" for {}", waiting.object);
  // What lies unread tells more than that there is nothing.
  if (!waiting.contents.empty() && (!where.empty() || waiting.contents != "it is empty"))
    text += fmt::format(" ({})", waiting.contents);
  if (waiting.for_writer)
    text += where.empty() ? ", for which a writer waits" : ", for which a writer waits (see --rwlocks)";
  if (waiting.holder)
    text += *waiting.holder == waiting.thread ? ", which it holds itself"
                                              : fmt::format(", held by {}", thread_name(*waiting.holder));
  return text;
}

std::string replay_sentence(const NativeBug& bug) {
  switch (bug.replay) {
    case ReplayOutcome::kNotRun:
    case ReplayOutcome::kSame: return "";
    case ReplayOutcome::kAbsent: return "the bug did not occur in the replay";
    case ReplayOutcome::kOther: return fmt::format("the replay ended in another bug: {}", bug.replay_message);
    case ReplayOutcome::kDiverged:
      return fmt::format("the bug did not occur in the replay: the program did something else{}{}",
                         bug.replay_message.empty() ? "" : ": ", bug.replay_message);
    case ReplayOutcome::kDied: return fmt::format("the bug did not occur in the replay: {}", bug.replay_message);
  }
  return "";
}

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

nlohmann::ordered_json json_of(const Frame& frame) {
  nlohmann::ordered_json json;
  json["file"] = frame.file;
  json["line"] = frame.line;
  json["column"] = frame.column;
  json["function"] = frame.function;
  return json;
}

nlohmann::ordered_json json_of(const NativeWaiting& waiting) {
  nlohmann::ordered_json json;
  json["thread"] = waiting.thread;
  json["operation"] = waiting.operation;
  if (!waiting.object.empty()) json["object"] = waiting.object;
  if (!waiting.contents.empty()) json["contents"] = waiting.contents;
  if (waiting.holder) json["holder"] = *waiting.holder;
  if (waiting.joined) json["joined"] = *waiting.joined;
  json["location"] = json_of(waiting.at);
  return json;
}

nlohmann::ordered_json steps_of(const NativeBug& bug) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const NativeStep& step : bug.steps) {
    nlohmann::ordered_json entry;
    entry["thread"] = step.thread;
    entry["choice"] = step.choice;
    entry["operation"] = step.operation;
    if (!step.object.empty()) entry["object"] = step.object;
    if (!step.detail.empty()) entry["detail"] = step.detail;
    entry["location"] = json_of(step.at);
    json.push_back(std::move(entry));
  }
  return json;
}

// How many frames of the stack to show: how the library calls the user's outermost function is of no interest.
size_t frames_to_show(const std::vector<Frame>& stack) {
  size_t count = stack.size();
  while (count > 0 && stack[count - 1].system) count--;
  return count == 0 ? stack.size() : count;
}

std::string stack_text(const NativeBug& bug) {
  constexpr size_t kMost = 24;
  const size_t count = frames_to_show(bug.stack);
  std::string out = fmt::format("\n{} was here:\n", thread_name(bug.thread));
  size_t shown = 0;
  for (size_t k = 0, next = 0; k < count; k = next, shown++) {
    const Frame& frame = bug.stack[k];
    while (next < count && bug.stack[next] == frame) next++;
    if (shown == kMost) return out + fmt::format("      ... {}\n", counted(count - k, "more frame"));
    std::string position = position_of(frame);
    out += fmt::format("  {:>2}  {}{}{}{}{}\n", k, frame.function.empty() ? "?" : frame.function,
                       position.empty() ? "" : " at ", position, frame.inlined ? " (inlined)" : "",
                       next - k == 1 ? "" : fmt::format(", {} times", next - k));
  }
  return out;
}

}  // namespace

std::string describe(const NativeBug& bug) {
  std::string text = bug.message;
  if (protocol::waits_for_ever(bug.kind)) {
    const char* what = bug.kind == protocol::BugKind::kLivelock ? "livelock" : "deadlock";
    std::string who;
    // Who waits for a thread to end is rarely to blame.
    for (bool joins : {false, true})
      for (const NativeWaiting& waiting : bug.waiting)
        if (waiting.joined.has_value() == joins) who += (who.empty() ? "" : "; ") + describe(waiting);
    constexpr size_t kLongest = 200;
    if (!who.empty() && who.size() <= kLongest) return fmt::format("{}: {}", what, who);
    if (!who.empty()) return fmt::format("{}: {} wait for ever", what, counted(bug.waiting.size(), "thread"));
    return text.find(what) == std::string::npos ? fmt::format("{}: {}", what, text) : text;
  }
  if (bug.at && text.starts_with(position_of(*bug.at) + ": ")) return text;  // a test framework has said where
  std::string where = bug.at ? place(*bug.at) : "";
  return where.empty() ? fmt::format("{}, in {}", text, thread_name(bug.thread)) : text + "," + where;
}

namespace {

std::string value_text(const NativeInput& input) {
  const unsigned unused = 64 - input.width;
  const auto number = static_cast<int64_t>(input.value << unused) >> unused;
  std::string text = input.is_signed && input.width > 1 ? fmt::format("{}", number) : fmt::format("{}", input.value);
  if (input.value > 9) text += fmt::format(", 0x{:x}", input.value);
  if (input.width == 8 && input.value >= ' ' && input.value <= '~')
    text += fmt::format(", '{}'", static_cast<char>(input.value));
  return text;
}

// "stdin[3]": byte 3 of stdin. Nothing if it is no byte of an object.
std::optional<std::pair<std::string, size_t>> byte_of(const NativeInput& input) {
  const size_t bracket = input.name.rfind('[');
  if (input.width != 8 || bracket == std::string::npos || input.name.back() != ']') return std::nullopt;
  const std::string number = input.name.substr(bracket + 1, input.name.size() - bracket - 2);
  if (number.empty() || number.size() > 7 || number.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::pair{input.name.substr(0, bracket), std::stoul(number)};
}

// As a text of C, without the zeros at its end. Empty if it is none.
std::string quoted(std::string bytes) {
  while (!bytes.empty() && bytes.back() == 0) bytes.pop_back();
  if (bytes.find('\0') != std::string::npos) return "";
  std::string text = "\"";
  for (size_t k = 0; k < bytes.size(); k++) {
    const char c = bytes[k];
    if (c == '"' || c == '\\')
      text += fmt::format("\\{}", c);
    else if (c == '\n')
      text += "\\n";
    else if (c >= ' ' && c <= '~')
      text += c;
    else
      text += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return text + "\"";
}

// The bytes of an object are shown as a text, too.
std::string input_lines(const std::vector<NativeInput>& inputs) {
  std::string out;
  for (size_t k = 0; k < inputs.size();) {
    const auto first = byte_of(inputs[k]);
    std::string bytes;
    size_t end = k;
    for (; first && end < inputs.size(); end++) {
      const auto next = byte_of(inputs[end]);
      if (!next || next->first != first->first || next->second != first->second + bytes.size()) break;
      bytes += static_cast<char>(inputs[end].value);
    }
    if (bytes.size() < 2 || first->second != 0) {
      out += fmt::format("  {} = {}\n", inputs[k].name, value_text(inputs[k]));
      k++;
      continue;
    }
    std::string numbers;
    constexpr size_t kMostShown = 32;
    for (const char c : bytes.substr(0, kMostShown)) numbers += fmt::format(" {:02x}", static_cast<unsigned char>(c));
    const std::string text = quoted(bytes);
    out += fmt::format("  {} ={}{}{} ({} bytes)\n", first->first, text.empty() ? "" : fmt::format(" {},", text),
                       numbers, bytes.size() > kMostShown ? " ..." : "", bytes.size());
    k = end;
  }
  return out;
}

std::string inputs_text(const NativeBug& bug) {
  if (bug.inputs.empty()) return "";
  std::string out = "\ninputs:\n" + input_lines(bug.inputs);
  if (!bug.constraints.empty()) out += "\nwhat the branches on the way ask of them:\n";
  for (const NativeConstraint& constraint : bug.constraints)
    out += fmt::format("  {}{}\n", constraint.text,
                       constraint.position.empty() ? "" : fmt::format(" at {}", constraint.position));
  return out;
}

}  // namespace

std::string text_of(const NativeBug& bug, const std::string& command) {
  std::string out;
  if (!bug.steps.empty()) out += Table(bug).text();
  if (!bug.waiting.empty()) {
    out += "\nblocked at the end:\n";
    for (const NativeWaiting& waiting : bug.waiting) out += fmt::format("  {}\n", describe(waiting, place(waiting.at)));
  }
  if (!bug.stack.empty()) out += stack_text(bug);
  out += inputs_text(bug);
  out += accesses_text(bug);
  if (std::string sentence = replay_sentence(bug); !sentence.empty()) out += fmt::format("\n{}\n", sentence);
  if (!bug.trace_file.empty()) out += fmt::format("\nreplay: {} replay {}\n", command, shell_word(bug.trace_file));
  return out;
}

nlohmann::ordered_json json_of(const NativeBug& bug) {
  nlohmann::ordered_json json;
  json["kind"] = report::name_of(bug.kind);
  json["message"] = bug.message;
  json["thread"] = bug.thread;
  json["location"] = bug.at ? json_of(*bug.at) : nlohmann::ordered_json();
  json["execution"] = bug.execution;
  json["occurrences"] = bug.occurrences;
  std::set<uint32_t> threads;
  json["schedule"] = nlohmann::ordered_json::array();
  for (const protocol::ScheduleStep& step : bug.schedule) {
    json["schedule"].push_back({step.thread, step.choice});
    threads.insert(step.thread);
  }
  json["threads"] = threads;
  for (const protocol::LearnedFact& fact : bug.facts) json["facts"].push_back({name_of(fact.fact), fact.thread});
  json["steps"] = steps_of(bug);
  json["waiting"] = nlohmann::ordered_json::array();
  for (const NativeWaiting& waiting : bug.waiting) json["waiting"].push_back(json_of(waiting));
  json["stack"] = nlohmann::ordered_json::array();
  for (const Frame& frame : bug.stack) json["stack"].push_back(json_of(frame));
  if (!bug.accesses.empty()) json["accesses"] = accesses_json(bug);
  if (!bug.advice.empty()) json["advice"] = bug.advice;
  json["replay"] = name_of(bug.replay);
  if (!bug.replay_message.empty()) json["replay_message"] = bug.replay_message;
  if (!bug.inputs.empty()) json["inputs"] = nlohmann::ordered_json::array();
  for (const NativeInput& input : bug.inputs)
    json["inputs"].push_back({{"name", input.name}, {"value", input.value}, {"bits", input.width}});
  for (const NativeConstraint& constraint : bug.constraints)
    json["constraints"].push_back({{"text", constraint.text}, {"location", constraint.position}});
  json["trace_file"] = bug.trace_file.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(bug.trace_file);
  return json;
}

}  // namespace mazurka::report
