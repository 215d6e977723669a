// Explores a program in parts, as several processes do: parts are given away, parts are given up and taken up again by
// another explorer, all at random moments.
#pragma once

#include <functional>

#include "explore/explorer.hpp"

namespace mazurka::toy {

// `explore` runs one explorer with the options it is given. What it says of the parts is added up. The seed of the
// options decides where the tree is divided.
Statistics explore_in_parts(Options options, const std::function<Statistics(const Options&)>& explore);

}  // namespace mazurka::toy
