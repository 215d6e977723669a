// Restart in microseconds: the program's memory as it was at the base, restored by copying back the few pages that were
// written.
//
// When the snapshot is taken, all writable private memory is made read-only. The first write to a page faults; the page
// is then copied to the shadow, made writable, and is hot from then on: every restart copies it back. (About 7
// microseconds for a fault, once; about 50 ns for a hot page at each restart.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mazurka::runtime {

// Adds memory to it, with the contents that it has now or will have when the snapshot is taken, at the base. (All that
// is mapped then is part of it, but for what lies in regions of our own making.)
void add_to_snapshot(uintptr_t begin, uintptr_t end);

// A write to this address faulted. True: it was a page of the snapshot that is now hot, and the write can be repeated.
bool heat_page(uintptr_t address);
// The kernel is about to write here: its faults do not reach us.
void heat_range(uintptr_t address, size_t bytes);

uint64_t hot_page_count();

// The k-th of these, as it is now and as it was at the base.
struct HotPage {
  uintptr_t address;
  const char* at_base;
};
HotPage hot_page(size_t k);

// Of whole words.
uint64_t hash_memory(const void* memory, size_t bytes, uint64_t seed);
// Of everything that was there at the base and that the program has changed since, but for stacks. (None of it with one
// process for each execution.)
uint64_t hash_hot_pages();

// The program's variables and whatever else it has mapped and can read, but for its heap, stacks and thread-local
// storage.
struct MemoryRange {
  uintptr_t begin = 0, end = 0;
};
std::vector<MemoryRange> readable_memory();

}  // namespace mazurka::runtime
