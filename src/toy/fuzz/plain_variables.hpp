// Makes variables of a program plain, for algorithms that must find data races.
#pragma once

#include <cstdint>
#include <optional>

#include "toy/language/ast.hpp"

namespace mazurka::toy {

// Some of the variables that are only loaded and stored become plain; of these, most get a mutex that is locked around
// most accesses to them. Nothing if there is no such variable, or if the program has inputs. What it does depends on
// the program and the seed.
std::optional<Source> with_plain_variables(const Source& source, uint64_t seed);

}  // namespace mazurka::toy
