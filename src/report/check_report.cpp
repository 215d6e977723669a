#include "report/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "options/table.hpp"
#include "protocol/assembly_code.hpp"
#include "report/bug_report.hpp"
#include "report/coverage/estimate.hpp"
#include "report/coverage/sampling.hpp"
#include "report/figures.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

using protocol::State;

std::string describe(const Remark& remark) {
  std::string text = remark.message;
  if (!remark.position.empty()) text += fmt::format(" at {}", remark.position);
  return text;
}

std::string first_of(const std::vector<Remark>& remarks) {
  return remarks.empty() ? "" : ": " + describe(remarks.front());
}

// Something ended in failure that the list of bugs does not show: never to be called verified.
bool lost_a_bug(const CheckReport& report) {
  const protocol::Progress& progress = report.progress;
  return report.bugs.empty() && (progress.bugs > report.suppressed || progress.failed != 0 || progress.deadlocks != 0);
}

std::string why_error(const CheckReport& report) {
  if (report.ending == Ending::kNotStarted || report.ending == Ending::kDied) return report.ending_sentence;
  if (report.progress.state == State::kCannotRun)
    return "this machine cannot run the program under mazurka" + first_of(report.troubles) + "; see 'mazurka doctor'";
  if (report.progress.state == State::kFailed && !report.troubles.empty()) return describe(report.troubles.front());
  return "executions failed, but what went wrong did not fit into the log; this is a bug in mazurka";
}

std::string names_of_allowed(uint64_t bits) {
  std::string names;
  for (const protocol::AllowedName& known : protocol::kAllowedNames)
    if ((bits & known.what) != 0) names += fmt::format("{}{}", names.empty() ? "" : ",", known.name);
  return names;
}

// An archive's name stands for all its members: "liblock.a" of "liblock.a(spin.o)".
std::string names_to_trust(const std::vector<std::string>& unseen) {
  std::string names;
  std::string last;
  for (const std::string& name : unseen) {
    std::string short_name = name.substr(0, name.find_first_of(" ("));
    if (short_name == last) continue;
    names += (names.empty() ? "" : ",") + short_name;
    last = std::move(short_name);
  }
  return names;
}

bool is_sample(const CheckReport& report) {
  return report.settings.sample != 0;
}

SampleReport samples_of(const CheckReport& report) {
  const protocol::Settings& settings = report.settings;
  return {settings.sample, settings.depth, settings.seed, report.progress.insight.samples};
}

Pace pace_of(const CheckReport& report) {
  const uint64_t executions = report.progress.executions;
  return {executions, report.seconds > 0 ? static_cast<double>(executions) / report.seconds : 0};
}

// What is known although not everything was explored: ": all executions with at most 1 preemption; 41,000 samples; 3 %
// of the tree".
std::string covered(const CheckReport& report) {
  if (is_sample(report) || !report.bugs.empty()) return "";
  std::string text = text_of(report.hunt);
  if (const Estimate& estimate = report.progress.insight.estimate; estimate.is_known())
    text += fmt::format("{}{} of the tree", text.empty() ? "" : "; ",
                        in_percent(share_explored(estimate, report.progress.executions)));
  return text.empty() ? "" : ": " + text;
}

// Loops that seem to have no end, and what to do about them.
std::string sentence_about_endless(const CheckReport& report) {
  const std::string& where = report.endless.front().position;
  const size_t others = report.endless.size() - 1;
  return fmt::format(
      "the loop at {}{} seems to have no end; it was explored for at most {} rounds of each thread. --unroll=N "
      "explores "
      "N rounds of every loop",
      where.empty() ? "an unknown place" : where,
      others == 0 ? "" : fmt::format(" (and {})", counted(others, "other place")), protocol::kAutomaticBound);
}

