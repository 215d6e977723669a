#include "report/bug_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "report/memory_accesses.hpp"
#include "report/text/schedule_table.hpp"
#include "report/text/stacks.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

std::string place(const Frame& frame) {
  std::string position = position_of(frame);
  if (position.empty()) return frame.function.empty() ? "" : fmt::format(" in {}", frame.function);
  return frame.function.empty() ? fmt::format(" at {}", position)
                                : fmt::format(" at {} in {}", position, frame.function);
}

}  // namespace

std::string describe(const NativeWaiting& waiting, const std::string& where) {
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
  else if (!waiting.operation.empty())
    text += fmt::format(" for what '{}' needs", waiting.operation);
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

namespace {

std::string replay_sentence(const NativeBug& bug) {
  switch (bug.replay) {
    case ReplayOutcome::kNotRun: return bug.replay_message;
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

}  // namespace

std::string describe(const NativeBug& bug) {
  std::string text = bug.message;
  if (protocol::waits_for_ever(bug.kind)) {
    const char* what = bug.kind == protocol::BugKind::kLivelock ? "livelock" : "deadlock";
    std::string who;
    // Who waits for a thread to end is rarely to blame.
    for (bool joins : {false, true})
      for (const NativeWaiting& waiting : bug.waiting)
        if (waiting.joined.has_value() == joins) who += (who.empty() ? "" : "; ") + describe(waiting, "");
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

std::optional<Frame> location_of(const NativeBug& bug) {
  if (bug.at && !bug.at->file.empty() && !bug.at->system) return bug.at;
  for (const Frame& frame : bug.stack)
    if (!frame.system && !frame.file.empty()) return frame;
  for (const NativeAccess& access : bug.accesses)
    for (const Frame& frame : access.stack)
      if (!frame.system && !frame.file.empty()) return frame;
  // Who waits for a thread to end is rarely to blame.
  for (bool joins : {false, true})
    for (const NativeWaiting& waiting : bug.waiting)
      if (waiting.joined.has_value() == joins && !waiting.at.file.empty() && !waiting.at.system) return waiting.at;
  for (size_t k = bug.steps.size(); k-- > 0;)
    if (!bug.steps[k].at.file.empty() && !bug.steps[k].at.system) return bug.steps[k].at;
  return std::nullopt;
}

std::string summary_line(const NativeBug& bug) {
  const auto location = location_of(bug);
  const std::string position = location ? position_of(*location) + ": " : "";
  const bool says_where = protocol::waits_for_ever(bug.kind) || (location && location != bug.at) || !location;
  std::string what = says_where ? describe(bug) : bug.message;
  if (!position.empty() && what.starts_with(position)) what.erase(0, position.size());  // a test framework has said it
  return fmt::format("{}error: {}\n", position, what);
}

std::string values_text(const NativeBug& bug) {
  std::string text;
  for (const NativeValue& value : bug.values)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", value.object, value.value);
  return text;
}

std::string text_of(const NativeBug& bug, const std::string& command, const TextStyle& style) {
  std::string out;
  if (!bug.explanation.empty()) out += wrapped("what happened: " + bug.explanation, style) + "\n";
  if (!bug.values.empty()) out += wrapped("the values: " + values_text(bug), style) + "\n";
  if (bug.reversal && !bug.reversal->sentence.empty())
    out += wrapped("the difference: " + bug.reversal->sentence, style) + "\n";
  if (!out.empty()) out += "\n";
  if (!bug.steps.empty() || !bug.plain.empty()) out += schedule_table(bug, style);
  if (!bug.legend.empty()) out += "\n";
  for (const std::string& line : bug.legend) out += fmt::format("  {}\n", fitted(line, style.width - 2));
  std::string waiting_text;
  for (const NativeWaiting& waiting : bug.waiting) {
    // Beside another bug it matters only who waits for what is held.
    if (!protocol::waits_for_ever(bug.kind) && !waiting.holder) continue;
    waiting_text += "  " + wrapped(describe(waiting, place(waiting.at)), style, 4) + "\n";
    if (style.full) waiting_text += stack_text(waiting.stack, style);
  }
  if (!waiting_text.empty())
    out +=
        (protocol::waits_for_ever(bug.kind) ? "\nblocked at the end:\n" : "\nwaiting at that time:\n") + waiting_text;
  if (!bug.stack.empty())
    out += fmt::format("\n{} was here:\n{}", thread_name(bug.thread), stack_text(bug.stack, style));
  out += inputs_text(bug);
  out += accesses_text(bug, style);
  if (std::string sentence = replay_sentence(bug); !sentence.empty()) out += fmt::format("\n{}\n", sentence);
  if (!bug.trace_file.empty()) out += fmt::format("\nreplay: {} replay {}\n", command, shell_word(bug.trace_file));
  if (!bug.page.empty()) out += fmt::format("page: {}\n", bug.page);
  return out;
}

}  // namespace mazurka::report
