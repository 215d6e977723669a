// What came out of runs so far. Each call sees one state of the store.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fleet/store.hpp"
#include "fleet/writing.hpp"

namespace mazurka::fleet {

namespace {

constexpr const char* kOfCurrentGeneration = "run = $1 AND generation = (SELECT generation FROM run WHERE id = $1)";

}  // namespace

Store::Or<Counts> Store::totals(RunId run) {
  Counts counts;
  const Or<Nothing> done = connection_.transact(
      Access::kRead, [&](Transaction& transaction) { counts = read_totals(transaction, run)[run]; });
  if (!done) return done.error();
  return counts;
}

Store::Or<std::vector<Bug>> Store::bugs(RunId run) {
  std::vector<Bug> list;
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    const Answer answer =
        transaction.run(fmt::format("SELECT fingerprint, order_key, summary, trace, occurrences FROM bug WHERE {} "
                                    "ORDER BY order_key, fingerprint",
                                    kOfCurrentGeneration),
                        {run.number});
    list.clear();
    for (size_t k = 0; k < answer.rows.size(); k++)
      list.push_back({answer.text(k, 0), answer.bytes(k, 1), answer.text(k, 2), answer.text(k, 3),
                      static_cast<uint64_t>(answer.integer(k, 4))});
  });
  if (!done) return done.error();
  return list;
}

Store::Or<std::vector<Remark>> Store::remarks(RunId run) {
  std::vector<Remark> list;
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    const Answer answer =
        transaction.run(fmt::format("SELECT kind, text, generation FROM remark WHERE {} OR (run = $1 AND generation = "
                                    "{})",
                                    kOfCurrentGeneration, kOfAllGenerations),
                        {run.number});
    list.clear();
    for (size_t k = 0; k < answer.rows.size(); k++)
      list.push_back({answer.text(k, 0), answer.text(k, 1), answer.integer(k, 2) == kOfAllGenerations});
  });
  if (!done) return done.error();
  std::sort(list.begin(), list.end());  // not by the database: servers differ in how they sort text
  return list;
}

Store::Or<std::vector<RunSummary>> Store::runs() {
  std::vector<RunSummary> list;
  const Or<Nothing> done = connection_.transact(Access::kRead, [&](Transaction& transaction) {
    list.clear();
    std::map<RunId, size_t> places;
    for (Run& run : read_runs(transaction, "ORDER BY id", {})) {
      places[run.id] = list.size();
      list.push_back({std::move(run), {}, 0, 0, 0, 0});
    }
    for (auto& [run, counts] : read_totals(transaction, std::nullopt))
      if (places.contains(run)) list[places[run]].totals = std::move(counts);
    const Answer units = transaction.run(
        fmt::format("SELECT unit.run, count(*), sum(CASE WHEN lease_end > {0} THEN 1 ELSE 0 END), "
                    "count(DISTINCT CASE WHEN lease_end > {0} THEN worker END) "
                    "FROM unit JOIN run ON run.id = unit.run AND run.generation = unit.generation GROUP BY unit.run",
                    transaction.dialect().now));
    for (size_t k = 0; k < units.rows.size(); k++) {
      RunSummary& line = list[places[{units.integer(k, 0)}]];
      line.leased_units = static_cast<uint64_t>(units.integer(k, 2));
      line.free_units = static_cast<uint64_t>(units.integer(k, 1)) - line.leased_units;
      line.workers = static_cast<uint64_t>(units.integer(k, 3));
    }
    const Answer bugs = transaction.run(
        "SELECT bug.run, count(*) FROM bug JOIN run ON run.id = bug.run AND run.generation = bug.generation GROUP BY "
        "bug.run");
    for (size_t k = 0; k < bugs.rows.size(); k++)
      list[places[{bugs.integer(k, 0)}]].bugs = static_cast<uint64_t>(bugs.integer(k, 1));
  });
  if (!done) return done.error();
  return list;
}

}  // namespace mazurka::fleet
