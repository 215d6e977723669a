// `mazurka wait STORE RUN`: waits for the end of a run, and says what `mazurka check` would have said.
#include "cli/wait_verb.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "cli/verb.hpp"
#include "fleet/store.hpp"
#include "runs/kept_run.hpp"
#include "runs/store_journal.hpp"
#include "supervise/check.hpp"

namespace mazurka {

namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(300);

struct WaitOptions {
  std::string store;
  int64_t run = 0;
  std::string format = "text";
  uint32_t explain = 2;
};

Result<WorkerResult, std::string> result_of(fleet::Store& store, const fleet::Run& run) {
  auto all = runs::everything_of(store, run.id);
  if (!all) return all.error();
  const auto end = runs::ending_of(store, run.id);
  if (!end) return end.error();
  WorkerResult result;
  result.progress = all->pieces.total();
  result.progress.state = end->state;
  result.log = std::move(all->log);
  all->pieces.put_into(result.log);
  result.log_dropped = all->pieces.log_dropped();
  result.ending = end->ending;
  result.sentence = end->sentence;
  result.runtime_version = protocol::kVersion;
  result.seconds = static_cast<double>(run.changed - run.started) / 1000;
  return result;
}

int wait(const WaitOptions& options) {
  auto opened = fleet::Store::open(options.store, patiently(false));
  if (!opened) return complain(opened.error());
  for (;;) {
    const auto run = (*opened)->run({options.run});
    if (!run) return complain(run.error());
    if (!*run) return complain(fmt::format("the store {} has no run {}", (*opened)->name(), options.run));
    if ((*run)->state != fleet::RunState::kOpen) break;
    std::this_thread::sleep_for(kLookEvery);
  }
  auto kept = runs::read_run(std::move(*opened), {options.run});
  if (!kept) return complain(kept.error());
  auto request = runs::request_of(*kept);
  if (!request) return complain(request.error());
  request->options.explain = options.explain;
  auto result = result_of(*kept->store, kept->run);
  if (!result) return complain(result.error());
  const StandardInput nothing = StandardInput::known(kept->spec.input, "");
  const auto report =
      report_on(*request, kept->input ? *kept->input : nothing, kept->spec.settings, std::move(*result));
  if (!report) return complain(report.error());
  fmt::print("{}", options.format == "json" ? report::json_of(*report) : report::text_of(*report));
  return exit_code_of(*report);
}

}  // namespace

void add_wait_verb(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<WaitOptions>();
  CLI::App* verb = app.add_subcommand("wait", "Wait for the end of a run in a store, and give its verdict");
  verb->add_option("STORE", options->store, "An SQLite file, or a URL that begins with postgresql://")->required();
  verb->add_option("RUN", options->run, "The run's number")->required();
  verb->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  verb->add_option("--explain", options->explain, "Look for so many seconds for a shorter schedule of each bug")
      ->capture_default_str();
  verb->callback([options, &exit_code] { exit_code = wait(*options); });
}

}  // namespace mazurka
