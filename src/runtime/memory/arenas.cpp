#include "runtime/memory/arenas.hpp"

#include <string.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <vector>

#include "runtime/memory/clear_memory.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/system_calls_allowed.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace {

// Sizes: multiples of 16 up to 256, then powers of two. A header of 16 bytes before each block has its class.
constexpr uint32_t kClasses = 62;
uint32_t class_of(size_t bytes) {
  if (bytes <= 256) return static_cast<uint32_t>((bytes + 15) / 16);
  return 17 + static_cast<uint32_t>(std::bit_width(bytes - 1)) - 9;
}
size_t bytes_of(uint32_t size_class) {
  return size_class <= 16 ? size_class * 16 : size_t{512} << (size_class - 17);
}

struct Header {
  uint32_t size_class;
  uint32_t unused;  // bytes at the end that were not asked for
  uint64_t check;   // distinguishes a block from any other pointer
};
static_assert(sizeof(Header) == kBlockHeaderBytes);
constexpr uint64_t kLive = 0x6d617a75726b6121, kFreed = 0x6d617a75726b6146;

Header* header_of(void* memory) {
  return static_cast<Header*>(memory) - 1;
}
const Header* header_of(const void* memory) {
  return static_cast<const Header*>(memory) - 1;
}
bool in_heap(const void* memory) {
  uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  return address >= kArenaBase && address < kTlsBase + kTlsBytes;
}

// Bytes behind a block that was not asked to fill its room, up to 16: code that is not instrumented may write to them.
constexpr unsigned char kGuard = 0xa5;
unsigned char* guard_of(void* memory) {
  return static_cast<unsigned char*>(memory) + bytes_of_block(memory);
}
size_t guard_bytes(const void* memory) {
  return std::min<size_t>(header_of(memory)->unused, 16);
}
void fill_guard(void* memory) {
  for (size_t k = 0; k < guard_bytes(memory); k++) guard_of(memory)[k] = kGuard;
}

struct Arena {
  uintptr_t next = 0;  // 0: not used yet
  uintptr_t end = 0;
  uintptr_t free[kClasses] = {};  // what the thread freed, in whatever arena it is
};
static_assert(sizeof(Arena) == 512, "its place is found without a multiplication");

