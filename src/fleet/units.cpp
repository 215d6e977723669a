// Leases. A unit is free if its lease has ended; one that was never leased has ended at 0. A lease is its unit's token:
// taking the unit again changes it, and every statement for a lease names it. Clocks only decide when a unit is handed
// out again, never whose result counts.
#include <fmt/format.h>

#include "fleet/store.hpp"
#include "fleet/writing.hpp"

namespace mazurka::fleet {

namespace {

int64_t milliseconds_of(Store::Seconds seconds) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(seconds).count();
}

// The rest of a statement that holds for a current lease only.
constexpr const char* kCurrentLease =
    "WHERE id = $1 AND token = $2 AND run = $3 AND generation = (SELECT generation FROM run WHERE id = $3)";

Parameters parameters_of(const Lease& lease) {
  return {lease.unit.number, lease.token, lease.run.number};
}

// The unit is not behind the place where the run stops.
constexpr const char* kBeforeStop = "order_key <= COALESCE((SELECT stop_key FROM run WHERE id = {}), order_key)";

constexpr const char* kReturnedColumns = "id, generation, attempts, order_key, content";

std::optional<Lease> lease_of(const Answer& row, RunId run, WorkerId worker, int64_t token) {
  if (row.empty()) return std::nullopt;
  return Lease{{row.integer(0, 0)},
               run,
               worker,
               token,
               static_cast<uint64_t>(row.integer(0, 1)),
               static_cast<uint64_t>(row.integer(0, 2)),
               row.bytes(0, 3),
               row.bytes(0, 4)};
}

// The scalar subqueries are evaluated once. PostgreSQL looks at a row again when it has locked it, so that two workers
// never get the same.
std::string acquire_statement(const Dialect& dialect) {
  return fmt::format(
      "UPDATE unit SET token = $1, worker = $2, lease_end = {0} + $3, attempts = attempts + 1 WHERE id = "
      "(SELECT id FROM unit WHERE run = $4 AND generation = (SELECT generation FROM run WHERE id = $4 AND state = "
      "'open') "
      "AND lease_end <= {0} AND {3} ORDER BY order_key, id LIMIT 1 {1}) RETURNING {2}",
      dialect.now, dialect.lock_skip_locked, kReturnedColumns, fmt::format(kBeforeStop, "$4"));
}

void note_waiting(Transaction& transaction, WorkerId worker, std::optional<RunId> run) {
  transaction.run(
      fmt::format("UPDATE worker SET waiting_for = $2, last_seen = {} WHERE id = $1", transaction.dialect().now),
      {worker.number, run ? Value(run->number) : Value(Nothing())});
}

}  // namespace

Store::Or<Acquired> Store::acquire(RunId run, WorkerId worker, Seconds lease, Waits waits) {
  const int64_t token = new_token();
  Acquired acquired;
  bool known = true;
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    acquired = {};
    known = true;
    if (transaction.repeated())
      acquired.lease =
          lease_of(transaction.run(fmt::format("SELECT {} FROM unit WHERE run = $1 AND token = $2", kReturnedColumns),
                                   {run.number, token}),
                   run, worker, token);
    if (!acquired.lease)
      acquired.lease = lease_of(transaction.run(acquire_statement(transaction.dialect()),
                                                {token, worker.number, milliseconds_of(lease), run.number}),
                                run, worker, token);
    if (acquired.lease) {
      acquired.generation = acquired.lease->generation;
      if (waiting_.contains(worker)) note_waiting(transaction, worker, std::nullopt);
      return;
    }
    if (waits == Waits::kYes) note_waiting(transaction, worker, run);
    const Answer rest =
        transaction.run(fmt::format("SELECT state, generation, (SELECT count(*) FROM unit WHERE unit.run = run.id AND "
                                    "unit.generation = run.generation AND {}) FROM run WHERE id = $1",
                                    fmt::format(kBeforeStop, "$1")),
                        {run.number});
    known = !rest.empty();
    if (!known) return;
    acquired.state = state_named(rest.text(0, 0));
    acquired.generation = static_cast<uint64_t>(rest.integer(0, 1));
    acquired.open_units = static_cast<uint64_t>(rest.integer(0, 2));
  });
  if (!done) return done.error();
  if (!known) return no_such_run(run);
  if (acquired.lease)
    waiting_.erase(worker);
  else if (waits == Waits::kYes)
    waiting_.insert(worker);
  return acquired;
}

