#include "runtime/memory/hidden_memory.hpp"

#include <sys/mman.h>

#include "runtime/memory/arenas.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/memory_maps.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

bool is_ours(const MappedRange& range) {
  return is_own_code(range.begin) || (range.begin >= kCheckerBase && range.begin < kMappedBase);
}

uint64_t hash_range(uintptr_t begin, uintptr_t end, uint64_t seed) {
  return end <= begin ? seed : hash_memory(reinterpret_cast<const void*>(begin), end - begin, seed);
}

}  // namespace

uint64_t hash_writable_memory(MemoryRange unused) {
  // Before all else: the C library's functions that it uses may be looked up, which changes memory, once.
  std::vector<MappedRange> maps = memory_maps();
  // What was there at the base and has changed, if the snapshot knows it.
  uint64_t hash = hash_hot_pages();
  for (const MappedRange& range : maps) {
    bool is_late = range.begin >= kMappedBase && range.begin < kMappedBase + kMaxThreads * kMappedBytes;
    bool is_writable = (range.protection & (PROT_READ | PROT_WRITE)) == (PROT_READ | PROT_WRITE) && range.is_private;
    if (!is_writable || range.is_stack || is_ours(range)) continue;
    if (is_late || forks_to_restart()) hash = hash_range(range.begin, range.end, hash);
  }
  for (uint32_t thread = 0; thread < arena_count(); thread++) {
    MemoryRange arena = arena_of_thread(thread);
    bool is_here = unused.begin >= arena.begin && unused.end <= arena.end;
    if (is_here) hash = hash_range(arena.begin, unused.begin, hash);
    hash = hash_range(is_here ? unused.end : arena.begin, arena.end, hash);
  }
  return hash_range(kTlsBase, tls_region_end(), hash);
}

}  // namespace mazurka::runtime
