// A program of which only a part is checked, a call of mazurka::check (<mazurka/check.hpp>): the program is started
// again for it, with INSIDE_MAZURKA in its environment, and runs up to that call.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// Was this program started for such a part?
bool is_started_for_part();

// User thread's side.

// It is in the part now. Refused while threads run that were started before: what they do is not the part's, and who
// would end them comes after it.
void begin_checked_part(uint64_t pc);
// The program ends. That is a failure if it did not come to the part that it was started for, or is still in it.
void refuse_end_in_checked_part(uint64_t pc);

}  // namespace mazurka::runtime
