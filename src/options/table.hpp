// All options of `mazurka check`, `toy`, `replay` and `doctor` that fill a field.
#pragma once

#include <span>

#include "options/option.hpp"

namespace mazurka::options {

std::span<const Option> table();

// The values of all rows that are kept there (or in more places), by their keys.
Json json_of(const protocol::Settings& settings, Keep keep, std::span<const Option> rows = table());

// Sets what the object names; what it does not name stays. Gives a name that no row has, or whose value is none of the
// option's.
std::optional<std::string> set_from_json(const Json& json, protocol::Settings& settings,
                                         std::span<const Option> rows = table());

}  // namespace mazurka::options