// Why the exploration did not come to its end.
std::string why_stopped(const CheckReport& report) {
  const protocol::Progress& progress = report.progress;
  const protocol::Settings& settings = report.settings;
  if (progress.executions + progress.blocked >= settings.max_executions)
    return fmt::format("stopped at --max-executions={}{}", settings.max_executions, covered(report));
  if (settings.max_seconds > 0 && report.seconds >= settings.max_seconds)
    return fmt::format("stopped at --max-time={}{}", settings.max_seconds, covered(report));
  if (progress.cut != 0 && settings.max_steps == 0 && report.endless.empty())
    return "an execution does not end; the program may be endless, and the rest was not explored. --max-steps=N "
           "explores all executions of at most N steps per thread";
  if (!report.bugs.empty() && settings.keep_going == 0) return "stopped at the first bug; --keep-going goes on";
  return "the exploration was stopped" + first_of(report.troubles);
}

// Why an exploration that came to its end left something out; empty if it did not.
std::string what_was_left_out(const CheckReport& report) {
  const protocol::Progress& progress = report.progress;
  const protocol::Settings& settings = report.settings;
  if (settings.collect_races != 0 && (progress.bugs >= protocol::kMostRaces || report.log_dropped != 0))
    return "there are too many data races to find out which of them are suppressed";
  if (progress.bounded != 0) {
    std::string cut = progress.cut == 0      ? ""
                      : settings.unroll != 0 ? fmt::format(" and by --unroll={}", settings.unroll)
                                             : fmt::format(" and {} per thread", counted(settings.max_steps, "step"));
    return bounded_by(settings.preemption_bound, settings.context_bound) + cut;
  }
  if (progress.cut != 0 && settings.unroll != 0)
    return fmt::format("{} reached the bound of --unroll={}{}", counted(progress.cut, "execution"), settings.unroll,
                       settings.max_steps == 0 ? "" : fmt::format(" or --max-steps={}", settings.max_steps));
  if (progress.cut != 0 && !report.endless.empty()) return sentence_about_endless(report);
  if (progress.cut != 0)
    return fmt::format("{} reached the limit of --max-steps={}", counted(progress.cut, "execution"),
                       settings.max_steps);
  return "";
}

// What can be done about inline assembly that is not understood.
std::string hint_for(const std::vector<Remark>& unsupported) {
  if (unsupported.empty() || unsupported.front().message != protocol::kUnseenAssembly) return "";
  const std::string& position = unsupported.front().position;
  const std::string file = position.substr(0, position.rfind(':'));
  return fmt::format("; if it shares nothing between threads, give --trust={}", file.substr(file.rfind('/') + 1));
}

// Why not everything was explored; empty if it was.
std::string why_incomplete(const CheckReport& report) {
  const protocol::Progress& progress = report.progress;
  const protocol::Settings& settings = report.settings;
  if (!report.lost_values.empty() && (progress.state == State::kDone || progress.state == State::kDiverged))
    return fmt::format("{} made concrete{}{}{}",
                       report.lost_values.size() == 1 ? std::string("1 value was")
                                                      : fmt::format("{} values were", report.lost_values.size()),
                       report.lost_values.front().empty() ? "" : ", first at ", report.lost_values.front(),
                       report.has_more_values ? "; --symbolic-addresses=N explores more values" : "");
  if (progress.state == State::kDiverged)
    return "the program is nondeterministic: it did something else when it was run again" +
           first_of(report.divergences);
  if (progress.unsupported != 0 || !report.unsupported.empty()) {
    uint64_t others = report.unsupported.size() < 2 ? 0 : report.unsupported.size() - 1;
    return fmt::format("not supported{}{}{}", first_of(report.unsupported),
                       others == 0 ? "" : fmt::format(", and {}", counted(others, "other thing")),
                       hint_for(report.unsupported));
  }
  if (report.ending == Ending::kInterrupted && progress.state != State::kDone)
    return is_sample(report) ? sentence_about(samples_of(report), "interrupted") : "interrupted" + covered(report);
  std::string uncontrolled = names_of_allowed(progress.uncontrolled);
  if (!uncontrolled.empty() && progress.state == State::kDone)
    return fmt::format("everything was explored, but --allow={} let through what is not controlled", uncontrolled);
  if ((progress.missed_input & protocol::kMissedEventOrders) != 0 && progress.state == State::kDone)
    return "everything was explored but other orders of events: epoll_wait tells what is ready in the order of its "
           "list, "
           "and a timerfd expires only when nothing else is ready. To have all orders, let the test wait for one thing "
           "at "
           "a time";
  if (!report.unseen_objects.empty() && progress.state == State::kDone)
    return fmt::format(
        "everything was explored, but what threads do in {} is not seen: build it with mazurka-cc, or, if it shares "
        "nothing between threads, give --trust={}",
        fmt::join(report.unseen_objects, " and "), names_to_trust(report.unseen_objects));
  if (!report.unseen.empty() && progress.state == State::kDone) return sentence_about(report.unseen);
  if (progress.undecided != 0)
    return fmt::format("the solver could not answer {} within {}; --solver-timeout=N gives it more time",
                       counted(progress.undecided, "question"), counted(settings.symbolic.solver_seconds, "second"));
  // What is missing there may be something that was not seen.
  if (report.log_dropped != 0 && progress.state == State::kDone)
    return "everything was explored, but what was found out about it did not fit into the log";
  if (report.ending == Ending::kOutOfTime)
    return fmt::format("stopped at --max-time={}, in the middle of an execution", settings.max_seconds);
  if (report.ending == Ending::kDied) return report.ending_sentence;
  if (is_sample(report)) return sentence_about(samples_of(report), why_stopped(report));
  return progress.state == State::kDone ? what_was_left_out(report) : why_stopped(report);
}

