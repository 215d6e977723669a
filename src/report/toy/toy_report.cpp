#include "report/toy/toy_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "model/canonical.hpp"
#include "options/table.hpp"
#include "report/bug_report.hpp"
#include "report/coverage/sampling.hpp"
#include "report/figures.hpp"
#include "report/toy/toy_bug.hpp"
#include "report/words.hpp"

namespace mazurka {

namespace {

using report::bounded_by;
using report::counted;
using report::grouped;
using report::Verdict;
using toy::ExplorationResult;
using toy::Stop;
using toy::ToyBug;

std::string bytes(uint64_t number) {
  if (number < 10 * 1024) return fmt::format("{} bytes", number);
  if (number < 10 * 1024 * 1024) return fmt::format("{} KB", number / 1024);
  return fmt::format("{} MB", number / 1024 / 1024);
}

// What came of an operation on a mailbox.
std::string mail_text(const toy::Machine& machine, const Mail& mail) {
  switch (mail.kind) {
    case Mode::kReceive:
      return fmt::format(" [takes {} of {}]", mail.tag, machine.thread_name(ThreadId(mail.message >> 32)));
    case Mode::kEmpty: return " [finds nothing]";
    case Mode::kFull: return " [full]";
    case Mode::kRefused: return " [closed]";
    default: return "";
  }
}

// The event and the values it found and left: "r = load x [x: 0]", "x = 1 [x: 0 -> 1]".
std::string describe_event(const toy::Machine& machine, const Event& event) {
  std::string text = machine.describe(event.op);
  if (event.op.code == OpCode::kChoose) text += fmt::format(" [chose {}]", event.choice);
  if (event.op.code == OpCode::kSignal)
    text += event.choice == 0 ? std::string(" [nobody waits]")
                              : fmt::format(" [wakes {}]", machine.thread_name(ThreadId(event.choice - 1)));
  if (is_of_mailbox(event.op.code)) text += mail_text(machine, mail_of(event));
  for (uint32_t i = 0; i < event.access_count; i++) {
    const Access& access = event.access[i];
    if (machine.code().object_kind(access.object) != toy::ObjectKind::kVariable &&
        machine.code().object_kind(access.object) != toy::ObjectKind::kSemaphore)
      continue;
    std::string name = machine.object_name(access.object);
    text += access.mode == Mode::kRead ? fmt::format(" [{}: {}]", name, access.before)
                                       : fmt::format(" [{}: {} -> {}]", name, access.before, access.after);
  }
  return text;
}

// A column for each thread that does something, or "thread: step" lines where they would be too wide.
std::string schedule_table(const toy::Machine& machine, const std::vector<Event>& events) {
  constexpr size_t kMaxWidth = 150, kMaxSteps = 200;
  size_t shown = std::min(events.size(), kMaxSteps);
  std::vector<size_t> widths(machine.thread_count(), 0);
  std::vector<std::string> cells(shown);
  for (size_t k = 0; k < shown; k++) {
    cells[k] = describe_event(machine, events[k]);
    size_t& width = widths[events[k].thread.index()];
    width = std::max({width, cells[k].size(), machine.thread_name(events[k].thread).size()});
  }
  size_t total = 0;
  for (size_t width : widths) total += width == 0 ? 0 : width + 2;
  bool columns = total <= kMaxWidth;
  std::string out;
  if (columns) {
    out += fmt::format("  {:>4}  {:>4}", "step", "line");
    for (uint32_t t = 0; t < widths.size(); t++)
      if (widths[t] != 0) out += fmt::format("  {:<{}}", machine.thread_name(ThreadId(t)), widths[t]);
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  for (size_t k = 0; k < shown; k++) {
    uint32_t thread = events[k].thread.number;
    out += fmt::format("  {:>4}  {:>4}  ", k + 1, machine.position(events[k].op.site).line);
    if (columns) {
      for (uint32_t t = 0; t < thread; t++)
        if (widths[t] != 0) out += std::string(widths[t] + 2, ' ');
      out += cells[k];
    } else {
      out += fmt::format("{}: {}", machine.thread_name(events[k].thread), cells[k]);
    }
    out += '\n';
  }
  if (shown < events.size()) out += fmt::format("  ... and {} more\n", counted(events.size() - shown, "step"));
  return out;
}

std::string describe_bug(const ToyReport& report, const ToyBug& bug) {
  std::string what = bug.kind == ToyBug::Kind::kDeadlock
                         ? "deadlock: " + bug.message
                         : fmt::format("{}:{}:{}: {}, in thread {}", report.file, bug.position.line,
                                       bug.position.column, bug.message, bug.thread);
  if (!bug.input.empty()) what += ", with " + bug.input;
  return fmt::format("{} (in {} of {})", what, grouped(bug.executions),
                     counted(report.result.statistics.executions, "execution"));
}

bool is_sample(const ToyReport& report) {
  return report.options.explorer.sample != 0;
}

// It knows nothing of traces then.
bool merges_states(const ToyReport& report) {
  return !is_sample(report) && report.options.algorithm->merges_states;
}

report::SampleReport samples_of(const ToyReport& report) {
  const Options& options = report.options.explorer;
  return {options.sample, options.depth, options.seed, report.result.insight.samples};
}

std::string name_of_search(const ToyReport& report) {
  if (is_sample(report)) return report::name_of_strategy(report.options.explorer.sample);
  return std::string(report.options.algorithm->name);
}

std::string why_stopped(const ToyReport& report) {
  const ExplorationResult& result = report.result;
  switch (result.stop) {
    case Stop::kStepLimit: {
      const toy::CutPlace& place = *report.machine.cut_place();
      std::string what = place.in_local_loop ? "goes on for ever without touching anything shared"
                                             : fmt::format("goes on after {}", counted(result.step_limit, "step"));
      return fmt::format(
          "{}:{}:{}: thread {} {}; the program may be endless, and the rest was not explored. "
          "--max-steps=N explores all executions of at most N steps per thread",
          report.file, place.position.line, place.position.column, report.machine.thread_name(place.thread), what);
    }
    case Stop::kMaxExecutions: return fmt::format("stopped at --max-executions={}", report.options.max_executions);
    case Stop::kMaxTime: return fmt::format("stopped at --max-time={}", report.options.max_seconds);
    case Stop::kInterrupted: return "interrupted";
    default:
      if (result.statistics.bounded) {
        std::string cut =
            result.statistics.cut == 0 ? "" : fmt::format(" and {} per thread", counted(result.step_limit, "step"));
        return bounded_by(report.options.explorer.preemption_bound, report.options.explorer.context_bound) + cut;
      }
      return fmt::format("{} reached the limit of --max-steps={}", counted(result.statistics.cut, "execution"),
                         result.step_limit);
  }
}

std::string why_incomplete(const ToyReport& report) {
  return is_sample(report) ? sentence_about(samples_of(report), why_stopped(report)) : why_stopped(report);
}

std::string verdict_line(const ToyReport& report) {
  const ExplorationResult& result = report.result;
  std::string how = fmt::format("{}, {:.2f} s", name_of_search(report), result.seconds);
  switch (verdict_of(result)) {
    case Verdict::kVerified:
      if (merges_states(report))
        return fmt::format(
            "verified: {}, no bug ({})\n",
            report::all_states(result.statistics.executions + result.statistics.blocked, result.statistics.figures),
            how);
      return fmt::format("verified: {}{} explored, no bug ({})\n", report::all_traces(result.traces),
                         report.machine.inputs() == nullptr ? "" : " of all inputs", how);
    case Verdict::kBug:
      return fmt::format(
          "bug: {}{} ({})\n", describe_bug(report, result.bugs.front()),
          result.bugs.size() == 1 ? "" : fmt::format(", and {}", counted(result.bugs.size() - 1, "other bug")), how);
    case Verdict::kIncomplete: return fmt::format("incomplete: {} ({})\n", why_incomplete(report), how);
    case Verdict::kVacuous:
    case Verdict::kError: break;
  }
  if (result.stop == Stop::kDiverged)
    return "error: the program did something else when it was run again; this is a bug in mazurka\n";
  const toy::RuntimeError& error = *report.machine.error();
  return fmt::format("{}:{}:{}: {}\n", report.file, error.position.line, error.position.column, error.message);
}

// Of the options that toy takes.
nlohmann::ordered_json options_of(const ToyReport& report) {
  std::vector<options::Option> rows;
  for (const options::Option& row : options::table())
    if ((row.verbs & options::kToy) != 0) rows.push_back(row);
  return options::json_of(report.settings, options::Keep::kReport, rows);
}

}  // namespace

Verdict verdict_of(const ExplorationResult& result) {
  if (result.stop == Stop::kMisuse || result.stop == Stop::kDiverged) return Verdict::kError;
  if (!result.bugs.empty()) return Verdict::kBug;
  const Statistics& statistics = result.statistics;
  if (!statistics.complete || statistics.cut != 0 || statistics.bounded) return Verdict::kIncomplete;
  return Verdict::kVerified;
}

int exit_code_of(const ExplorationResult& result) {
  return result.stop == Stop::kInterrupted ? report::kExitCodeOfInterrupt : exit_code_of(verdict_of(result));
}

std::string describe_trace(const toy::Machine& machine, const Execution& execution) {
  std::string text;
  std::string input;
  if (machine.inputs() != nullptr) input = machine.followed_inputs()->describe(execution.input) + ": ";
  std::vector<Event> events = toy::events_with_values(machine, execution);
  for (uint32_t position : canonical_order(events)) {
    const Event& event = events[position];
    if (!text.empty()) text += "; ";
    text += fmt::format("{}: {}", machine.thread_name(event.thread), describe_event(machine, event));
  }
  if (execution.deadlocked) text += " (deadlock)";
  if (execution.failed) text += " (failed)";
  if (execution.cut) text += " (cut)";
  return input + text;
}

std::string text_report(const ToyReport& report) {
  const ExplorationResult& result = report.result;
  const Statistics& statistics = result.statistics;
  std::string out = verdict_line(report);
  if (verdict_of(result) == Verdict::kError) return out;
  for (const ToyBug& bug : result.bugs)
    out += fmt::format("\n{}{}", result.bugs.size() == 1 ? "" : describe_bug(report, bug) + "\n",
                       schedule_table(report.machine, bug.schedule));
  if (!result.bugs.empty() && (!statistics.complete || statistics.cut != 0 || statistics.bounded))
    out += fmt::format("\nnot everything was explored: {}\n", why_incomplete(report));
  if (report.list_traces) {
    out += fmt::format("\n{}:\n", counted(report.traces.size(), "execution"));
    for (size_t k = 0; k < report.traces.size(); k++) out += fmt::format("  {:>4}  {}\n", k + 1, report.traces[k]);
  }
  out += fmt::format("\nexecutions {}, blocked {}, deadlocked {}, failed {}, cut {}{}\n",
                     grouped(statistics.executions), grouped(statistics.blocked), grouped(statistics.deadlocks),
                     grouped(statistics.failed), grouped(statistics.cut),
                     merges_states(report) ? "" : fmt::format("; distinct traces {}", grouped(result.traces)));
  out += fmt::format("events {}, longest execution {}, explorer's memory {}\n", grouped(statistics.events),
                     counted(statistics.max_depth, "event"), bytes(statistics.peak_bytes));
  if (is_sample(report)) out += report::text_of(samples_of(report));
  return out + report::text_of(statistics.figures);
}

std::string json_report(const ToyReport& report) {
  const ExplorationResult& result = report.result;
  const Statistics& statistics = result.statistics;
  nlohmann::ordered_json json;
  json["schema"] = "mazurka-report";
  json["version"] = 2;
  json["tool"] = {{"name", "mazurka"}, {"version", MAZURKA_VERSION}};
  json["command"] = report.words;
  json["verdict"] = name_of(verdict_of(result));
  std::string line = verdict_line(report);
  line.pop_back();
  json["summary"] = line;
  json["program"] = report.file;
  json["algorithm"] = name_of_search(report);
  if (!is_sample(report)) json["scheduler"] = mazurka::name_of(report.options.explorer.policy);
  json["memory_model"] = "sc";
  json["options"] = options_of(report);
  json["complete"] = statistics.complete && statistics.cut == 0 && !statistics.bounded;
  json["executions"] = statistics.executions;
  json["blocked"] = statistics.blocked;
  json["deadlocks"] = statistics.deadlocks;
  json["failed"] = statistics.failed;
  json["cut"] = statistics.cut;
  json["bounded"] = statistics.bounded;
  json["traces"] = merges_states(report) ? nlohmann::ordered_json() : nlohmann::ordered_json(result.traces);
  json["events"] = statistics.events;
  json["max_depth"] = statistics.max_depth;
  json["peak_bytes"] = statistics.peak_bytes;
  if (is_sample(report)) json["sampling"] = report::json_of(samples_of(report));
  report::add_figures(statistics.figures, json);
  json["seconds"] = result.seconds;
  json["bugs"] = nullptr;  // here; dumped() adds them
  json["assumptions"] = nlohmann::ordered_json::array();
  if (verdict_of(result) == Verdict::kError) json["error"] = line;
  if (verdict_of(result) == Verdict::kIncomplete) json["incomplete"] = why_incomplete(report);
  if (report.list_traces) json["trace_list"] = report.traces;
  std::vector<report::NativeBug> bugs;
  for (const ToyBug& bug : result.bugs) bugs.push_back(report::native_bug_of(bug, report.machine, report.file));
  return report::dumped(std::move(json), bugs);
}

}  // namespace mazurka
