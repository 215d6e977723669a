#include "runtime/entries/libc/program_heap.hpp"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>

#include "protocol/channel.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/spin_loops.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/memory_errors.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

namespace {

// Sizes: multiples of 16 up to 256, then powers of two. A header of 16 bytes before each block has its class and owner.
constexpr uint32_t kClasses = 64;
uint32_t class_of(size_t bytes) {
  if (bytes <= 256) return static_cast<uint32_t>((bytes + 15) / 16);
  return 17 + static_cast<uint32_t>(std::bit_width(bytes - 1)) - 9;
}
size_t bytes_of(uint32_t size_class) {
  return size_class <= 16 ? size_class * 16 : size_t{512} << (size_class - 17);
}

struct Header {
  uint16_t size_class;
  uint16_t owner;
  uint32_t unused;  // bytes at the end that were not asked for
  uint64_t check;   // distinguishes a block from any other pointer
};
static_assert(sizeof(Header) == kRedzoneBytes);
constexpr uint64_t kLive = 0x6d617a75726b6121, kFreed = 0x6d617a75726b6146;

struct Arena {
  uintptr_t next = 0;  // 0: not used yet
  uintptr_t end = 0;
  bool changed = false;  // since it was saved or restored
  void* free[kClasses] = {};
};

// In the library's own data: neither saved nor restored with the program's memory.
Arena arenas[kMaxThreads];
Arena tls_arena;
uint32_t arenas_used = 0;
Arena saved_main_arena;
Arena saved_tls_arena;
Arena prefix_arenas[kMaxThreads];
Level level_in_force = Level::kBase;
bool redirected = false;
bool saved = false;
int decided = 0;  // 1: ours, 2: libc's

void map_region(uintptr_t base, size_t bytes) {
  SystemCallsAllowed allowed;
  long result = raw_syscall(SYS_mmap, static_cast<long>(base), static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (result != static_cast<long>(base)) die("cannot map the program's heap");
}

Arena& arena_of(uint32_t thread) {
  Arena& arena = arenas[thread];
  if (arena.end == 0) {
    uintptr_t base = kArenaBase + thread * kArenaBytes;
    map_region(base, kArenaBytes);
    arena.next = base + 64;
    arena.end = base + kArenaBytes;
    arenas_used = std::max(arenas_used, thread + 1);
  }
  return arena;
}

Arena& current_arena() {
  if (!redirected) return arena_of(current_thread());
  if (tls_arena.end == 0) {
    map_region(kTlsBase, kTlsBytes);
    tls_arena.next = kTlsBase + 64;
    tls_arena.end = kTlsBase + kTlsBytes;
  }
  return tls_arena;
}

Header* header_of(void* memory) {
  return reinterpret_cast<Header*>(memory) - 1;
}
bool in_heap(void* memory) {
  uintptr_t address = reinterpret_cast<uintptr_t>(memory);
  return address >= kArenaBase && address < kTlsBase + kTlsBytes;
}

// Bytes behind a block that was not asked to fill its room, up to 16: code that is not instrumented may write to them.
constexpr unsigned char kGuard = 0xa5;
unsigned char* guard_of(void* memory) {
  return static_cast<unsigned char*>(memory) + program_block_bytes(memory);
}
size_t guard_bytes(void* memory) {
  return std::min<size_t>(header_of(memory)->unused, 16);
}
void fill_guard(void* memory) {
  for (size_t k = 0; k < guard_bytes(memory); k++) guard_of(memory)[k] = kGuard;
}
bool guard_is_whole(void* memory) {
  for (size_t k = 0; k < guard_bytes(memory); k++)
    if (guard_of(memory)[k] != kGuard) return false;
  return true;
}

[[noreturn]] void report_bad_free(void* memory, bool freed_before, uint64_t pc) {
  PendingFailure failure;
  failure.kind = freed_before ? protocol::BugKind::kDoubleFree : protocol::BugKind::kInvalidFree;
  failure.address = reinterpret_cast<uint64_t>(memory);
  copy_text(failure.message, sizeof failure.message,
            freed_before ? "free() of memory that was freed before" : "free() of a pointer that malloc did not give");
  capture_stack(failure, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  program->fail(failure, pc);
}

}  // namespace

bool heap_is_ours() {
  if (decided == 0) {
    const char* channel = environ == nullptr ? nullptr : getenv(protocol::kChannelVariable);
    decided = channel != nullptr ? 1 : 2;
  }
  return decided == 1;
}

HeapRedirection::HeapRedirection() {
  redirected = true;
}
HeapRedirection::~HeapRedirection() {
  redirected = false;
}

void* program_allocate(size_t bytes, size_t alignment, uint64_t pc) {
  uint32_t size_class = class_of(std::max<size_t>(bytes, 1));
  size_t whole = bytes_of(size_class);
  Arena& arena = current_arena();
  arena.changed = true;
  note_change();
  void* memory = arena.free[size_class];
  bool recycled = memory != nullptr && alignment <= 16;
  if (recycled) {
    arena.free[size_class] = *static_cast<void**>(memory);
  } else {
    uintptr_t address = (arena.next + sizeof(Header) + alignment - 1) & ~(alignment - 1);
    if (bytes > kArenaBytes || address + whole > arena.end) {
      // One request beyond all measure fails as it would anywhere; many small ones would not.
      if (bytes <= kArenaBytes / 4) report_unsupported("more than 4 GiB of memory in one thread", 0);
      errno = ENOMEM;
      return nullptr;
    }
    // Where blocks are looked for, a gap must not look like one.
    uintptr_t gap = arena.next;
    if (alignment > 16) memset(reinterpret_cast<void*>(gap), 0, address - sizeof(Header) - gap);
    arena.next = address + whole;
    memory = reinterpret_cast<void*>(address);
  }
  *header_of(memory) = {static_cast<uint16_t>(size_class), static_cast<uint16_t>(current_thread()),
                        static_cast<uint32_t>(whole - bytes), kLive};
  // What earlier executions left there must not be seen.
  if (saved) memset(memory, 0, bytes);
  fill_guard(memory);
  if (!redirected) mark_allocated(memory, bytes, whole, recycled, pc);
  return memory;
}

void program_free(void* memory, uint64_t pc) {
  if (memory == nullptr || redirected) return;
  Header* header = header_of(memory);
  if (!in_heap(memory) || header->check != kLive) {
    if (is_checked()) report_bad_free(memory, in_heap(memory) && header->check == kFreed, pc);
    return;
  }
  if (!guard_is_whole(memory) && is_checked())
    report_failure(protocol::BugKind::kHeapOverflow, "heap overflow: the bytes behind a block were written", pc);
  mark_freed(memory, program_block_bytes(memory), pc);
  header->check = kFreed;
  note_change();
  if (header->owner != current_thread()) return;
  Arena& arena = current_arena();
  arena.changed = true;
  *static_cast<void**>(memory) = arena.free[header->size_class];
  arena.free[header->size_class] = memory;
}

size_t program_block_bytes(void* memory) {
  if (memory == nullptr) return 0;
  const Header* header = header_of(memory);
  return bytes_of(header->size_class) - header->unused;
}

void* program_reallocate(void* memory, size_t bytes, uint64_t pc) {
  if (memory == nullptr) return program_allocate(bytes, 16, pc);
  if (!in_heap(memory) || header_of(memory)->check != kLive) {
    if (is_checked()) report_bad_free(memory, in_heap(memory) && header_of(memory)->check == kFreed, pc);
    return nullptr;
  }
  size_t old = program_block_bytes(memory);
  size_t room = bytes_of(header_of(memory)->size_class);
  if (bytes <= old && bytes > 0) {
    header_of(memory)->unused = static_cast<uint32_t>(room - bytes);
    fill_guard(memory);
    mark_resized(memory, bytes, room);
    return memory;
  }
  // Moved even if there were room: who keeps the old pointer is found out.
  void* larger = program_allocate(bytes, 16, pc);
  if (larger == nullptr) return nullptr;
  if (explores_plain && is_checked())
    plain_copy(larger, memory, std::min(old, bytes), pc);
  else
    memcpy(larger, memory, std::min(old, bytes));
  program_free(memory, pc);
  return larger;
}

void save_program_heap() {
  // Begin a new page, so that what comes later is not part of the snapshot; and do not use free blocks of before, which
  // are.
  Arena& arena = arena_of(0);
  arena.next = (arena.next + kPage - 1) & ~(kPage - 1);
  for (void*& list : arena.free) list = nullptr;
  arena.changed = false;
  saved_main_arena = arena;
  saved_tls_arena = tls_arena;
  saved = true;
}

// What threads allocated since the base becomes part of the snapshot.
void save_program_heap_at_prefix() {
  for (uint32_t t = 0; t < arenas_used; t++) {
    Arena& arena = arenas[t];
    uintptr_t begin = t == 0 ? saved_main_arena.next : kArenaBase + t * kArenaBytes;
    if (arena.end != 0 && arena.next > begin) add_to_snapshot(begin, (arena.next + kPage - 1) & ~(kPage - 1));
    arena.changed = false;
    prefix_arenas[t] = arena;
  }
  level_in_force = Level::kPrefix;
}

namespace {

void restore_arena(uint32_t t, Level level) {
  Arena& arena = arenas[t];
  if (t == 0 || level == Level::kPrefix) {
    // One that was first used after the prefix was not saved there.
    const Arena& saved_arena = level == Level::kBase ? saved_main_arena : prefix_arenas[t];
    if (saved_arena.end != 0) {
      arena = saved_arena;
      return;
    }
  }
  arena.next = kArenaBase + t * kArenaBytes + 64;
  for (void*& list : arena.free) list = nullptr;
}

}  // namespace

void restore_program_heap(Level level) {
  for (uint32_t t = 0; t < arenas_used; t++) {
    if (arenas[t].end == 0 || (!arenas[t].changed && level == level_in_force)) continue;
    restore_arena(t, level);
    arenas[t].changed = false;
  }
  level_in_force = level;
}

namespace {

// Calls `use` for the blocks between the two addresses.
void walk(uintptr_t at, uintptr_t end, const std::function<void(const HeapBlock&)>& use) {
  at = (at + 15) & ~uintptr_t{15};
  HeapBlock last;
  auto tell_last = [&] {
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
    tell_last();
    bool live = header->check == kLive;
    last = {reinterpret_cast<uintptr_t>(memory), program_block_bytes(memory), live, !live || guard_is_whole(memory)};
    at += sizeof(Header) + bytes_of(header->size_class);
  }
  tell_last();
}

}  // namespace

void for_each_block(bool all, const std::function<void(const HeapBlock&)>& use) {
  for (uint32_t t = 0; t < arenas_used; t++) {
    const Arena& arena = arenas[t];
    uintptr_t begin = t == 0 && !all ? saved_main_arena.next : kArenaBase + t * kArenaBytes + 64;
    if (arena.end != 0 && begin < arena.next) walk(begin, arena.next, use);
  }
}

uintptr_t base_end() {
  return saved_main_arena.next;
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

void forget_child_heaps() {
  arenas[0] = saved_main_arena;
  for (uint32_t t = 1; t < arenas_used; t++) arenas[t] = Arena{};
  tls_arena = saved_tls_arena;
}

uintptr_t arena_end(uint32_t thread) {
  return arenas[thread].next;
}
uintptr_t align_tls_region() {
  HeapRedirection to_tls_region;
  Arena& arena = current_arena();
  arena.next = (arena.next + kPage - 1) & ~(kPage - 1);
  return arena.next;
}
uintptr_t tls_region_end() {
  return (tls_arena.next + kPage - 1) & ~(kPage - 1);
}

}  // namespace mazurka::runtime

#define EXPORT extern "C" __attribute__((visibility("default")))

// glibc's own allocator, for a program that runs by itself.
extern "C" {
void* __libc_malloc(size_t);
void __libc_free(void*);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

using mazurka::runtime::heap_is_ours;
using mazurka::runtime::program_allocate;

#define CALLER reinterpret_cast<uint64_t>(__builtin_return_address(0))

EXPORT void* malloc(size_t bytes) {
  return heap_is_ours() ? program_allocate(bytes, 16, CALLER) : __libc_malloc(bytes);
}
EXPORT void free(void* memory) {
  heap_is_ours() ? mazurka::runtime::program_free(memory, CALLER) : __libc_free(memory);
}
EXPORT void* calloc(size_t count, size_t bytes) {
  if (!heap_is_ours()) return __libc_calloc(count, bytes);
  size_t whole;
  if (__builtin_mul_overflow(count, bytes, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* memory = program_allocate(whole, 16, CALLER);
  if (memory != nullptr) memset(memory, 0, whole);
  return memory;
}
EXPORT void* realloc(void* memory, size_t bytes) {
  return heap_is_ours() ? mazurka::runtime::program_reallocate(memory, bytes, CALLER) : __libc_realloc(memory, bytes);
}
EXPORT void* memalign(size_t alignment, size_t bytes) {
  return heap_is_ours() ? program_allocate(bytes, std::max<size_t>(alignment, 16), CALLER)
                        : __libc_memalign(alignment, bytes);
}
EXPORT void* aligned_alloc(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}
EXPORT int posix_memalign(void** result, size_t alignment, size_t bytes) {
  void* memory = memalign(alignment, bytes);
  if (memory == nullptr) return ENOMEM;
  *result = memory;
  return 0;
}
EXPORT void* valloc(size_t bytes) {
  return memalign(4096, bytes);
}
EXPORT size_t malloc_usable_size(void* memory) {
  if (heap_is_ours()) return mazurka::runtime::program_block_bytes(memory);
  return memory == nullptr ? 0 : (reinterpret_cast<size_t*>(memory)[-1] & ~size_t{7}) - 8;
}
