// Granules that an execution changed, as long as somebody wants to know: the one that makes the prefix.
#pragma once

#include <vector>

#include "runtime/platform/own_variable.hpp"
#include "runtime/races/shadow.hpp"

namespace mazurka::runtime {

// Must be told of every granule that is changed, before that.
MAZURKA_OWN extern bool notes_granules;
void note_granule(Granule& granule);

namespace races {
// Each once. Forgets them.
std::vector<Granule*> take_noted_granules();
void forget_noted_granules();
}  // namespace races

}  // namespace mazurka::runtime
