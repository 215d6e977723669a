// Granules that an execution changed, as long as somebody wants to know: the one that makes the prefix, or one that has
// a waypoint, for which their contents are kept, too.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/platform/own_variable.hpp"
#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {

// Must be told of every granule that is changed, before that, with an address in it.
MAZURKA_OWN extern bool notes_granules;
void note_granule(Granule& granule, uintptr_t address);
// The same because of an access, which is in the cell.
void note_access(Granule& granule, uintptr_t address, Cell cell);

namespace races {
// For the prefix, beside those who want to name states (race_state.cpp).
MAZURKA_OWN extern bool notes_for_prefix;
MAZURKA_OWN extern void (*note_for_names)(Granule& granule, uintptr_t address, Cell cell);
// Each once. Forgets them.
std::vector<Granule*> take_noted_granules();
void forget_noted_granules();

// Waypoints: from now on, what is noted has the contents before the change; or it has not, and nothing is noted.
void keep_granules(bool keep);
// How many changes were noted; and: takes back all but so many.
size_t granule_change_count();
void take_back_granules(size_t changes);
}  // namespace races

}  // namespace mazurka::runtime
