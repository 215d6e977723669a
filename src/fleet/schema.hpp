// The tables of a store, for both engines. docs/fleet.md explains them.
#pragma once

#include <string>
#include <vector>

#include "fleet/database.hpp"

namespace mazurka::fleet {

// Changes with every change of the tables or of what they mean.
inline constexpr int64_t kSchemaVersion = 3;

// The statements that make them.
std::vector<std::string> schema_statements(const Dialect& dialect);

}  // namespace mazurka::fleet
