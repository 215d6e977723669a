// The value of a shared object: one word.
#pragma once

#include <cstdint>

namespace mazurka {

using Value = int64_t;

}  // namespace mazurka