// What the user asked to leave out: ", assuming that no wait times out".
std::string limits_of(const CheckReport& report) {
  const uint32_t timeouts = report.settings.environment.max_timeouts;
  if (timeouts == UINT32_MAX) return "";
  return timeouts == 0 ? ", assuming that no wait times out"
                       : fmt::format(", assuming at most {} per thread", counted(timeouts, "timeout"));
}

std::string verdict_line(const CheckReport& report) {
  const protocol::Progress& progress = report.progress;
  std::string how = fmt::format("SC, {:.2f} s", report.seconds);
  if (!report.levels.empty()) how = fmt::format("{}, {}", fmt::join(report.levels, ", "), how);
  if (report.suppressed != 0) how = fmt::format("{} suppressed, {}", counted(report.suppressed, "data race"), how);
  if (!report.trusted.empty()) how = fmt::format("trusting {}, {}", fmt::join(report.trusted, " and "), how);
  switch (verdict_of(report)) {
    case Verdict::kVerified:
      if (report.merges_states)
        return fmt::format("verified{}: {}, no bug ({})\n", limits_of(report),
                           all_states(progress.executions + progress.blocked, progress.figures), how);
      if (!report.optimal)
        return fmt::format("verified{}: all traces explored in {}, no bug ({})\n", limits_of(report),
                           counted(progress.executions, "execution"), how);
      return fmt::format("verified{}: {} explored{}, no bug ({})\n", limits_of(report), all_traces(progress.executions),
                         report.settings.symbolic.has_inputs != 0 ? " for all inputs" : "", how);
    case Verdict::kBug: {
      uint64_t others = report.bugs.size() - 1 + report.bugs_not_shown;
      return fmt::format("bug: {}{} ({}, {})\n", describe(report.bugs.front()),
                         others == 0 ? "" : fmt::format(", and {}", counted(others, "other bug")),
                         counted(progress.executions, "execution"), how);
    }
    case Verdict::kIncomplete:
      return fmt::format("incomplete: {} ({}, no bug so far, {})\n", why_incomplete(report),
                         counted(progress.executions, "execution"), how);
    case Verdict::kVacuous:
      return fmt::format(
          "vacuous: an assumption failed in every execution, so nothing was checked: look at what mazurka_assume (or "
          "the like) asks for ({}, {})\n",
          counted(progress.executions, "execution"), how);
    case Verdict::kError: break;
  }
  return fmt::format("error: {}\n", why_error(report));
}

std::string list_of(const char* title, const std::vector<Remark>& remarks) {
  if (remarks.empty()) return "";
  std::string out = fmt::format("\n{}:\n", title);
  for (const Remark& remark : remarks)
    out += fmt::format("  {}{}\n", describe(remark), remark.count == 1 ? "" : fmt::format(" ({} times)", remark.count));
  return out;
}

