#include "fleet/database.hpp"

#include "base/check.hpp"

namespace mazurka::fleet {

namespace {

template <class T>
const T& cell(const Answer& answer, size_t row, size_t column) {
  CHECK(row < answer.rows.size() && column < answer.rows[row].size(), "a query gave less than was asked for");
  const T* value = std::get_if<T>(&answer.rows[row][column]);
  CHECK(value != nullptr, "a query gave a value of another type");
  return *value;
}

}  // namespace

int64_t Answer::integer(size_t row, size_t column) const {
  return cell<int64_t>(*this, row, column);
}

std::string Answer::text(size_t row, size_t column) const {
  return cell<std::string>(*this, row, column);
}

std::string Answer::bytes(size_t row, size_t column) const {
  return cell<Bytes>(*this, row, column).data;
}

}  // namespace mazurka::fleet
