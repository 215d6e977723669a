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

void add_counts(Transaction& transaction, const Lease& lease, const Counts& counts) {
  std::vector<Parameters> rows;
  for (const auto& [key, value] : rows_of(counts))
    rows.push_back({lease.run.number, static_cast<int64_t>(lease.generation), lease.worker.number % kTotalSlots,
                    static_cast<int64_t>(key.first), key.second, value});
  insert_rows(transaction, "total (run, generation, slot, kind, name, value)", rows,
              fmt::format("ON CONFLICT (run, generation, slot, kind, name) DO UPDATE SET value = CASE "
                          "WHEN excluded.kind <> {} THEN total.value + excluded.value "
                          "WHEN excluded.value > total.value THEN excluded.value ELSE total.value END",
                          static_cast<int64_t>(TotalKind::kMaximum)));
}

// One by one: two of one checkpoint may have the same fingerprint.
void add_bugs(Transaction& transaction, const Lease& lease, std::vector<Bug> bugs) {
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
        {lease.run.number, static_cast<int64_t>(lease.generation), storable(bug.fingerprint), Bytes{bug.order_key},
         storable(bug.summary), storable(bug.trace), static_cast<int64_t>(bug.occurrences)});
}

void add_remarks(Transaction& transaction, const Lease& lease, std::vector<Remark> remarks) {
  std::sort(remarks.begin(), remarks.end());
  for (const Remark& remark : remarks)
    transaction.run(
        "INSERT INTO remark (run, generation, kind, text) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        {lease.run.number, static_cast<int64_t>(lease.generation), storable(remark.kind), storable(remark.text)});
}

// True if an earlier attempt, whose answer was lost, came through.
bool was_committed(Transaction& transaction, const Lease& lease) {
  if (!transaction.repeated()) return false;
  return !transaction.run("SELECT 1 FROM worker WHERE id = $1 AND last_token = $2", {lease.worker.number, lease.token})
              .empty();
}

// The unit's number.
Answer insert_continuation(Transaction& transaction, const Lease& next, Store::Seconds seconds) {
  return transaction.run(
      fmt::format("INSERT INTO unit (run, generation, order_key, content, token, worker, lease_end, attempts) "
                  "VALUES ($1, $2, $3, $4, $5, $6, {} + $7, 1) RETURNING id",
                  transaction.dialect().now),
      {next.run.number, static_cast<int64_t>(next.generation), Bytes{next.order_key}, Bytes{next.bytes}, next.token,
       next.worker.number, int64_t{std::chrono::duration_cast<std::chrono::milliseconds>(seconds).count()}});
}

// That of one which an earlier attempt inserted. It may have been taken by another meanwhile.
Answer find_continuation(Transaction& transaction, const Lease& next) {
  return transaction.run("SELECT id FROM unit WHERE run = $1 AND token = $2", {next.run.number, next.token});
}

}  // namespace

Store::Or<Accepted> Store::checkpoint(const Lease& lease, const Checkpoint& checkpoint, Seconds next_lease) {
  Accepted result;
  Lease next = {{}, lease.run, lease.worker, new_token(), lease.generation, 1, {}, {}};
  if (checkpoint.continuation) {
    next.order_key = checkpoint.continuation->order_key;
    next.bytes = checkpoint.continuation->bytes;
  }
  const Or<Nothing> done = connection_.transact(Access::kWrite, [&](Transaction& transaction) {
    const Answer gone = transaction.run(
        "DELETE FROM unit WHERE id = $1 AND token = $2 AND run = $3 AND generation = $4 "
        "AND generation = (SELECT generation FROM run WHERE id = $3)",
        {lease.unit.number, lease.token, lease.run.number, static_cast<int64_t>(lease.generation)});
    const bool before = gone.changed == 0 && was_committed(transaction, lease);
    result = {gone.changed == 1 || before, std::nullopt};
    if (transaction.failed() || !result.accepted) return transaction.abandon();
    if (checkpoint.continuation) {
      const Answer unit =
          before ? find_continuation(transaction, next) : insert_continuation(transaction, next, next_lease);
      if (!unit.empty()) {
        next.unit.number = unit.integer(0, 0);
        result.next = next;
      }
    }
    if (before) return;
    insert_units(transaction, lease.run, lease.generation, checkpoint.given);
    add_bugs(transaction, lease, checkpoint.bugs);
    add_remarks(transaction, lease, checkpoint.remarks);
    add_counts(transaction, lease, checkpoint.counts);
    transaction.run(
        fmt::format("UPDATE worker SET last_token = $2, last_seen = {} WHERE id = $1", transaction.dialect().now),
        {lease.worker.number, lease.token});
  });
  if (!done) return done.error();
  return result;
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
