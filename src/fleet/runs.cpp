// Runs, their states and generations.
#include <fmt/format.h>

#include <array>
#include <map>

#include "base/check.hpp"
#include "fleet/store.hpp"
#include "fleet/text.hpp"
#include "fleet/writing.hpp"

namespace mazurka::fleet {

namespace {

constexpr std::array kStateNames = {"open", "complete", "bug", "stopped", "failed"};

// Of one run, or in one statement of all.
void read_files(Transaction& transaction, std::vector<Run>& runs) {
  const bool one = runs.size() == 1;
  const Answer files = transaction.run(
      fmt::format("SELECT run, path, hash FROM run_file {} ORDER BY run, path", one ? "WHERE run = $1" : ""),
      one ? Parameters{runs.front().id.number} : Parameters{});
  std::map<int64_t, Run*> by_number;
  for (Run& run : runs) by_number[run.id.number] = &run;
  for (size_t k = 0; k < files.rows.size(); k++)
    if (const auto run = by_number.find(files.integer(k, 0)); run != by_number.end())
      run->second->description.files.push_back({files.text(k, 1), files.text(k, 2)});
}

}  // namespace

const char* name_of(RunState state) {
  return kStateNames[static_cast<size_t>(state)];
}

RunState state_named(const std::string& name) {
  for (size_t k = 0; k < kStateNames.size(); k++)
    if (name == kStateNames[k]) return static_cast<RunState>(k);
  return RunState::kFailed;
}

std::vector<Run> read_runs(Transaction& transaction, const std::string& condition, const Parameters& parameters) {
  const Answer answer = transaction.run(
      "SELECT id, name, program, options, command_line, state, generation, started, changed, estimate FROM run " +
          condition,
      parameters);
  std::vector<Run> runs;
  for (size_t k = 0; k < answer.rows.size(); k++) {
    Run run;
    run.id = {answer.integer(k, 0)};
    run.description = {answer.text(k, 1), answer.text(k, 2), answer.text(k, 3), answer.text(k, 4), {}};
    run.state = state_named(answer.text(k, 5));
    run.generation = static_cast<uint64_t>(answer.integer(k, 6));
    run.started = answer.integer(k, 7);
    run.changed = answer.integer(k, 8);
    run.estimate = answer.text(k, 9);
    runs.push_back(std::move(run));
  }
  read_files(transaction, runs);
  return runs;
}

Store::Or<RunId> Store::create_run(const RunDescription& description, const NewUnit& root, const History& known) {
  RunId run;
  const Connection::Body body = [&](Transaction& transaction) {
    const Answer row = transaction.run(
        fmt::format("INSERT INTO run (name, program, options, command_line, state, "
                    "generation, history, estimate, started, changed) "
                    "VALUES ($1, $2, $3, $4, 'open', $6, $5, '', {0}, {0}) RETURNING id",
                    transaction.dialect().now),
        {storable(description.name), storable(description.program), storable(description.options),
         storable(description.command_line), Bytes{known.bytes}, static_cast<int64_t>(known.generation)});
    if (row.empty()) return;
    run.number = row.integer(0, 0);
    for (const ProgramFile& file : description.files)
      transaction.run("INSERT INTO run_file (run, path, hash) VALUES ($1, $2, $3)",
                      {run.number, storable(file.path), storable(file.hash)});
    insert_units(transaction, run, known.generation, {root});
  };
  // A second attempt could make a second run.
  if (Or<Nothing> done = connection_.transact(Access::kWrite, body, Connection::Repeat::kNo); !done)
    return done.error();
  return run;
}

Store::Or<std::optional<Run>> Store::find_unfinished(const std::string& program, const std::string& options) {
  std::vector<Run> found;
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    found = read_runs(transaction,
                      "WHERE program = $1 AND options = $2 AND state IN ('open', 'stopped') ORDER BY id DESC LIMIT 1",
                      {storable(program), storable(options)});
  });
  if (!done) return done.error();
  return found.empty() ? std::optional<Run>() : found.front();
}

