#include "runtime/memory/snapshot.hpp"

#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include <vector>

#include "runtime/memory/rewind.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace {

struct Region {
  uintptr_t begin, end;
  size_t first_page;  // index into pages
};

// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<Region>& regions = *new std::vector<Region>;
struct Page {
  uint32_t hot_index_plus_one = 0;  // in hot_pages; 0: was not written since the base
  bool changed_since_prefix = false;
};
std::vector<Page>& pages = *new std::vector<Page>;
std::vector<uintptr_t>& hot_pages = *new std::vector<uintptr_t>;
std::vector<uint32_t>& hot_since_prefix = *new std::vector<uint32_t>;    // indices into hot_pages
std::vector<MemoryRange>& added_before = *new std::vector<MemoryRange>;  // of the base, to be added when it is taken
bool taken = false;
bool prefix_taken = false;
constexpr size_t kNoDetour = SIZE_MAX;
size_t hot_before_detour = kNoDetour;  // how many were hot since the prefix when the base was restored after it

char* clean_copy_of(size_t hot_index, Level level) {
  uintptr_t base = level == Level::kBase ? kShadowBase : kShadowBase + kShadowBytes / 2;
  return reinterpret_cast<char*>(base + hot_index * kPage);
}

void save_hot_page(size_t hot_index, Level level) {
  memcpy(clean_copy_of(hot_index, level), reinterpret_cast<void*>(hot_pages[hot_index]), kPage);
}

void add_region(uintptr_t begin, uintptr_t end) {
  if (end <= begin) return;
  regions.push_back({begin, end, pages.size()});
  pages.resize(pages.size() + (end - begin) / kPage, Page{});
  raw_syscall(SYS_mprotect, static_cast<long>(begin), static_cast<long>(end - begin), PROT_READ);
}

uintptr_t parse_hex(const char*& text) {
  uintptr_t value = 0;
  for (;; text++) {
    char c = *text;
    if (c >= '0' && c <= '9')
      value = value * 16 + static_cast<uintptr_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = value * 16 + static_cast<uintptr_t>(c - 'a' + 10);
    else
      return value;
  }
}

std::vector<char> read_maps() {
  long file = raw_syscall(SYS_openat, AT_FDCWD, as_word("/proc/self/maps"), O_RDONLY | O_CLOEXEC);
  if (file < 0) blame_machine("cannot read /proc/self/maps");
  std::vector<char> text(1 << 16);  // which is written to: a page that nobody needs would take time, too
  size_t used = 0;
  for (;;) {
    long got = raw_syscall(SYS_read, file, as_word(text.data() + used), static_cast<long>(text.size() - used - 1));
    if (got <= 0) break;
    used += static_cast<size_t>(got);
    if (used + 4096 > text.size()) text.resize(text.size() * 2);
  }
  raw_syscall(SYS_close, file);
  text[used] = 0;
  return text;
}

bool starts_with(const char* text, const char* prefix) {
  while (*prefix != 0)
    if (*text++ != *prefix++) return false;
  return true;
}

bool belongs_to_snapshot(uintptr_t begin, const char* line) {
  if (is_own_memory(begin)) return false;
  if (begin >= kCheckerBase && begin < kShadowBase + kShadowBytes) return false;
  if (begin >= kArenaBase && begin < kMainStackBase + kMainStackBytes) return false;  // added below, as far as in use
  return strstr(line, "[stack]") == nullptr;
}

// Calls `use` for each mapping.
template <class Use>
void for_each_mapping(std::vector<char>& maps, Use use) {
  for (char* line = maps.data(); *line != 0;) {
    char* newline = strchr(line, '\n');
    if (newline != nullptr) *newline = 0;
    const char* at = line;
    uintptr_t begin = parse_hex(at);
    at++;
    uintptr_t end = parse_hex(at);
    // The kernel joins our variables with a neighbour, such as the first thread's storage, if their rights are equal.
    for (uintptr_t from = begin; from < end;) {
      uintptr_t until = end_of_own_memory(from, end);
      use(from, until, at, belongs_to_snapshot(from, line));
      from = until;
    }
    if (newline == nullptr) break;
    line = newline + 1;
  }
}

}  // namespace

