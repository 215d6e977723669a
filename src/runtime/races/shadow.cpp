#include "runtime/races/shadow.hpp"

#include <sys/mman.h>

#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace {

// One region: the directory, a page with the state, the chunks, and at its end the memory of an execution.
constexpr uintptr_t kState = kAccessShadowBase + kDirectoryEntries * sizeof(Granule*);
constexpr uintptr_t kChunks = kState + kPage;
constexpr uintptr_t kPool = kAccessShadowBase + kAccessShadowBytes - (size_t{16} << 30);
constexpr uintptr_t kEnd = kAccessShadowBase + kAccessShadowBytes;

struct State {
  uintptr_t next_chunk;
  uintptr_t next_in_pool;
};
State& state() {
  return *reinterpret_cast<State*>(kState);
}
bool mapped = false;

}  // namespace

void map_access_shadow() {
  if (mapped) return;
  long result =
      raw_syscall(SYS_mmap, static_cast<long>(kAccessShadowBase), static_cast<long>(kAccessShadowBytes),
                  PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (result != static_cast<long>(kAccessShadowBase)) blame_machine("cannot map the shadow of the program's memory");
  // Accesses are scattered: whole huge pages would be zeroed for a few cells.
  raw_syscall(SYS_madvise, static_cast<long>(kAccessShadowBase), static_cast<long>(kAccessShadowBytes),
              MADV_NOHUGEPAGE);
  state() = {kChunks, kPool};
  mapped = true;
}

Granule& make_granule(uintptr_t address) {
  uintptr_t chunk = state().next_chunk;
  if (chunk + kChunkBytes > kPool) stop_exploring("the program uses more memory than its accesses can be checked in");
  state().next_chunk += kChunkBytes;
  reinterpret_cast<Granule**>(kAccessShadowBase)[address >> kChunkShift] = reinterpret_cast<Granule*>(chunk);
  return *find_granule(address);
}

void* execution_allocate(size_t bytes) {
  uintptr_t memory = state().next_in_pool;
  state().next_in_pool += (bytes + 15) & ~size_t{15};
  if (state().next_in_pool > kEnd)
    stop_exploring("an execution is too long for the race detector's memory; see --races=ignore");
  return reinterpret_cast<void*>(memory);
}

void forget_execution_memory() {
  state().next_in_pool = kPool;
}
uintptr_t execution_memory_end() {
  return state().next_in_pool;
}
void cut_execution_memory(uintptr_t end) {
  state().next_in_pool = end;
}

}  // namespace mazurka::runtime