// With those that follow from the options.
std::vector<std::string> all_assumptions(const CheckReport& report) {
  std::vector<std::string> assumptions = report.assumptions;
  const protocol::Environment& environment = report.settings.environment;
  if (environment.max_timeouts == 0)
    assumptions.push_back("no wait times out");
  else if (environment.max_timeouts != UINT32_MAX)
    assumptions.push_back(fmt::format("at most {} of each thread time out", counted(environment.max_timeouts, "wait")));
  if (report.merges_states)
    assumptions.push_back(
        "states with the same name are the same, and no thread uses a variable of a function that has returned: "
        "--algorithm=stateful may miss that; --algorithm=pop compares no states");
  return assumptions;
}

// Locks that nobody sees order nothing.
std::string doubt_of(const CheckReport& report) {
  std::vector<std::string> unseen = report.unseen_objects;
  for (const Unseen& one : report.unseen) unseen.push_back(one.name);
  for (const Remark& remark : report.unsupported)
    if (remark.message == protocol::kUnseenAssembly) unseen.push_back("the assembly at " + remark.position);
  const bool has_race = std::any_of(report.bugs.begin(), report.bugs.end(),
                                    [](const NativeBug& bug) { return bug.kind == protocol::BugKind::kDataRace; });
  if (unseen.empty() || !has_race) return "";
  return fmt::format("what {} does is not seen: if threads synchronise there, the data race may be none",
                     fmt::join(unseen, " and "));
}

std::string what_was_explored(const CheckReport& report) {
  const protocol::Progress& progress = report.progress;
  std::string out;
  if (const std::string doubt = doubt_of(report); !doubt.empty()) out += fmt::format("\n{}\n", doubt);
  if (verdict_of(report) == Verdict::kBug) {
    std::string why = why_incomplete(report);
    out += why.empty() ? "\neverything was explored\n" : fmt::format("\nnot everything was explored: {}\n", why);
  }
  out += fmt::format("\nexecutions {}, blocked {}, deadlocked {}, failed {}, cut {}; {} {}\n",
                     grouped(progress.executions), grouped(progress.blocked), grouped(progress.deadlocks),
                     grouped(progress.failed), grouped(progress.cut), is_sample(report) ? "sampled by" : "algorithm",
                     report.algorithm);
  if (report.runs_by_traces != 0)
    out += fmt::format("auto: by states, which came to an end first; pop had made {}\n",
                       counted(report.runs_by_traces, "execution"));
  if (report.settings.digest != 0)
    out += fmt::format("{} with digest {:016x}\n", counted(progress.traces, "different trace"), progress.trace_digest);
  if (is_sample(report)) out += text_of(samples_of(report));
  if (const Estimate& estimate = progress.insight.estimate; estimate.is_known() && progress.state != State::kDone)
    out += text_of(estimate, pace_of(report)) + "\n";
  if (report.hunt.has_run())
    out += fmt::format("hunt: {} within bounds, {} by pos{}\n", counted(report.hunt.bounded_runs, "run"),
                       counted(report.hunt.samples.runs, "run"),
                       report.hunt.found.empty() ? "" : fmt::format("; found the bug {}", report.hunt.found));
  out +=
      "SC is sequential consistency: the steps of all threads come one after the other; what weaker memory does beyond "
      "that is not explored\n";
  for (const std::string& assumption : all_assumptions(report)) out += fmt::format("assumed: {}\n", assumption);
  out += fmt::format("events {}, longest execution {}, peak memory {} MB\n", grouped(progress.events),
                     counted(progress.max_depth, "event"), (report.peak_rss_bytes + (1 << 20) - 1) >> 20);
  if (progress.foreseen != 0)
    out += fmt::format("not run: {}, all of whose steps had been made before, with the same values\n",
                       counted(progress.foreseen, "execution"));
  if (report.settings.symbolic.has_inputs != 0)
    out += fmt::format("symbolic inputs: {}, {:.2f} s\n", counted(progress.solver_calls, "solver call"),
                       progress.solver_seconds);
  if (!report.tests_folder.empty())
    out += fmt::format("tests: {}, one for each class of inputs, in {}\n", report.tests, report.tests_folder);
  out += text_of(progress.figures);
  if (!report.advice.empty()) out += "\nwhat would help:\n";
  for (const std::string& advice : report.advice) out += fmt::format("  - {}\n", advice);
  return out;
}

