#include "runtime/entries/libc/malloc.hpp"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "protocol/channel.hpp"
#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/platform/layout.hpp"
#include "runtime/platform/stand_in.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/memory_errors.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

namespace {

int decided = 0;  // 1: ours, 2: libc's

// More than machines have.
constexpr size_t kBeyondMeasure = size_t{1} << 40;

[[noreturn]] void report_bad_free(void* memory, bool freed_before, uint64_t pc) {
  PendingFailure failure;
  failure.kind = freed_before ? protocol::BugKind::kDoubleFree : protocol::BugKind::kInvalidFree;
  failure.address = reinterpret_cast<uint64_t>(memory);
  copy_text(failure.message, sizeof failure.message,
            freed_before ? "free() of memory that was freed before" : "free() of a pointer that malloc did not give");
  capture_stack(failure, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  fail_thread(failure, pc);
}

[[noreturn]] void report_overflow(uint64_t pc) {
  report_failure(protocol::BugKind::kHeapOverflow, "heap overflow: the bytes behind a block were written", pc);
}

// memalign, as in glibc: any alignment is rounded up to a power of two.
void* allocate_aligned(size_t alignment, size_t bytes, uint64_t pc) {
  if (alignment > SIZE_MAX / 2 + 1) {
    errno = EINVAL;
    return nullptr;
  }
  if (alignment > kArenaBytes) {
    errno = ENOMEM;
    return nullptr;
  }
  return program_allocate(bytes, std::bit_ceil(std::max<size_t>(alignment, 16)), pc);
}

}  // namespace

bool heap_is_ours() {
  if (decided == 0) {
    const char* given = environ == nullptr ? nullptr : getenv(protocol::kChannelVariable);
    decided = given != nullptr ? 1 : 2;
  }
  return decided == 1;
}
void decide_that_heap_is_ours() {
  decided = 1;
}

void* program_allocate(size_t bytes, size_t alignment, uint64_t pc) {
  note_change();
  NewBlock block = allocate_block(current_thread(), bytes, alignment);
  if (block.memory == nullptr) {
    // A request beyond all measure fails as it would anywhere; others would not.
    if (bytes <= kBeyondMeasure) report_unsupported("more than 4 GiB of memory in one thread", pc);
    errno = ENOMEM;
    return nullptr;
  }
  if (block.recycled && is_checked() && at_base()) {
    uintptr_t begin = reinterpret_cast<uintptr_t>(block.memory);
    program->objects().note_new_block(begin, begin + block.room);
  }
  if (inputs_are_followed && is_checked()) [[unlikely]]
    followed_values().clear(reinterpret_cast<uintptr_t>(block.memory), block.room);
  if (heap_is_redirected()) return block.memory;
  mark_allocated(block.memory, bytes, block.room, block.recycled, pc);
  if (watches_step) [[unlikely]]
    note_block_made(block.memory);
  return block.memory;
}

void program_free(void* memory, uint64_t pc) {
  if (memory == nullptr || heap_is_redirected()) return;
  BlockState state = state_of_block(memory);
  if (state != BlockState::kLive) {
    if (is_checked()) report_bad_free(memory, state == BlockState::kFreed, pc);
    return;
  }
  if (!end_is_whole(memory) && is_checked()) report_overflow(pc);
  if (at_base()) tallies.note_gone(memory, bytes_of_block(memory));
  const bool is_watched = std::exchange(watches_step, false);
  if (is_watched) [[unlikely]]
    note_block_freed(memory);
  mark_freed(memory, bytes_of_block(memory), pc);
  watches_step = is_watched;
  note_change();
  free_block(current_thread(), memory);
}

void* program_reallocate(void* memory, size_t bytes, uint64_t pc) {
  if (memory == nullptr) return program_allocate(bytes, 16, pc);
  if (bytes == 0) {
    program_free(memory, pc);
    return nullptr;
  }
  BlockState state = state_of_block(memory);
  if (state != BlockState::kLive) {
    if (is_checked()) report_bad_free(memory, state == BlockState::kFreed, pc);
    return nullptr;
  }
  note_unforeseeable();
  size_t old = bytes_of_block(memory);
  if (bytes <= old) {
    if (!end_is_whole(memory) && is_checked()) report_overflow(pc);
    mark_resized(memory, old, bytes, room_of_block(memory), pc);
    note_change();
    shrink_block(memory, bytes);
    return memory;
  }
  // Moved even if there were room: whoever keeps the old pointer is found out.
  void* larger = program_allocate(bytes, 16, pc);
  if (larger == nullptr) return nullptr;
  if (explores_plain && is_checked())
    plain_copy(larger, memory, std::min(old, bytes), pc);
  else
    memcpy(larger, memory, std::min(old, bytes));
  if (inputs_are_followed && is_checked()) [[unlikely]]
    followed_values().copy(reinterpret_cast<uintptr_t>(larger), reinterpret_cast<uintptr_t>(memory),
                           std::min(old, bytes));
  program_free(memory, pc);
  return larger;
}

}  // namespace mazurka::runtime

