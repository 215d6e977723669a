// The one transaction by which a unit becomes done.
//
// The unit's row is deleted; its counts are added to its worker's slot of the totals; its parts are inserted. So there
// is no moment at which a part of the tree is in the table twice or not at all, and the rows do not grow with the
// number of executions. All transactions lock rows in the same order (unit, bug, remark, total, worker; within a table
// by key), so that none waits for another in a circle.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "fleet/store.hpp"
#include "fleet/text.hpp"
#include "fleet/writing.hpp"

namespace mazurka::fleet {

namespace {

// Workers that finish at the same moment add to different rows: a row is locked until its transaction is on disk. More
// slots would be more rows to add up.
constexpr int64_t kTotalSlots = 16;

struct NamedCount {
  const char* name;
  uint64_t Counts::*value;
};
constexpr NamedCount kSums[] = {
    {"executions", &Counts::executions}, {"blocked", &Counts::blocked}, {"deadlocks", &Counts::deadlocks},
    {"failed", &Counts::failed},         {"cut", &Counts::cut},         {"events", &Counts::events}};
constexpr NamedCount kMaxima[] = {{"max_depth", &Counts::max_depth}, {"peak_bytes", &Counts::peak_bytes}};

using TotalRows = std::map<std::pair<TotalKind, std::string>, int64_t>;

void put(TotalRows& rows, TotalKind kind, const std::string& name, uint64_t value) {
  CHECK(value <= INT64_MAX, "a count has more than 63 bits");
  if (value != 0) rows[{kind, storable(name)}] = static_cast<int64_t>(value);
}

TotalRows rows_of(const Counts& counts) {
  TotalRows rows;
  for (const auto& [name, value] : counts.sums) put(rows, TotalKind::kSum, name, value);
  for (const auto& [name, value] : counts.maxima) put(rows, TotalKind::kMaximum, name, value);
  for (const auto& [name, value] : counts.digests) {
    put(rows, TotalKind::kDigestLow, name, value & UINT32_MAX);
    put(rows, TotalKind::kDigestHigh, name, value >> 32);
  }
  for (const NamedCount& count : kSums) put(rows, TotalKind::kSum, count.name, counts.*count.value);
  for (const NamedCount& count : kMaxima) put(rows, TotalKind::kMaximum, count.name, counts.*count.value);
  return rows;
}

void enter(Counts& counts, TotalKind kind, const std::string& name, uint64_t sum, uint64_t maximum) {
  for (const NamedCount& count : kSums)
    if (kind == TotalKind::kSum && name == count.name) return void(counts.*count.value = sum);
  for (const NamedCount& count : kMaxima)
    if (kind == TotalKind::kMaximum && name == count.name) return void(counts.*count.value = maximum);
  if (kind == TotalKind::kSum) counts.sums[name] = sum;
  if (kind == TotalKind::kMaximum) counts.maxima[name] = maximum;
  if (kind == TotalKind::kDigestLow) counts.digests[name] += sum;
  if (kind == TotalKind::kDigestHigh) counts.digests[name] += sum << 32;
}

// Whose work is handed in.
struct Author {
  RunId run;
  WorkerId worker;
  uint64_t generation = 0;