nlohmann::ordered_json json_of(const std::vector<Remark>& remarks) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Remark& remark : remarks)
    json.push_back({{"message", remark.message}, {"location", remark.position}, {"count", remark.count}});
  return json;
}

nlohmann::ordered_json json_of(const std::vector<Unseen>& unseen) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Unseen& one : unseen)
    json.push_back({{"name", one.name}, {"library", one.library}, {"location", one.position}});
  return json;
}

void add_numbers(const CheckReport& report, nlohmann::ordered_json& json) {
  const protocol::Progress& progress = report.progress;
  json["complete"] = progress.state == State::kDone && why_incomplete(report).empty();
  json["executions"] = progress.executions;
  json["blocked"] = progress.blocked;
  json["deadlocks"] = progress.deadlocks;
  json["failed"] = progress.failed;
  json["cut"] = progress.cut;
  json["bounded"] = progress.bounded != 0;
  bool digest = report.settings.digest != 0;
  json["traces"] = digest              ? nlohmann::ordered_json(progress.traces)
                   : is_sample(report) ? nlohmann::ordered_json(progress.insight.samples.traces)
                   : report.optimal    ? nlohmann::ordered_json(progress.executions)
                                       : nlohmann::ordered_json();
  if (digest) json["trace_digest"] = fmt::format("{:016x}", progress.trace_digest);
  if (digest && progress.outcomes > 1) {
    json["outcomes"] = progress.outcomes;
    json["outcome_digest"] = fmt::format("{:016x}", progress.outcome_digest);
  }
  if (report.settings.symbolic.has_inputs != 0) {
    json["solver_calls"] = progress.solver_calls;
    json["solver_seconds"] = progress.solver_seconds;
    json["undecided"] = progress.undecided;
    json["made_concrete"] = report.lost_values;
    if (!report.tests_folder.empty()) json["tests"] = {{"count", report.tests}, {"folder", report.tests_folder}};
  }
  json["events"] = progress.events;
  if (progress.foreseen != 0) json["foreseen"] = progress.foreseen;
  json["max_depth"] = progress.max_depth;
  json["peak_bytes"] = progress.peak_bytes;
  if (is_sample(report)) json["sampling"] = json_of(samples_of(report));
  if (report.hunt.has_run()) json["hunt"] = json_of(report.hunt);
  if (progress.state != State::kDone) json["estimate"] = json_of(progress.insight.estimate, pace_of(report));
  add_figures(progress.figures, json);
  json["restarts"] = progress.restarts;
  json["hot_pages"] = progress.hot_pages;
  json["seconds"] = report.seconds;
  json["executions_per_second"] = report.seconds > 0 ? static_cast<double>(progress.executions) / report.seconds : 0.0;
  json["peak_rss_bytes"] = report.peak_rss_bytes;
}

}  // namespace

Verdict verdict_of(const CheckReport& report) {
  if (!report.bugs.empty()) return Verdict::kBug;
  if (report.ending == Ending::kNotStarted || report.ending == Ending::kDied) return Verdict::kError;
  if (report.progress.state == State::kCannotRun || report.progress.state == State::kFailed) return Verdict::kError;
  if (lost_a_bug(report)) return Verdict::kError;
  if (!why_incomplete(report).empty()) return Verdict::kIncomplete;
  const protocol::Progress& progress = report.progress;
  bool is_vacuous = progress.executions != 0 && progress.assumed_away == progress.executions;
  return is_vacuous ? Verdict::kVacuous : Verdict::kVerified;
}

int exit_code_of(const CheckReport& report) {
  if (report.ending == Ending::kInterrupted && report.progress.state != State::kDone) return kExitCodeOfInterrupt;
  return exit_code_of(verdict_of(report));
}

