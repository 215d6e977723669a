// The store of work: runs, their units, and what the units gave. It lies in an SQLite file or in a PostgreSQL database
// and is shared by any number of processes, which may die at any moment. docs/fleet.md has the schema and says why the
// totals are exact all the same; in short: a unit is either open or done, and one transaction makes it done, adds its
// counts and inserts its children.
//
// A Store is one connection. One thread uses it, in the process that opened it: not after a fork. What a call returns
// as an error is a sentence for the user. A call that fails has changed nothing, or (a lost connection) it is not
// known.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "fleet/connection.hpp"
#include "fleet/records.hpp"

namespace mazurka::fleet {

struct OpenOptions {
  bool create = true;  // makes the file and the schema if they are not there
  // How long each call waits for a server that has gone, and opening for one that is not there. Calls are then
  // repeated, without effect if the lost one had come through.
  std::chrono::milliseconds patience{0};
  // Told, once, why opening waits.
  void (*on_wait)(const std::string& sentence) = nullptr;
};

class Store {
 public:
  using Seconds = std::chrono::duration<double>;
  template <class T>
  using Or = Result<T, std::string>;

  // A path, or a URL that begins with postgresql://.
  static Or<std::unique_ptr<Store>> open(const std::string& name, OpenOptions options = {});
  // The same for a database that is open already.
  static Or<std::unique_ptr<Store>> open(std::unique_ptr<Database> database, const std::string& name,
                                         OpenOptions options = {});
  // As it may be shown: a URL without its password.
  const std::string& name() const { return connection_.name(); }

  // --- runs
  // `known`: a run that is past its first generation already.
  Or<RunId> create_run(const RunDescription& description, const NewUnit& root, const History& known = {});
  Or<Nothing> add_file(RunId run, const ProgramFile& file);
  // The last run that can be gone on with: open or stopped, of this program with these options.
  Or<std::optional<Run>> find_unfinished(const std::string& program, const std::string& options);
  Or<std::optional<Run>> run(RunId run);
  Or<Nothing> set_state(RunId run, RunState state);
  Or<Nothing> set_estimate(RunId run, const std::string& text);
  // Ends an open run that has no unit left. False if it is not open, or has some.
  Or<bool> complete_if_done(RunId run);

  // --- generations
  // What was learned by the generation so far, and where it stops.
  Or<History> history(RunId run);
  // What was learned starts the exploration again: the run forgets all units and what they gave. False, and nothing is
  // changed, if the run's generation is another already: somebody was first.
  // `next`: the new generation; 0: the one after the expected one.
  Or<bool> begin_generation(RunId run, uint64_t expected, const std::string& history, const NewUnit& root,
                            uint64_t next = 0);

  // --- workers and units
  Or<WorkerId> add_worker(const std::string& name, const std::string& host);
  Or<Nothing> heartbeat(WorkerId worker);
  // The first unit that is free, or whose lease has ended. If there is none, the worker counts as waiting, unless it
  // says otherwise, until it gets one, or is not seen for kWaitingSeconds.
  enum class Waits { kYes, kNo };
  Or<Acquired> acquire(RunId run, WorkerId worker, Seconds lease, Waits waits = Waits::kYes);
  // False if the lease is stale. One that has ended, but was not taken by another, is renewed.
  Or<bool> renew(const Lease& lease, Seconds seconds);
  // Gives a unit back, undone. False if the lease is stale.
  Or<bool> release(const Lease& lease);
  // Takes all leases from their holders, who are refused from then on. For a run whose workers are known to be dead.
  Or<Nothing> release_all(RunId run);
  // ... from one of them.
  Or<Nothing> release_of(RunId run, WorkerId worker);
  // In one transaction: everything that the worker holds is done, as far as it is not kept or given away, with what it
  // gave. Its next hold begins with the kept units.
  Or<Exchanged> exchange(RunId run, WorkerId worker, uint64_t generation, const Exchange& exchange, Seconds lease);
  // False if something of it is another's by now.
  Or<bool> renew_held(RunId run, const std::vector<Held>& held, Seconds seconds);
  // The same for one unit: the unit is done, with its counts, bugs and remarks; its parts are inserted, and the
  // continuation is leased to the same worker.
  Or<Accepted> checkpoint(const Lease& lease, const Checkpoint& checkpoint, Seconds next_lease);
  static constexpr int kWaitingSeconds = 15;
  Or<Demand> demand(RunId run);
  // With a random sample of at most so many units.
  Or<Left> left(RunId run, uint64_t most);

  // --- what came out, in the current generation
  Or<Counts> totals(RunId run);
  Or<std::vector<Bug>> bugs(RunId run);  // in their order
  Or<std::vector<Remark>> remarks(RunId run);
  Or<std::vector<StoredPiece>> pieces(RunId run);        // of all generations, in no order
  Or<std::vector<RunSummary>> runs();                    // oldest first
  Or<std::vector<Worker>> workers(Seconds seen_within);  // oldest first

  // --- files of programs
  // Keeps the content, compressed, once, by its content_hash.
  Or<Nothing> put_file(std::string_view content);
  // An error if the store does not have it, or has it damaged.
  Or<Bytes> get_file(const std::string& hash);

 private:
  explicit Store(Connection connection) : connection_(std::move(connection)) {}
  Or<Nothing> check_schema(bool create);
  // `what`: of a column that gets the value $2.
  Or<Nothing> change_run(RunId run, const std::string& what, const std::string& value);
  std::string no_such_run(RunId run) const;

  Connection connection_;
  std::set<WorkerId> waiting_;  // of this process: those that the store takes for waiting
};

// For pieces. Positive and random, not counted: a number that was given and then forgotten, because a server lost its
// last transactions or was restored from a copy, must not be given again.
int64_t new_token();

// 32 hexadecimal digits.
std::string content_hash(std::string_view content);
// The same of a file that is not held in memory; nothing if it cannot be read.
std::optional<std::string> content_hash_of_file(const std::string& path);

}  // namespace mazurka::fleet