void map_region(uintptr_t base, size_t bytes) {
  long result = kernel(SYS_mmap, static_cast<long>(base), static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (result != static_cast<long>(base)) blame_machine("cannot map the program's heap");
}

uintptr_t page_after(uintptr_t address) {
  return (address + kPage - 1) & ~(kPage - 1);
}
constexpr uintptr_t first_of(uint32_t thread) {
  return kArenaBase + thread * kArenaBytes;
}

// In the library's own data: neither saved nor restored with the program's memory.
Arena arenas[kMaxThreads];
Arena tls_arena;
uint32_t arenas_used = 0;    // those of threads up to here have something in them,
uint32_t arenas_mapped = 0;  // and blocks
Arena main_at_base;
Arena tls_at_base;
Arena at_prefix[kMaxThreads];
uintptr_t in_snapshot_to[kMaxThreads];  // by thread: nothing of its arena from here on is part of the snapshot
Level in_force = Level::kBase;
bool saved = false;
bool redirected = false;

// What changed in the arenas of threads since they were saved or restored, and what was there before. (The arena of
// thread-local storage lasts.)
struct Change {
  uintptr_t* word;
  uintptr_t before;
  uint64_t* changed;
  uint32_t bit;
};
struct Kept {
  Change change;
  uintptr_t value;
};
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<Change>& changes = *new std::vector<Change>;
std::vector<std::vector<Kept>>& waypoints = *new std::vector<std::vector<Kept>>;
uint64_t changed[kMaxThreads];  // by thread: a bit for each list that is in changes, and
constexpr uint32_t kNext = 63;
static_assert(kClasses <= kNext);

[[gnu::noinline]] void note_first_change(uint32_t thread, uint32_t bit, uintptr_t& word) {
  if (!saved) return;
  changed[thread] |= uint64_t{1} << bit;
  arenas_used = std::max(arenas_used, thread + 1);
  changes.push_back({&word, word, &changed[thread], bit});
}
inline void note_change_of(uint32_t thread, uint32_t bit, uintptr_t& word) {
  if ((changed[thread] >> bit & 1) == 0) note_first_change(thread, bit, word);
}

[[gnu::noinline]] void begin_arena(Arena& arena, uintptr_t base, size_t bytes) {
  map_region(base, bytes);
  arena.next = base + 64;
  arena.end = base + bytes;
}
Arena& arena_of(uint32_t thread) {
  Arena& arena = arenas[thread];
  if (arena.end == 0) [[unlikely]] {
    begin_arena(arena, first_of(thread), kArenaBytes);
    arenas_used = std::max(arenas_used, thread + 1);
    arenas_mapped = std::max(arenas_mapped, thread + 1);
  }
  return arena;
}
Arena& arena_for_storage() {
  if (tls_arena.end == 0) begin_arena(tls_arena, kTlsBase, kTlsBytes);
  return tls_arena;
}

class Arenas final : public Rewindable {
 public:
  void save(Level level) override { level == Level::kBase ? save_base() : save_prefix(); }

  void restore(Level level) override {
    if (level == in_force) return undo();
    for (uint32_t t = 0; t < arenas_used; t++) restore_arena(t, level);
    forget_changes();
    in_force = level;
  }

  bool is_named() const override { return true; }
  // Lists of free blocks, but no memory beyond the prefix: that is not part of the snapshot.
  bool allows_waypoint() const override {
    constexpr size_t kFew = 256;
    if (in_force != Level::kPrefix || changes.size() > kFew) return false;
    return std::none_of(changes.begin(), changes.end(), [](const Change& change) { return change.bit == kNext; });
  }
  void save_waypoint(uint32_t waypoint) override {
    if (waypoints.size() <= waypoint) waypoints.resize(waypoint + 1);
    std::vector<Kept>& kept = waypoints[waypoint];
    kept.clear();
    for (const Change& change : changes) kept.push_back({change, *change.word});
  }
  void restore_waypoint(uint32_t waypoint) override {
    undo();
    for (const Kept& kept : waypoints[waypoint]) {
      *kept.change.word = kept.value;
      *kept.change.changed |= uint64_t{1} << kept.change.bit;
      changes.push_back(kept.change);
    }
  }

  uint64_t digest() const override {
    uint64_t digest = changes.size();
    for (const Change& change : changes)
      digest = (digest ^ *change.word ^ reinterpret_cast<uintptr_t>(change.word)) * 0x9e3779b97f4a7c15ULL;
    return digest;
  }

  // Only the main thread's arena is mapped.
  void begin_in_new_process() override {
    arenas[0] = main_at_base;
    for (uint32_t t = 1; t < arenas_used; t++) arenas[t] = Arena{};
    tls_arena = tls_at_base;
  }

 private:
  // Begins a new page, so that what comes later is not part of the snapshot; and does not use free blocks of before,
  // which are.
  static void save_base() {
    Arena& arena = arena_of(0);
    arena.next = page_after(arena.next);
    for (uintptr_t& list : arena.free) list = 0;
    forget_changes();
    main_at_base = arena;
    tls_at_base = tls_arena;
    saved = true;
    add_to_snapshot(kArenaBase, arena.next);
    in_snapshot_to[0] = arena.next;
    add_to_snapshot(kTlsBase, tls_region_end());
  }

  // What threads allocated since the base becomes part of the snapshot.
  static void save_prefix() {
    for (uint32_t t = 0; t < arenas_used; t++) {
      Arena& arena = arenas[t];
      uintptr_t begin = t == 0 ? main_at_base.next : first_of(t);
      if (arena.end != 0 && arena.next > begin) {
        in_snapshot_to[t] = page_after(arena.next);
        add_to_snapshot(begin, in_snapshot_to[t]);
      }
      at_prefix[t] = arena;
    }
    forget_changes();
    in_force = Level::kPrefix;
  }

  static void undo() {
    for (const Change& change : changes) {
      *change.word = change.before;
      *change.changed = 0;
    }
    changes.clear();
  }
  static void forget_changes() {
    for (const Change& change : changes) *change.changed = 0;
    changes.clear();
  }

  static void restore_arena(uint32_t t, Level level) {
    static constexpr Arena kUnused;
    Arena& arena = arenas[t];
    const Arena& before = level == Level::kPrefix ? at_prefix[t] : t == 0 ? main_at_base : kUnused;
    // One that was mapped after that stays so.
    uintptr_t first = arena.end == 0 ? 0 : first_of(t) + 64;
    arena.next = before.end != 0 ? before.next : first;
    std::copy(std::begin(before.free), std::end(before.free), arena.free);
  }
};
constinit Arenas rewindable_arenas;
const Registration registered(rewindable_arenas);

// Calls `use` for the blocks between the two addresses.
void walk(uintptr_t at, uintptr_t end, const std::function<void(const HeapBlock&)>& use) {
  at = (at + 15) & ~uintptr_t{15};
  HeapBlock last;
  auto use_last = [&] {
    if (last.begin != 0) use(last);
  };
  while (at + sizeof(Header) < end) {
    const auto* header = reinterpret_cast<const Header*>(at);
    void* memory = reinterpret_cast<void*>(at + sizeof(Header));
    if (header->check != kLive && header->check != kFreed) {
      // Nothing, unless it is a header that was overwritten.
      const auto* words = reinterpret_cast<const uint64_t*>(header);
      if ((words[0] != 0 || words[1] != 0) && last.begin != 0) last.whole = false;
      at += 16;
      continue;
    }
    use_last();
    bool live = header->check == kLive;
    last = {reinterpret_cast<uintptr_t>(memory), bytes_of_block(memory), live, !live || end_is_whole(memory)};
    at += sizeof(Header) + bytes_of(header->size_class);
  }
  use_last();
}

}  // namespace