namespace {
Ink ink_of(Verdict verdict) {
  return verdict == Verdict::kVerified ? Ink::kGood : verdict == Verdict::kBug ? Ink::kBug : Ink::kDoubt;
}
}  // namespace

std::string text_of(const CheckReport& report, const TextStyle& style) {
  std::string out = lines_of(verdict_line(report), style);
  if (style.color) out = colored(out.substr(0, out.size() - 1), ink_of(verdict_of(report)), style) + "\n";
  if (verdict_of(report) == Verdict::kError && report.ending != Ending::kDied) return out;
  for (const NativeBug& bug : report.bugs) {
    out += "\n";
    if (report.bugs.size() > 1)
      out += lines_of(
          fmt::format("{}{}\n", describe(bug),
                      bug.occurrences == 1 ? "" : fmt::format(" (in {} executions)", grouped(bug.occurrences))),
          style);
    out += text_of(bug, report.command, style);
  }
  if (report.bugs_not_shown != 0) out += fmt::format("\n{} not shown\n", counted(report.bugs_not_shown, "other bug"));
  std::string remarks = list_of("not supported", report.unsupported);
  if (report.unseen.size() > 1) {
    remarks += "\nnot seen:\n";
    for (const Unseen& one : report.unseen)
      remarks += fmt::format("  {}{}{}\n", one.name, one.library.empty() ? "" : " of " + one.library,
                             one.position.empty() ? "" : ", called at " + one.position);
  }
  if (!report.outcomes.empty()) {
    remarks += fmt::format("\n{} observed:\n", counted(report.outcomes.size(), "outcome"));
    for (const std::string& outcome : report.outcomes)
      remarks += fmt::format("  {}\n", outcome.empty() ? "(nothing)" : outcome);
  }
  remarks += list_of("nondeterministic", report.divergences);
  remarks += list_of("trouble", report.troubles);
  remarks += what_was_explored(report);
  out += lines_of(remarks, style);
  // At the end, where tools and people look first.
  if (!report.bugs.empty()) out += "\n";
  for (const NativeBug& bug : report.bugs) out += summary_line(bug);
  return out;
}

std::string json_of(const CheckReport& report) {
  const protocol::Progress& progress = report.progress;
  nlohmann::ordered_json json;
  Verdict verdict = verdict_of(report);
  json["schema"] = "mazurka-report";
  json["version"] = 2;
  json["tool"] = {{"name", "mazurka"}, {"version", MAZURKA_VERSION}};
  json["command"] = report.words;
  json["verdict"] = name_of(verdict);
  const std::string line = verdict_line(report);
  json["summary"] = line.substr(0, line.size() - 1);
  json["program"] = report.program;
  json["algorithm"] = report.algorithm;
  if (!is_sample(report)) json["scheduler"] = report.scheduler;
  json["memory_model"] = "sc";
  json["options"] = options::json_of(report.settings, options::Keep::kReport);
  add_numbers(report, json);
  json["bugs"] = nullptr;  // here; dumped() adds them
  json["bugs_not_shown"] = report.bugs_not_shown;
  if (const std::string doubt = doubt_of(report); !doubt.empty()) json["doubt"] = doubt;
  if (!report.suppressions.empty()) json["suppressed_races"] = report.suppressed;
  json["unsupported"] = json_of(report.unsupported);
  json["uncontrolled"] = names_of_allowed(progress.uncontrolled);
  json["unseen"] = json_of(report.unseen);
  json["unseen_objects"] = report.unseen_objects;
  json["trusted"] = report.trusted;
  json["assumptions"] = all_assumptions(report);
  if (!report.outcomes.empty()) json["observed"] = report.outcomes;
  if (!report.advice.empty()) json["advice"] = report.advice;
  json["divergences"] = json_of(report.divergences);
  json["troubles"] = json_of(report.troubles);
  if (verdict == Verdict::kError) json["error"] = why_error(report);
  if (verdict != Verdict::kError && !why_incomplete(report).empty()) json["incomplete"] = why_incomplete(report);
  return dumped(std::move(json), report.bugs);
}

}  // namespace mazurka::report
