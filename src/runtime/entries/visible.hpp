// Helpers of the files that stand in for library functions.
#pragma once

#include <cstdint>

#include "runtime/engine/visible.hpp"
#include "runtime/platform/stand_in.hpp"
