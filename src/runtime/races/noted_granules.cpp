#include "runtime/races/noted_granules.hpp"

#include <algorithm>

namespace mazurka::runtime {

bool notes_granules = false;

namespace {
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<Granule*>& noted = *new std::vector<Granule*>;
}  // namespace

void note_granule(Granule& granule) {
  noted.push_back(&granule);
}

namespace races {

std::vector<Granule*> take_noted_granules() {
  std::sort(noted.begin(), noted.end());
  noted.erase(std::unique(noted.begin(), noted.end()), noted.end());
  std::vector<Granule*> taken;
  taken.swap(noted);
  return taken;
}

void forget_noted_granules() {
  noted.clear();
}

}  // namespace races

}  // namespace mazurka::runtime
