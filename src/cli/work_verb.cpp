// `mazurka work STORE`: explores units of the open runs of a store. It needs no sources: the program comes from the
// store.
#include "cli/work_verb.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/verb.hpp"
#include "fleet/store.hpp"
#include "runs/kept_run.hpp"
#include "runs/sandbox.hpp"
#include "runs/store_journal.hpp"
#include "supervise/pool.hpp"

namespace mazurka {

namespace {

constexpr int kInterruptedCode = 130;

struct WorkOptions {
  std::string store;
  uint32_t jobs = 1;
  bool drain = false;
  bool sandbox = false;
};

// How the work on one run ended.
enum class Worked { kDone, kRefused, kInterrupted };

Result<Worked, std::string> work_on(const WorkOptions& options, const std::vector<std::string>& wrapper,
                                    fleet::RunId run) {
  auto opened = fleet::Store::open(options.store, patiently(false));
  if (!opened) return opened.error();
  auto kept = runs::read_run(std::move(*opened), run);
  const auto refuse = [&](const std::string& why) {
    fmt::print(stderr, "mazurka: run {} is left to others: {}\n", run.number, why);
    return Worked::kRefused;
  };
  if (!kept) return refuse(kept.error());
  auto request = runs::request_of(*kept);
  if (!request) return refuse(request.error());
  request->wrapper = wrapper;
  if (const auto why = runs::why_not_here(*kept, *request)) return refuse(*why);
  const StandardInput nothing = StandardInput::known(kept->spec.input, "");
  protocol::Settings settings = kept->spec.settings;
  settings.max_seconds = 0;
  const WorkerRequest worker = exploration_of(*request, kept->input ? *kept->input : nothing, settings);
  runs::StoreJournal journal(std::move(kept->store), run, runs::Role::kHelper);
  const uint32_t jobs = options.jobs != 0 ? options.jobs : std::thread::hardware_concurrency();
  const auto result = run_pool(worker, jobs, &journal);
  if (!result) return result.error();
  if (result->ending == report::Ending::kNotStarted) return refuse(result->sentence);
  return result->ending == report::Ending::kInterrupted ? Worked::kInterrupted : Worked::kDone;
}

int work(const WorkOptions& options) {
  std::vector<std::string> wrapper;
  if (options.sandbox) {
    auto command = runs::sandbox_command();
    if (!command) return complain(command.error());
    wrapper = std::move(*command);
  }
  const auto opened = fleet::Store::open(options.store, patiently(false));
  if (!opened) return complain(opened.error());
  std::set<fleet::RunId> refused;
  for (bool said = false;;) {
    const auto runs = (*opened)->runs();
    if (!runs) return complain(runs.error());
    bool worked = false;
    for (const fleet::RunSummary& line : *runs) {
      if (line.run.state != fleet::RunState::kOpen || refused.contains(line.run.id)) continue;
      worked = true;
      const auto done = work_on(options, wrapper, line.run.id);
      if (!done) return complain(done.error());
      if (*done == Worked::kRefused) refused.insert(line.run.id);
      if (*done == Worked::kInterrupted) return kInterruptedCode;
    }
    if (worked) {
      said = false;
      continue;
    }
    if (options.drain) return 0;
    if (!said) fmt::print(stderr, "mazurka: no run is open for this worker: waiting for one\n");
    said = true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

}  // namespace

void add_work_verb(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<WorkOptions>();
  CLI::App* verb = app.add_subcommand("work", "Explore runs of a store, until interrupted");
  verb->add_option("STORE", options->store, "An SQLite file, or a URL that begins with postgresql://")->required();
  verb->add_option("-j,--jobs", options->jobs, "Explore with N processes; 0: one for each core")->capture_default_str();
  verb->add_flag("--sandbox", options->sandbox,
                 "Run programs without network and with a read-only file system, by bubblewrap");
  verb->add_flag("--drain", options->drain, "End when no run is open");
  verb->callback([options, &exit_code] { exit_code = work(*options); });
}

}  // namespace mazurka
