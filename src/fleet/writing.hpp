// What the parts of the store share: statements of several rows, units, random tokens.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fleet/connection.hpp"
#include "fleet/records.hpp"

namespace mazurka::fleet {

// "INSERT INTO `into` VALUES (...), (...) `then`", for any number of rows with the same number of values.
void insert_rows(Transaction& transaction, const std::string& into, const std::vector<Parameters>& rows,
                 const std::string& then = "");

void insert_units(Transaction& transaction, RunId run, uint64_t generation, const std::vector<NewUnit>& units);

// Those with a condition such as "WHERE id = $1", with their files.
std::vector<Run> read_runs(Transaction& transaction, const std::string& condition, const Parameters& parameters);

// The totals of the current generation of a run, or of all runs: by run.
std::map<RunId, Counts> read_totals(Transaction& transaction, std::optional<RunId> run);

// What lies in two columns of a run; nothing if they are NULL.
std::optional<StoredStop> stop_of(const Answer& answer, size_t row, size_t column);

Demand read_demand(Transaction& transaction, RunId run);

// In the place of a generation: of a remark that outlasts them.
inline constexpr int64_t kOfAllGenerations = -1;

// How the counts of units lie in the table `total`. Numbers in the database have 63 bits, and a sum that needs more is
// an error (PostgreSQL) or becomes inexact (SQLite): digests are added as two halves.
enum class TotalKind : int64_t { kSum = 0, kMaximum = 1, kDigestLow = 2, kDigestHigh = 3 };

}  // namespace mazurka::fleet
