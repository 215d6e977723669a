// Functions that throw or catch.
#pragma once

#include <string_view>

namespace mazurka::runtime {

// Where a slot for the function must lead, so that foresight gets to know of its calls; null for other functions.
const char* way_that_notes_exceptions(std::string_view symbol);

}  // namespace mazurka::runtime
