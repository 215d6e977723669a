#include "runtime/platform/checker_memory.hpp"

#include <sys/mman.h>
#include <sys/sysinfo.h>

#include <bit>
#include <cstdint>
#include <new>

#include "runtime/platform/layout.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace {

// Sizes are powers of two, a free list each; a header of 16 bytes says which.
struct Heap {
  uintptr_t next;  // where nothing was allocated yet
  void* free[64];
};

Heap* heap() {
  return reinterpret_cast<Heap*>(kCheckerBase);
}
bool mapped = false;
uintptr_t end_of_heap = kCheckerBase + kCheckerBytes;

}  // namespace

void map_checker_memory() {
  if (mapped) return;
  long result =
      raw_syscall(SYS_mmap, static_cast<long>(kCheckerBase), static_cast<long>(kCheckerBytes), PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (result != static_cast<long>(kCheckerBase)) blame_machine("cannot map the checker's memory");
  heap()->next = kCheckerBase + kPage;
  mapped = true;
}

void limit_checker_memory(size_t bytes) {
  struct sysinfo machine = {};
  if (bytes == 0 && raw_syscall(SYS_sysinfo, as_word(&machine)) == 0) bytes = machine.totalram * machine.mem_unit / 2;
  if (bytes != 0 && bytes < kCheckerBytes) end_of_heap = kCheckerBase + bytes;
}

size_t checker_memory_limit() {
  return end_of_heap - kCheckerBase;
}

void* checker_allocate(size_t bytes) {
  map_checker_memory();
  size_t whole = std::bit_ceil(bytes + 16);
  uint32_t size_class = static_cast<uint32_t>(std::countr_zero(whole));
  void*& first = heap()->free[size_class];
  uintptr_t block;
  if (first != nullptr) {
    block = reinterpret_cast<uintptr_t>(first);
    first = *reinterpret_cast<void**>(block + 16);
  } else {
    block = heap()->next;
    heap()->next += whole;
    if (heap()->next > end_of_heap) stop_exploring("it needs more memory than --max-memory allows");
  }
  *reinterpret_cast<uint64_t*>(block) = size_class;
  return reinterpret_cast<void*>(block + 16);
}

void checker_free(void* memory) {
  if (memory == nullptr) return;
  uintptr_t block = reinterpret_cast<uintptr_t>(memory) - 16;
  void*& first = heap()->free[*reinterpret_cast<uint64_t*>(block)];
  *reinterpret_cast<void**>(memory) = first;
  first = reinterpret_cast<void*>(block);
}

}  // namespace mazurka::runtime

// Hidden by the linker's version script: the program's own operator new stays what it is.
void* operator new(size_t bytes) {
  return mazurka::runtime::checker_allocate(bytes);
}
void* operator new[](size_t bytes) {
  return mazurka::runtime::checker_allocate(bytes);
}
void operator delete(void* memory) noexcept {
  mazurka::runtime::checker_free(memory);
}
void operator delete[](void* memory) noexcept {
  mazurka::runtime::checker_free(memory);
}
void operator delete(void* memory, size_t) noexcept {
  mazurka::runtime::checker_free(memory);
}
void operator delete[](void* memory, size_t) noexcept {
  mazurka::runtime::checker_free(memory);
}