std::vector<MemoryRange> readable_memory() {
  std::vector<char> maps = read_maps();
  std::vector<MemoryRange> ranges;
  for_each_mapping(maps, [&](uintptr_t begin, uintptr_t end, const char* rights, bool belongs) {
    // This library's C++ library has allocated something, too. What was not written since the base is read-only now.
    bool own = is_own_memory(begin) && starts_with(rights, " rw");
    bool others = belongs && (starts_with(rights, " rw-p") || starts_with(rights, " r--p"));
    if ((own || others) && strstr(rights, "[v") == nullptr) ranges.push_back({begin, end});
  });
  return ranges;
}

void add_to_snapshot(uintptr_t begin, uintptr_t end) {
  if (taken)
    add_region(begin, end);
  else if (!forks_to_restart())
    added_before.push_back({begin, end});
}

namespace {

Page* find_page(uintptr_t address) {
  for (const Region& region : regions)
    if (address >= region.begin && address < region.end)
      return &pages[region.first_page + (address - region.begin) / kPage];
  return nullptr;
}

void protect(uintptr_t page, int how) {
  raw_syscall(SYS_mprotect, static_cast<long>(page), kPage, how);
}

}  // namespace

bool heat_page(uintptr_t address) {
  uintptr_t begin = address & ~(kPage - 1);
  Page* page = find_page(begin);
  if (page == nullptr) return false;
  bool is_new = page->hot_index_plus_one == 0;
  bool is_new_since_prefix = prefix_taken && !page->changed_since_prefix;
  if (!is_new && !is_new_since_prefix) return false;
  if (is_new) {
    hot_pages.push_back(begin);
    page->hot_index_plus_one = static_cast<uint32_t>(hot_pages.size());
    save_hot_page(hot_pages.size() - 1, Level::kBase);
    if (prefix_taken) save_hot_page(hot_pages.size() - 1, Level::kPrefix);
  }
  if (is_new_since_prefix) {
    page->changed_since_prefix = true;
    hot_since_prefix.push_back(page->hot_index_plus_one - 1);
  }
  protect(begin, PROT_READ | PROT_WRITE);
  return true;
}

void heat_range(uintptr_t address, size_t bytes) {
  if (!taken) return;
  for (uintptr_t page = address & ~(kPage - 1); page < address + (bytes == 0 ? 1 : bytes); page += kPage)
    heat_page(page);
}

