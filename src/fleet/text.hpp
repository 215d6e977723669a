// Text as both engines take it: UTF-8 without null bytes.
#pragma once

#include <string>
#include <string_view>

namespace mazurka::fleet {

// Bytes that are not part of a character become \xNN. The same for the same bytes, so that it can be searched for.
std::string storable(std::string_view text);

}  // namespace mazurka::fleet