Store::Or<bool> Store::renew(const Lease& lease, Seconds seconds) {
  bool renewed = false;
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    const std::string_view now = transaction.dialect().now;
    Parameters parameters = parameters_of(lease);
    parameters.emplace_back(milliseconds_of(seconds));
    renewed = transaction.run(fmt::format("UPDATE unit SET lease_end = {} + $4 {}", now, kCurrentLease), parameters)
                  .changed == 1;
    transaction.run(fmt::format("UPDATE worker SET last_seen = {} WHERE id = $1", now), {lease.worker.number});
  });
  if (!done) return done.error();
  return renewed;
}

Store::Or<bool> Store::release(const Lease& lease) {
  bool released = false;
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    released = transaction
                   .run(fmt::format("UPDATE unit SET lease_end = 0, token = NULL, worker = NULL {}", kCurrentLease),
                        parameters_of(lease))
                   .changed == 1;
  });
  if (!done) return done.error();
  return released;
}

Store::Or<Nothing> Store::release_all(RunId run) {
  return connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    transaction.run("UPDATE unit SET lease_end = 0, token = NULL, worker = NULL WHERE run = $1 AND token IS NOT NULL",
                    {run.number});
  });
}

Store::Or<Nothing> Store::release_of(RunId run, WorkerId worker) {
  return connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    transaction.run("UPDATE unit SET lease_end = 0, token = NULL, worker = NULL WHERE run = $1 AND worker = $2",
                    {run.number, worker.number});
  });
}

Store::Or<bool> Store::renew_held(RunId run, const std::vector<Held>& held, Seconds seconds) {
  bool renewed = true;
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    renewed = true;
    for (const Held& one : held)
      renewed &= transaction
                     .run(fmt::format("UPDATE unit SET lease_end = {} + $3 WHERE run = $1 AND token = $2 AND "
                                      "generation = (SELECT generation FROM run WHERE id = $1)",
                                      transaction.dialect().now),
                          {run.number, one.token, milliseconds_of(seconds)})
                     .changed == static_cast<int64_t>(one.units);
  });
  if (!done) return done.error();
  return renewed;
}

Store::Or<Demand> Store::demand(RunId run) {
  Demand demand;
  const Or<Nothing> done =
      connection_.transact(Access::kRead, [&](Transaction& transaction) { demand = read_demand(transaction, run); });
  if (!done) return done.error();
  return demand;
}

Store::Or<Left> Store::left(RunId run, uint64_t most) {
  Left left;
  const std::string open =
      fmt::format("FROM unit WHERE run = $1 AND generation = $2 AND {}", fmt::format(kBeforeStop, "$1"));
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    left = {};
    const Answer row = transaction.run("SELECT generation FROM run WHERE id = $1", {run.number});
    if (row.empty()) return;
    const int64_t generation = row.integer(0, 0);
    left.generation = static_cast<uint64_t>(generation);
    const Answer count = transaction.run("SELECT count(*) " + open, {run.number, generation});
    if (!count.empty()) left.units = static_cast<uint64_t>(count.integer(0, 0));
    const Answer units = transaction.run("SELECT content " + open + " ORDER BY random() LIMIT $3",
                                         {run.number, generation, static_cast<int64_t>(most)});
    for (size_t k = 0; k < units.rows.size(); k++) left.sample.push_back(units.bytes(k, 0));
    left.totals = read_totals(transaction, run)[run];
  });
  if (!done) return done.error();
  return left;
}

Demand read_demand(Transaction& transaction, RunId run) {
  const Answer row = transaction.run(
      fmt::format(
          "SELECT (SELECT count(*) FROM worker WHERE waiting_for = $1 AND last_seen >= {0} - $2), "
          "(SELECT count(*) FROM unit WHERE run = $1 AND generation = (SELECT generation FROM run WHERE id = $1) "
          "AND lease_end <= {0})",
          transaction.dialect().now),
      {run.number, int64_t{Store::kWaitingSeconds} * 1000});
  if (row.empty()) return {};
  return {static_cast<uint64_t>(row.integer(0, 0)), static_cast<uint64_t>(row.integer(0, 1))};
}

}  // namespace mazurka::fleet
