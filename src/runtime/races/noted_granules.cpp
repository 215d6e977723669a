#include "runtime/races/noted_granules.hpp"

#include <algorithm>

#include "runtime/memory/rewind.hpp"

namespace mazurka::runtime {

bool notes_granules = false;

namespace {
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<Granule*>& noted = *new std::vector<Granule*>;
std::vector<HeapPage*>& noted_pages = *new std::vector<HeapPage*>;
struct GranuleChange {
  Granule* granule;
  Granule cells;
  Origins origins;
};
std::vector<GranuleChange>& granule_changes = *new std::vector<GranuleChange>;
struct PageChange {
  HeapPage* page;
  HeapPage before;
};
std::vector<PageChange>& page_changes = *new std::vector<PageChange>;
bool keeps_granules = false;
constexpr size_t kMostChanges = size_t{1} << 18;  // beyond, it is better to repeat the execution from further back
}  // namespace

void note_granule(Granule& granule, uintptr_t /*address*/) {
  if (keeps_granules) {
    if (granule_changes.size() == kMostChanges)
      void_waypoints();
    else
      granule_changes.push_back({&granule, granule, origins_of(granule)});
  } else if (races::notes_for_prefix)
    noted.push_back(&granule);
}

void note_access(Granule& granule, uintptr_t address, Cell cell) {
  note_granule(granule, address);
  if (races::note_for_names != nullptr) races::note_for_names(granule, address, cell);
}

namespace races {

bool notes_for_prefix = false;
void (*note_for_names)(Granule& granule, uintptr_t address, Cell cell) = nullptr;

std::vector<Granule*> take_noted_granules() {
  std::sort(noted.begin(), noted.end());
  noted.erase(std::unique(noted.begin(), noted.end()), noted.end());
  std::vector<Granule*> taken;
  taken.swap(noted);
  return taken;
}

void note_page(HeapPage& page) {
  if (keeps_granules)
    page_changes.push_back({&page, page});
  else if (notes_for_prefix)
    noted_pages.push_back(&page);
}

std::vector<HeapPage*> take_noted_pages() {
  std::vector<HeapPage*> taken;
  taken.swap(noted_pages);
  return taken;
}

void forget_noted_granules() {
  noted.clear();
  noted_pages.clear();
}

void keep_granules(bool keep) {
  granule_changes.clear();
  page_changes.clear();
  keeps_granules = notes_granules = keep;
}

NotedChanges noted_changes() {
  return {granule_changes.size(), page_changes.size()};
}

void take_back_granules(const NotedChanges& changes) {
  for (; page_changes.size() > changes.pages; page_changes.pop_back())
    *page_changes.back().page = page_changes.back().before;
  while (granule_changes.size() > changes.granules) {
    const GranuleChange& change = granule_changes.back();
    *change.granule = change.cells;
    origins_of(*change.granule) = change.origins;
    granule_changes.pop_back();
  }
}

}  // namespace races

}  // namespace mazurka::runtime