namespace {

void take_base() {
  long copies =
      raw_syscall(SYS_mmap, static_cast<long>(kShadowBase), static_cast<long>(kShadowBytes), PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (copies != static_cast<long>(kShadowBase)) blame_machine("cannot map the clean copies of the snapshot");
  // Everything that allocates comes before the first page is protected.
  std::vector<char> maps = read_maps();
  regions.reserve(4096);
  std::vector<MemoryRange> ranges;
  ranges.reserve(4096);
  for_each_mapping(maps, [&](uintptr_t begin, uintptr_t end, const char* rights, bool belongs) {
    if (belongs && starts_with(rights, " rw-p")) ranges.push_back({begin, end});
  });
  for (const MemoryRange& range : ranges) add_region(range.begin, range.end);
  for (const MemoryRange& range : added_before) add_region(range.begin, range.end);
  taken = true;
}

// All pages are cold again: few of those that the first steps wrote to change later.
void take_prefix() {
  prefix_taken = true;
  for (size_t k = 0; k < hot_pages.size(); k++) {
    save_hot_page(k, Level::kPrefix);
    protect(hot_pages[k], PROT_READ);
  }
}

// What was written only on the way from the base is as cold as before, or all of it would be copied from now on.
void end_detour() {
  for (size_t k = hot_before_detour; k < hot_since_prefix.size(); k++) {
    const uintptr_t page = hot_pages[hot_since_prefix[k]];
    find_page(page)->changed_since_prefix = false;
    protect(page, PROT_READ);
  }
  hot_since_prefix.resize(hot_before_detour);
  hot_before_detour = kNoDetour;
}

void copy_back(Level level) {
  if (level == Level::kPrefix) {
    for (uint32_t k : hot_since_prefix)
      memcpy(reinterpret_cast<void*>(hot_pages[k]), clean_copy_of(k, Level::kPrefix), kPage);
    if (hot_before_detour != kNoDetour) end_detour();
    return;
  }
  if (prefix_taken && hot_before_detour == kNoDetour) hot_before_detour = hot_since_prefix.size();
  for (size_t k = 0; k < hot_pages.size(); k++) {
    if (prefix_taken) heat_page(hot_pages[k]);
    memcpy(reinterpret_cast<void*>(hot_pages[k]), clean_copy_of(k, Level::kBase), kPage);
  }
}

class Snapshot final : public Rewindable {
 public:
  Snapshot() : Rewindable(Turn::kMemory) {}

  void save(Level level) override {
    if (forks_to_restart()) return;
    level == Level::kBase ? take_base() : take_prefix();
  }
  void restore(Level level) override { copy_back(level); }

  // The pages that were written since the prefix, if they are few.
  bool is_named() const override { return true; }
  bool allows_waypoint() const override {
    constexpr size_t kFew = 8;
    return prefix_taken && hot_since_prefix.size() <= kFew;
  }
  void save_waypoint(uint32_t waypoint) override {
    if (waypoints_.size() <= waypoint) waypoints_.resize(waypoint + 1);
    std::vector<char>& saved = waypoints_[waypoint];
    saved.resize(hot_since_prefix.size() * kPage);
    char* into = saved.data();
    for (uint32_t k : hot_since_prefix) {
      memcpy(into, reinterpret_cast<void*>(hot_pages[k]), kPage);
      into += kPage;
    }
  }
  // Others that were written later are as at the prefix there.
  void restore_waypoint(uint32_t waypoint) override {
    const std::vector<char>& saved = waypoints_[waypoint];
    for (size_t k = 0; k < hot_since_prefix.size(); k++) {
      const uint32_t page = hot_since_prefix[k];
      const bool is_saved = k * kPage < saved.size();
      memcpy(reinterpret_cast<void*>(hot_pages[page]),
             is_saved ? saved.data() + k * kPage : clean_copy_of(page, Level::kPrefix), kPage);
    }
  }

  // But for the dynamic linker's variables: it counts what it looks up, and we ask it for many things only once.
  uint64_t digest() const override {
    constexpr size_t kLinkerBytes = size_t{256} << 10;
    uint64_t hash = hot_pages.size();
    for (uintptr_t page : hot_pages)
      if (page - getauxval(AT_BASE) >= kLinkerBytes)
        hash = hash_memory(reinterpret_cast<const void*>(page), kPage, hash);
    return hash;
  }

 private:
  std::vector<std::vector<char>> waypoints_;
};
Snapshot& snapshot = *new Snapshot;
const Registration registered_snapshot(snapshot);

}  // namespace

uint64_t hot_page_count() {
  return hot_pages.size();
}

HotPage hot_page(size_t k) {
  return {hot_pages[k], clean_copy_of(k, Level::kBase)};
}

uint64_t hash_memory(const void* memory, size_t bytes, uint64_t seed) {
  const auto* words = static_cast<const uint64_t*>(memory);
  uint64_t hash = seed;
  for (size_t k = 0; k < bytes / sizeof(uint64_t); k++) {
    hash = (hash ^ words[k]) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

uint64_t hash_hot_pages() {
  uint64_t hash = hot_pages.size();
  for (uintptr_t page : hot_pages) hash = hash_memory(reinterpret_cast<const void*>(page), kPage, hash);
  return hash;
}

}  // namespace mazurka::runtime