  int64_t number() const { return static_cast<int64_t>(generation); }
};

void add_counts(Transaction& transaction, const Author& author, const Counts& counts) {
  std::vector<Parameters> rows;
  for (const auto& [key, value] : rows_of(counts))
    rows.push_back({author.run.number, author.number(), author.worker.number % kTotalSlots,
                    static_cast<int64_t>(key.first), key.second, value});
  insert_rows(transaction, "total (run, generation, slot, kind, name, value)", rows,
              fmt::format("ON CONFLICT (run, generation, slot, kind, name) DO UPDATE SET value = CASE "
                          "WHEN excluded.kind <> {} THEN total.value + excluded.value "
                          "WHEN excluded.value > total.value THEN excluded.value ELSE total.value END",
                          static_cast<int64_t>(TotalKind::kMaximum)));
}

// One by one: two of one checkpoint may have the same fingerprint.
void add_bugs(Transaction& transaction, const Author& author, std::vector<Bug> bugs) {
  std::sort(bugs.begin(), bugs.end(), [](const Bug& a, const Bug& b) { return a.fingerprint < b.fingerprint; });
  for (const Bug& bug : bugs)
    transaction.run(
        "INSERT INTO bug (run, generation, fingerprint, order_key, summary, trace, occurrences) VALUES ($1, $2, $3, "
        "$4, $5, $6, $7) "
        "ON CONFLICT (run, generation, fingerprint) DO UPDATE SET occurrences = bug.occurrences + "
        "excluded.occurrences, "
        "summary = CASE WHEN excluded.order_key < bug.order_key THEN excluded.summary ELSE bug.summary END, "
        "trace = CASE WHEN excluded.order_key < bug.order_key THEN excluded.trace ELSE bug.trace END, "
        "order_key = CASE WHEN excluded.order_key < bug.order_key THEN excluded.order_key ELSE bug.order_key END",
        {author.run.number, author.number(), storable(bug.fingerprint), Bytes{bug.order_key}, storable(bug.summary),
         storable(bug.trace), static_cast<int64_t>(bug.occurrences)});
}

void add_remarks(Transaction& transaction, const Author& author, std::vector<Remark> remarks) {
  std::sort(remarks.begin(), remarks.end());
  for (const Remark& remark : remarks)
    transaction.run("INSERT INTO remark (run, generation, kind, text) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                    {author.run.number, remark.lasting ? kOfAllGenerations : author.number(), storable(remark.kind),
                     storable(remark.text)});
}

void put_pieces(Transaction& transaction, const Author& author, const std::vector<StoredPiece>& pieces) {
  for (const StoredPiece& piece : pieces)
    transaction.run(
        "INSERT INTO piece (run, id, generation, order_key, content) VALUES ($1, $2, $3, $4, $5) "
        "ON CONFLICT (run, id) DO UPDATE SET content = excluded.content",
        {author.run.number, piece.id, static_cast<int64_t>(piece.generation), Bytes{piece.order_key},
         Bytes{piece.bytes}});
}

void note_stop(Transaction& transaction, const Author& author, const StoredStop& stop) {
  transaction.run(
      "UPDATE run SET stop_key = $2, stop = $3 WHERE id = $1 AND generation = $4 AND (stop_key IS NULL OR stop_key > "
      "$2)",
      {author.run.number, Bytes{stop.order_key}, Bytes{stop.bytes}, author.number()});
}

// True if an earlier attempt, whose answer was lost, came through.
bool was_committed(Transaction& transaction, WorkerId worker, int64_t token) {
  if (!transaction.repeated()) return false;
  return !transaction.run("SELECT 1 FROM worker WHERE id = $1 AND last_token = $2", {worker.number, token}).empty();
}

// False if one of the leases is stale.
bool end_units(Transaction& transaction, const Author& author, const std::vector<Held>& held) {
  if (transaction.run("SELECT 1 FROM run WHERE id = $1 AND generation = $2", {author.run.number, author.number()})
          .empty())
    return false;
  for (const Held& one : held) {
    const Answer gone = transaction.run(
        "DELETE FROM unit WHERE run = $1 AND token = $2 AND generation = $3 "
        "AND generation = (SELECT generation FROM run WHERE id = $1)",
        {author.run.number, one.token, author.number()});
    if (transaction.failed() || gone.changed != static_cast<int64_t>(one.units)) return false;
  }
  return true;
}

void keep_units(Transaction& transaction, const Author& author, int64_t token, const std::vector<NewUnit>& units,
                Store::Seconds seconds) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(seconds).count();
  for (const NewUnit& unit : units)
    transaction.run(
        fmt::format("INSERT INTO unit (run, generation, order_key, content, token, worker, lease_end, attempts) "
                    "VALUES ($1, $2, $3, $4, $5, $6, {} + $7, 1)",
                    transaction.dialect().now),
        {author.run.number, author.number(), Bytes{unit.order_key}, Bytes{unit.bytes}, token, author.worker.number,
         int64_t{milliseconds}});
}

void write_exchange(Transaction& transaction, const Author& author, int64_t token, const Exchange& exchange,
                    Store::Seconds lease) {
  keep_units(transaction, author, token, exchange.kept, lease);
  insert_units(transaction, author.run, author.generation, exchange.given);
  add_bugs(transaction, author, exchange.bugs);
  add_remarks(transaction, author, exchange.remarks);
  add_counts(transaction, author, exchange.counts);
  put_pieces(transaction, author, exchange.pieces);
  transaction.run(
      fmt::format("UPDATE worker SET last_token = $2, last_seen = {} WHERE id = $1", transaction.dialect().now),
      {author.worker.number, token});
}