NewBlock allocate_block(uint32_t thread, size_t bytes, size_t alignment) {
  if (bytes > kArenaBytes) return {};
  uint32_t size_class = class_of(std::max<size_t>(bytes, 1));
  size_t whole = bytes_of(size_class);
  Arena& arena = redirected ? arena_for_storage() : arena_of(thread);
  uintptr_t& list = arena.free[size_class];
  auto* memory = reinterpret_cast<void*>(list);
  bool recycled = memory != nullptr && list % alignment == 0;
  if (!redirected) note_change_of(thread, recycled ? size_class : kNext, recycled ? list : arena.next);
  if (recycled) {
    list = *static_cast<uintptr_t*>(memory);
  } else {
    uintptr_t address = (arena.next + sizeof(Header) + alignment - 1) & ~(alignment - 1);
    if (address + whole > arena.end) return {};
    // Where blocks are looked for, a gap must not look like one.
    uintptr_t gap = arena.next;
    if (alignment > 16) memset(reinterpret_cast<void*>(gap), 0, address - sizeof(Header) - gap);
    arena.next = address + whole;
    memory = reinterpret_cast<void*>(address);
  }
  *header_of(memory) = {size_class, static_cast<uint32_t>(whole - bytes), kLive};
  // What earlier executions left there must not be seen, nor what is left of another block.
  if (saved || recycled) {
    uintptr_t address = reinterpret_cast<uintptr_t>(memory);
    bool is_apart = !redirected && address >= in_snapshot_to[(address - kArenaBase) / kArenaBytes];
    bytes >= kClearedByPages&& is_apart ? clear_by_pages(address, bytes) : static_cast<void>(memset(memory, 0, bytes));
  }
  fill_guard(memory);
  return {memory, whole, recycled};
}

void free_block(uint32_t thread, void* memory) {
  Header* header = header_of(memory);
  header->check = kFreed;
  // Thread-local storage stays what it is.
  if (reinterpret_cast<uintptr_t>(memory) >= kTlsBase) return;
  uintptr_t& list = arenas[thread].free[header->size_class];
  note_change_of(thread, header->size_class, list);
  *static_cast<uintptr_t*>(memory) = list;
  list = reinterpret_cast<uintptr_t>(memory);
}

