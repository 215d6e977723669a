// A program of which only a part is checked, a call of mazurka::check (<mazurka/check.hpp>): the program is started
// again for it, with INSIDE_MAZURKA in its environment, and runs up to that call.
#pragma once

namespace mazurka::runtime {

// The program ends, and did not come to the part that it was started for.
bool has_missed_checked_part();

}  // namespace mazurka::runtime
