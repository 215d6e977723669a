#include "runtime/program_heap.hpp"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>

#include "protocol/channel.hpp"
#include "runtime/layout.hpp"
#include "runtime/native_program.hpp"
#include "runtime/raw_syscall.hpp"
#include "runtime/spin_loops.hpp"
#include "runtime/system_calls.hpp"
#include "runtime/trouble.hpp"

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
  uint32_t size_class;
  uint32_t owner;
  uint64_t check;  // distinguishes a block from any other pointer
};
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

void* program_allocate(size_t bytes, size_t alignment) {
  uint32_t size_class = class_of(std::max<size_t>(bytes, 1));
  size_t whole = bytes_of(size_class);
  Arena& arena = current_arena();
  arena.changed = true;
  note_change();
  void* memory = arena.free[size_class];
  if (memory != nullptr && alignment <= 16) {
    arena.free[size_class] = *static_cast<void**>(memory);
  } else {
    uintptr_t address = (arena.next + sizeof(Header) + alignment - 1) & ~(alignment - 1);
    if (bytes > kArenaBytes || address + whole > arena.end) {
      // One request beyond all measure fails as it would anywhere; many small ones would not.
      if (bytes <= kArenaBytes / 4) report_unsupported("more than 4 GiB of memory in one thread", 0);
      errno = ENOMEM;
      return nullptr;
    }
    arena.next = address + whole;
    memory = reinterpret_cast<void*>(address);
  }
  *header_of(memory) = {size_class, current_thread(), kLive};
  // What earlier executions left there must not be seen.
  if (saved) memset(memory, 0, bytes);
  return memory;
}

void program_free(void* memory) {
  if (memory == nullptr || !in_heap(memory)) return;
  Header* header = header_of(memory);
  if (header->check != kLive) {
    report_misuse(header->check == kFreed ? "free() of memory that was freed before"
                                          : "free() of a pointer that malloc did not give");
    return;
  }
  header->check = kFreed;
  note_change();
  if (header->owner != current_thread() || redirected) return;
  Arena& arena = current_arena();
  arena.changed = true;
  *static_cast<void**>(memory) = arena.free[header->size_class];
  arena.free[header->size_class] = memory;
}

size_t program_block_bytes(void* memory) {
  return memory == nullptr ? 0 : bytes_of(header_of(memory)->size_class);
}

void* program_reallocate(void* memory, size_t bytes) {
  if (memory == nullptr) return program_allocate(bytes);
  size_t old = program_block_bytes(memory);
  if (bytes <= old) return memory;
  void* larger = program_allocate(bytes);
  if (larger == nullptr) return nullptr;
  memcpy(larger, memory, old);
  program_free(memory);
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

EXPORT void* malloc(size_t bytes) {
  return heap_is_ours() ? program_allocate(bytes) : __libc_malloc(bytes);
}
EXPORT void free(void* memory) {
  heap_is_ours() ? mazurka::runtime::program_free(memory) : __libc_free(memory);
}
EXPORT void* calloc(size_t count, size_t bytes) {
  if (!heap_is_ours()) return __libc_calloc(count, bytes);
  size_t whole;
  if (__builtin_mul_overflow(count, bytes, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* memory = program_allocate(whole);
  if (memory != nullptr) memset(memory, 0, whole);
  return memory;
}
EXPORT void* realloc(void* memory, size_t bytes) {
  return heap_is_ours() ? mazurka::runtime::program_reallocate(memory, bytes) : __libc_realloc(memory, bytes);
}
EXPORT void* memalign(size_t alignment, size_t bytes) {
  return heap_is_ours() ? program_allocate(bytes, std::max<size_t>(alignment, 16)) : __libc_memalign(alignment, bytes);
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
