#include "fleet/writing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace mazurka::fleet {

namespace {

// Rows are inserted by powers of two of them, so that there are few different statements to compile.
constexpr size_t kMostRows = 64;

std::string values_clause(size_t rows, size_t columns) {
  std::string clause;
  for (size_t row = 0, number = 1; row < rows; row++) {
    clause += row == 0 ? "(" : ", (";
    for (size_t column = 0; column < columns; column++, number++)
      clause += fmt::format("{}${}", column == 0 ? "" : ", ", number);
    clause += ")";
  }
  return clause;
}

}  // namespace

void insert_rows(Transaction& transaction, const std::string& into, const std::vector<Parameters>& rows,
                 const std::string& then) {
  for (size_t begin = 0; begin < rows.size();) {
    const size_t count = std::min(std::bit_floor(rows.size() - begin), kMostRows);
    Parameters parameters;
    for (size_t k = begin; k < begin + count; k++) parameters.insert(parameters.end(), rows[k].begin(), rows[k].end());
    transaction.run(fmt::format("INSERT INTO {} VALUES {} {}", into, values_clause(count, rows[begin].size()), then),
                    parameters);
    begin += count;
  }
}

void insert_units(Transaction& transaction, RunId run, uint64_t generation, const std::vector<NewUnit>& units) {
  std::vector<Parameters> rows;
  for (const NewUnit& unit : units)
    rows.push_back({run.number, static_cast<int64_t>(generation), Bytes{unit.order_key}, Bytes{unit.bytes}, int64_t{0},
                    int64_t{0}});
  insert_rows(transaction, "unit (run, generation, order_key, content, lease_end, attempts)", rows);
}

std::optional<StoredStop> stop_of(const Answer& answer, size_t row, size_t column) {
  if (std::holds_alternative<Nothing>(answer.rows[row][column])) return std::nullopt;
  return StoredStop{answer.bytes(row, column), answer.bytes(row, column + 1)};
}

}  // namespace mazurka::fleet