Store::Or<std::optional<Run>> Store::run(RunId run) {
  std::vector<Run> found;
  const Or<Nothing> done = connection_.transact(
      Access::kRead, [&](Transaction& transaction) { found = read_runs(transaction, "WHERE id = $1", {run.number}); });
  if (!done) return done.error();
  return found.empty() ? std::optional<Run>() : found.front();
}

Store::Or<Nothing> Store::add_file(RunId run, const ProgramFile& file) {
  return connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    transaction.run("INSERT INTO run_file (run, path, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    {run.number, storable(file.path), storable(file.hash)});
  });
}

Store::Or<Nothing> Store::set_state(RunId run, RunState state) {
  return change_run(run, fmt::format("state = $2, changed = {}", connection_.dialect().now), name_of(state));
}

Store::Or<Nothing> Store::set_estimate(RunId run, const std::string& text) {
  return change_run(run, "estimate = $2", storable(text));
}

Store::Or<Nothing> Store::change_run(RunId run, const std::string& what, const std::string& value) {
  bool known = false;
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    known = transaction.run(fmt::format("UPDATE run SET {} WHERE id = $1", what), {run.number, value}).changed == 1;
  });
  return done.ok() && !known ? Or<Nothing>(no_such_run(run)) : done;
}

std::string Store::no_such_run(RunId run) const {
  return fmt::format("the store {} has no run {}", name(), run.number);
}

Store::Or<bool> Store::complete_if_done(RunId run) {
  bool complete = false;
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    // The run's row is locked by a statement of its own, before units are looked for: a new generation that begins
    // meanwhile is then either seen with its root, or waits for us and finds the run complete.
    const Answer row = transaction.run(
        fmt::format("SELECT state, generation FROM run WHERE id = $1 {}", transaction.dialect().lock), {run.number});
    complete = !row.empty() && row.text(0, 0) == "complete";
    if (row.empty() || row.text(0, 0) != "open") return transaction.abandon();
    const int64_t generation = row.integer(0, 1);
    const Answer open =
        transaction.run("SELECT 1 FROM unit WHERE run = $1 AND generation = $2 LIMIT 1", {run.number, generation});
    if (transaction.failed() || !open.empty()) return transaction.abandon();
    transaction.run(
        fmt::format("UPDATE run SET state = 'complete', changed = {} WHERE id = $1", transaction.dialect().now),
        {run.number});
    transaction.run("DELETE FROM unit WHERE run = $1", {run.number});  // left over from older generations
    complete = true;
  });
  if (!done) return done.error();
  return complete;
}

Store::Or<History> Store::history(RunId run) {
  std::optional<History> found;
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    const Answer row =
        transaction.run("SELECT generation, history, stop_key, stop FROM run WHERE id = $1", {run.number});
    if (!row.empty()) found = {static_cast<uint64_t>(row.integer(0, 0)), row.bytes(0, 1), stop_of(row, 0, 2)};
  });
  if (!done) return done.error();
  if (!found) return no_such_run(run);
  return *found;
}

Store::Or<bool> Store::begin_generation(RunId run, uint64_t expected, const std::string& history, const NewUnit& root,
                                        uint64_t next) {
  bool first = false;
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    const auto old = static_cast<int64_t>(expected);
    const auto begun = static_cast<int64_t>(next == 0 ? expected + 1 : next);
    // Who comes second waits here, and then finds another generation.
    const Answer changed = transaction.run(fmt::format("UPDATE run SET generation = $2, history = $3, stop_key = NULL, "
                                                       "stop = NULL, changed = {} "
                                                       "WHERE id = $1 AND generation = $4 AND state = 'open'",
                                                       transaction.dialect().now),
                                           {run.number, begun, Bytes{history}, old});
    first = changed.changed == 1;
    if (!first) return transaction.abandon();
    for (const char* table : {"unit", "bug", "remark", "total"})
      transaction.run(fmt::format("DELETE FROM {} WHERE run = $1 AND generation < $2 AND generation >= 0", table),
                      {run.number, begun});
    insert_units(transaction, run, static_cast<uint64_t>(begun), {root});
  });
  if (!done) return done.error();
  return first;
}

}  // namespace mazurka::fleet