// What the worker should know of the run.
void read_back(Transaction& transaction, RunId run, Exchanged& result) {
  // Of an earlier attempt, some may have been taken by others meanwhile.
  const Answer units =
      transaction.run("SELECT id FROM unit WHERE run = $1 AND token = $2 ORDER BY id", {run.number, result.token});
  for (size_t k = 0; k < units.rows.size(); k++) result.kept.push_back({units.integer(k, 0)});
  const Answer row = transaction.run("SELECT state, stop_key, stop FROM run WHERE id = $1", {run.number});
  if (row.empty()) return;
  result.state = state_named(row.text(0, 0));
  result.stop = stop_of(row, 0, 1);
  result.demand = read_demand(transaction, run);
}

}  // namespace

Store::Or<Exchanged> Store::exchange(RunId run, WorkerId worker, uint64_t generation, const Exchange& exchange,
                                     Seconds lease) {
  Exchanged result;
  const int64_t token = new_token();
  const Author author = {run, worker, generation};
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    result = {};
    result.token = token;
    const bool before = was_committed(transaction, worker, token);
    if (!before) {
      // First of all, so that nobody who has locked the run waits for our units.
      if (exchange.stop) note_stop(transaction, author, *exchange.stop);
      if (!end_units(transaction, author, exchange.ends)) return transaction.abandon();
      write_exchange(transaction, author, token, exchange, lease);
    }
    result.accepted = true;
    read_back(transaction, run, result);
  });
  if (!done) return done.error();
  return result;
}

Store::Or<Accepted> Store::checkpoint(const Lease& lease, const Checkpoint& checkpoint, Seconds next_lease) {
  Exchange all;
  all.ends = {{lease.token, 1}};
  if (checkpoint.continuation) all.kept = {*checkpoint.continuation};
  all.given = checkpoint.given;
  all.counts = checkpoint.counts;
  all.bugs = checkpoint.bugs;
  all.remarks = checkpoint.remarks;
  const Or<Exchanged> done = exchange(lease.run, lease.worker, lease.generation, all, next_lease);
  if (!done) return done.error();
  Accepted result = {done->accepted, std::nullopt};
  if (!done->kept.empty())
    result.next = Lease{
        done->kept.front(),    lease.run, lease.worker, done->token, lease.generation, 1, all.kept.front().order_key,
        all.kept.front().bytes};
  return result;
}

Store::Or<std::vector<StoredPiece>> Store::pieces(RunId run) {
  std::vector<StoredPiece> list;
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    const Answer answer =
        transaction.run("SELECT id, generation, order_key, content FROM piece WHERE run = $1", {run.number});
    list.clear();
    for (size_t k = 0; k < answer.rows.size(); k++)
      list.push_back(
          {answer.integer(k, 0), static_cast<uint64_t>(answer.integer(k, 1)), answer.bytes(k, 2), answer.bytes(k, 3)});
  });
  if (!done) return done.error();
  return list;
}

std::map<RunId, Counts> read_totals(Transaction& transaction, std::optional<RunId> run) {
  const Answer answer = transaction.run(
      fmt::format("SELECT run, kind, name, CAST(sum(value) AS BIGINT), max(value) FROM total WHERE "
                  "generation = (SELECT generation FROM run WHERE id = total.run) {} GROUP BY run, kind, name",
                  run ? "AND run = $1" : ""),
      run ? Parameters{run->number} : Parameters{});
  std::map<RunId, Counts> totals;
  for (size_t k = 0; k < answer.rows.size(); k++)
    enter(totals[{answer.integer(k, 0)}], static_cast<TotalKind>(answer.integer(k, 1)), answer.text(k, 2),
          static_cast<uint64_t>(answer.integer(k, 3)), static_cast<uint64_t>(answer.integer(k, 4)));
  return totals;
}

void Counts::add(const Counts& other) {
  for (const NamedCount& count : kSums) this->*count.value += other.*count.value;
  for (const NamedCount& count : kMaxima) this->*count.value = std::max(this->*count.value, other.*count.value);
  for (const auto& [name, value] : other.sums) sums[name] += value;
  for (const auto& [name, value] : other.maxima) maxima[name] = std::max(maxima[name], value);
  for (const auto& [name, value] : other.digests) digests[name] += value;
}

}  // namespace mazurka::fleet