void shrink_block(void* memory, size_t bytes) {
  header_of(memory)->unused = static_cast<uint32_t>(room_of_block(memory) - bytes);
  fill_guard(memory);
}

BlockState state_of_block(const void* memory) {
  if (!in_heap(memory)) return BlockState::kNone;
  uint64_t check = header_of(memory)->check;
  return check == kLive ? BlockState::kLive : check == kFreed ? BlockState::kFreed : BlockState::kNone;
}

size_t bytes_of_block(const void* memory) {
  if (memory == nullptr) return 0;
  return room_of_block(memory) - header_of(memory)->unused;
}
size_t room_of_block(const void* memory) {
  return bytes_of(header_of(memory)->size_class);
}

bool end_is_whole(void* memory) {
  for (size_t k = 0; k < guard_bytes(memory); k++)
    if (guard_of(memory)[k] != kGuard) return false;
  return true;
}

void for_each_block(bool all, const std::function<void(const HeapBlock&)>& use) {
  for (uint32_t t = 0; t < arenas_mapped; t++) {
    uintptr_t next = arenas[t].next;
    uintptr_t begin = t == 0 && !all ? main_at_base.next : first_of(t) + 64;
    if (begin < next) walk(begin, next, use);
  }
}

namespace {

// The block that begins at a header, or 16 bytes without one; returns how long it is.
size_t add_block(uintptr_t at, Fingerprint& hash, StateName& name) {
  const auto* header = reinterpret_cast<const Header*>(at);
  const bool live = header->check == kLive;
  if (!live && header->check != kFreed) {
    hash = hash_bytes(header, sizeof(Header), hash.low ^ hash.high * 31);
    name.keep(at, header, sizeof(Header));
    return sizeof(Header);
  }
  const size_t room = bytes_of(header->size_class);
  // With the guard behind it; of a free block the link to the next one.
  const size_t bytes = live ? std::min(room, room - header->unused + 16) : sizeof(uintptr_t);
  hash = hash_bytes(header, sizeof(Header) + bytes, hash.low ^ hash.high * 31);
  name.keep(at, header, sizeof(Header) + bytes);
  return sizeof(Header) + room;
}

}  // namespace

void add_blocks(StateName& name) {
  for (uint32_t t = 0; t < arenas_used; t++) {
    const Arena& arena = arenas[t];
    const bool frees = std::any_of(std::begin(arena.free), std::end(arena.free), [](uintptr_t at) { return at != 0; });
    uintptr_t at = t == 0 ? main_at_base.next : first_of(t) + 64;
    if (frees) name.add_memory(reinterpret_cast<uintptr_t>(&arena), arena.free, sizeof arena.free);
    if (arena.next <= at) continue;
    Fingerprint hash{arena.next, t};
    for (at = (at + 15) & ~uintptr_t{15}; at + sizeof(Header) < arena.next;) at += add_block(at, hash, name);
    name.add(first_of(t), hash);
  }
}

uintptr_t base_end() {
  return main_at_base.next;
}

MemoryRange storage_around(uintptr_t thread_pointer) {
  MemoryRange found;
  if (tls_arena.end == 0) return found;
  walk(kTlsBase + 64, tls_arena.next, [&](const HeapBlock& block) {
    if (thread_pointer >= block.begin && thread_pointer < block.begin + block.bytes)
      found = {block.begin, block.begin + block.bytes};
  });
  return found;
}

HeapRedirection::HeapRedirection() {
  redirected = true;
}
HeapRedirection::~HeapRedirection() {
  redirected = false;
}
bool heap_is_redirected() {
  return redirected;
}

MemoryRange arena_of_thread(uint32_t thread) {
  return {first_of(thread), std::max(first_of(thread), arenas[thread].next)};
}
uint32_t arena_count() {
  return arenas_used;
}
uintptr_t align_tls_region() {
  Arena& arena = arena_for_storage();
  arena.next = page_after(arena.next);
  return arena.next;
}
uintptr_t tls_region_end() {
  return page_after(tls_arena.next);
}

}  // namespace mazurka::runtime