// glibc's own allocator, for a program that runs by itself.
extern "C" {
void* __libc_malloc(size_t);
void __libc_free(void*);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

using namespace mazurka::runtime;

MAZURKA_STAND_IN(void*, malloc, (size_t bytes)) {
  return heap_is_ours() ? program_allocate(bytes, 16, MAZURKA_CALLER) : __libc_malloc(bytes);
}
MAZURKA_STAND_IN(void, free, (void* memory)) {
  heap_is_ours() ? program_free(memory, MAZURKA_CALLER) : __libc_free(memory);
}
MAZURKA_STAND_IN(void*, calloc, (size_t count, size_t bytes)) {
  if (!heap_is_ours()) return __libc_calloc(count, bytes);
  size_t whole;
  if (__builtin_mul_overflow(count, bytes, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  return program_allocate(whole, 16, MAZURKA_CALLER);  // which clears it
}
MAZURKA_STAND_IN(void*, realloc, (void* memory, size_t bytes)) {
  return heap_is_ours() ? program_reallocate(memory, bytes, MAZURKA_CALLER) : __libc_realloc(memory, bytes);
}
MAZURKA_STAND_IN(void*, reallocarray, (void* memory, size_t count, size_t bytes)) {
  size_t whole;
  if (__builtin_mul_overflow(count, bytes, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  return heap_is_ours() ? program_reallocate(memory, whole, MAZURKA_CALLER) : __libc_realloc(memory, whole);
}
MAZURKA_STAND_IN(void*, memalign, (size_t alignment, size_t bytes)) {
  return heap_is_ours() ? allocate_aligned(alignment, bytes, MAZURKA_CALLER) : __libc_memalign(alignment, bytes);
}
// (In glibc 2.36 the same.)
MAZURKA_STAND_IN(void*, aligned_alloc, (size_t alignment, size_t bytes)) {
  return heap_is_ours() ? allocate_aligned(alignment, bytes, MAZURKA_CALLER) : __libc_memalign(alignment, bytes);
}
MAZURKA_STAND_IN(int, posix_memalign, (void** result, size_t alignment, size_t bytes)) {
  if (alignment % sizeof(void*) != 0 || !std::has_single_bit(alignment)) return EINVAL;
  int before = errno;
  void* memory =
      heap_is_ours() ? allocate_aligned(alignment, bytes, MAZURKA_CALLER) : __libc_memalign(alignment, bytes);
  errno = before;
  if (memory == nullptr) return ENOMEM;
  write_result(result, sizeof *result, MAZURKA_CALLER);
  *result = memory;
  return 0;
}
MAZURKA_STAND_IN(void*, valloc, (size_t bytes)) {
  return heap_is_ours() ? allocate_aligned(4096, bytes, MAZURKA_CALLER) : __libc_memalign(4096, bytes);
}
MAZURKA_STAND_IN(void*, pvalloc, (size_t bytes)) {
  size_t pages;
  if (__builtin_add_overflow(bytes, size_t{4095}, &pages)) {
    errno = ENOMEM;
    return nullptr;
  }
  pages &= ~size_t{4095};
  return heap_is_ours() ? allocate_aligned(4096, pages, MAZURKA_CALLER) : __libc_memalign(4096, pages);
}
MAZURKA_STAND_IN(size_t, malloc_usable_size, (void* memory)) {
  if (heap_is_ours()) return bytes_of_block(memory);
  return memory == nullptr ? 0 : (reinterpret_cast<size_t*>(memory)[-1] & ~size_t{7}) - 8;
}
