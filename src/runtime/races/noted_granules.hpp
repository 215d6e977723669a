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
// The same of pages of the heap, before something becomes known of one as a whole; each may be there several times.
void note_page(HeapPage& page);
std::vector<HeapPage*> take_noted_pages();
void forget_noted_granules();

// Waypoints: from now on, what is noted has the contents before the change; or it has not, and nothing is noted.
void keep_granules(bool keep);
// How many changes were noted; and: takes back all but so many.
struct NotedChanges {
  size_t granules = 0, pages = 0;
};
NotedChanges noted_changes();
void take_back_granules(const NotedChanges& changes);
}  // namespace races

}  // namespace mazurka::runtime
