#include "cli/runs_verb.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cli/verb.hpp"
#include "fleet/store.hpp"
#include "report/words.hpp"

namespace mazurka {

namespace {

using fleet::RunSummary;
using fleet::Store;

constexpr auto kRefresh = std::chrono::seconds(2);
constexpr Store::Seconds kSeenWithin{60};

struct RunsOptions {
  std::string store;
  std::string format = "text";
  bool watch = false;
};

std::string local_time(fleet::Moment moment) {
  const auto seconds = static_cast<std::time_t>(moment / 1000);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts)};
}

// Others write to the store, and a terminal obeys control characters.
std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

// Of a run that may go on.
std::string estimate_of(const fleet::Run& run) {
  const bool goes_on = run.state == fleet::RunState::kOpen || run.state == fleet::RunState::kStopped;
  return goes_on && !run.estimate.empty() ? ": " + printable(run.estimate) : "";
}

std::string text_of(const std::vector<RunSummary>& runs, const std::vector<fleet::Worker>& workers) {
  if (runs.empty()) return "the store has no run\n";
  std::string text = fmt::format("{:>5}  {:<8}  {:<16}  {:>15}  {:>5}  {:>10}  {:>7}  {}\n", "run", "state", "started",
                                 "executions", "bugs", "open units", "workers", "name");
  for (const RunSummary& line : runs)
    text += fmt::format("{:>5}  {:<8}  {:<16}  {:>15}  {:>5}  {:>10}  {:>7}  {}{}\n", line.run.id.number,
                        name_of(line.run.state), local_time(line.run.started), report::grouped(line.totals.executions),
                        report::grouped(line.bugs), report::grouped(line.free_units + line.leased_units), line.workers,
                        printable(line.run.description.name), estimate_of(line.run));
  std::set<std::string> hosts;
  for (const fleet::Worker& worker : workers) hosts.insert(worker.host);
  if (!workers.empty())
    text += fmt::format("\n{} seen within the last minute, on {}\n", report::counted(workers.size(), "worker"),
                        report::counted(hosts.size(), "machine"));
  return text;
}

nlohmann::ordered_json json_of(const RunSummary& line) {
  const fleet::Counts& totals = line.totals;
  return {{"run", line.run.id.number},
          {"name", line.run.description.name},
          {"state", name_of(line.run.state)},
          {"program", line.run.description.program},
          {"options", line.run.description.options},
          {"command_line", line.run.description.command_line},
          {"started_ms", line.run.started},
          {"changed_ms", line.run.changed},
          {"generation", line.run.generation},
          {"executions", totals.executions},
          {"blocked", totals.blocked},
          {"deadlocks", totals.deadlocks},
          {"failed", totals.failed},
          {"cut", totals.cut},
          {"events", totals.events},
          {"max_depth", totals.max_depth},
          {"peak_bytes", totals.peak_bytes},
          {"bugs", line.bugs},
          {"free_units", line.free_units},
          {"leased_units", line.leased_units},
          {"workers", line.workers},
          {"estimate", line.run.estimate}};
}

std::string json_of(const std::vector<RunSummary>& runs, const std::vector<fleet::Worker>& workers) {
  nlohmann::ordered_json document = {{"runs", nlohmann::ordered_json::array()},
                                     {"workers", nlohmann::ordered_json::array()}};
  for (const RunSummary& line : runs) document["runs"].push_back(json_of(line));
  for (const fleet::Worker& worker : workers)
    document["workers"].push_back(
        {{"name", worker.name}, {"host", worker.host}, {"since_ms", worker.since}, {"last_seen_ms", worker.last_seen}});
  return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

int list_runs(const RunsOptions& options) {
  // While it is watched, a server may be started again.
  const auto opened =
      Store::open(options.store, options.watch ? patiently(false) : fleet::OpenOptions{.create = false});
  if (!opened) return complain(opened.error());
  Store& store = **opened;
  const bool terminal = options.watch && isatty(STDOUT_FILENO) == 1;
  for (;;) {
    const auto runs = store.runs();
    if (!runs) return complain(runs.error());
    const auto workers = store.workers(kSeenWithin);
    if (!workers) return complain(workers.error());
    // Of a terminal, all is cleared: the cursor goes to the first place.
    fmt::print("{}{}", terminal ? "\033[H\033[2J" : "",
               options.format == "json" ? json_of(*runs, *workers) : text_of(*runs, *workers));
    std::fflush(stdout);
    if (!options.watch || std::ferror(stdout) != 0) return 0;
    std::this_thread::sleep_for(kRefresh);
  }
}

}  // namespace

void add_runs_verb(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunsOptions>();
  CLI::App* verb = app.add_subcommand("runs", "List the runs of a store of work");
  verb->add_option("STORE", options->store, "An SQLite file, or a URL that begins with postgresql://")->required();
  verb->add_flag("--watch", options->watch, "List them again every two seconds, until interrupted");
  verb->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  verb->callback([options, &exit_code] { exit_code = list_runs(*options); });
}

}  // namespace mazurka
