// Shadow memory: for every 8 bytes of the program's memory (a granule), who accessed which of its bytes lately.
//
// A cell is one access, or the mark of memory that must not be accessed, in one word:
//   epoch (43 bits) | thread (11) | byte mask (8) | kind (2)
// The epoch is the time of the accessing thread (race_detector.hpp). Times never repeat, not even in another execution,
// so that a cell of an earlier execution is known by its epoch and nothing has to be cleared at a restart.
//
// Three cells lie in the granule; further ones, if many threads read a location, in a list. Where in the program the
// accesses were (origins) lies apart from the cells, so that looking at an array that was looked at before needs half
// the cache.
//
// The shadow belongs to the checker: it is neither saved nor restored. With one process for each execution it is
// private to the process, all of its state included.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

using Cell = uint64_t;

// The bits of a kind are such that
//   two accesses conflict  if (a & b) == 0  (one of them writes, and one of them is not atomic);
//   a covers b             if (a & ~b) == 0 (everything that conflicts with b conflicts with a, too).
enum AccessKind : uint64_t { kPlainWrite = 0, kPlainRead = 1, kAtomicWrite = 2, kAtomicRead = 3 };

inline constexpr uint32_t kMaskShift = 2, kThreadShift = 10, kEpochShift = 21;
inline constexpr Cell kKindBits = 3, kMaskBits = Cell{0xff} << kMaskShift, kThreadBits = Cell{0x7ff} << kThreadShift;
inline constexpr Cell kWhoAndWhen = ~(kKindBits | kMaskBits);
inline constexpr uint64_t kLastEpoch = (uint64_t{1} << 43) - 1;

// Marks have a thread of their own, and a kind that says what they mean.
inline constexpr uint64_t kMarkThread = 0x7ff;
enum MarkKind : uint64_t { kRedzone = 0, kFreedMemory = 1, kEndedStack = 2, kEndedStorage = 3 };

constexpr uint64_t epoch_of(Cell cell) {
  return cell >> kEpochShift;
}
constexpr uint32_t thread_in(Cell cell) {
  return static_cast<uint32_t>((cell & kThreadBits) >> kThreadShift);
}
constexpr Cell make_cell(uint64_t epoch, uint64_t thread, uint64_t bytes, uint64_t kind) {
  return epoch << kEpochShift | thread << kThreadShift | bytes << kMaskShift | kind;
}
constexpr bool is_mark(Cell cell) {
  return (cell & kThreadBits) == kThreadBits;
}

inline constexpr uint32_t kCells = 3;

struct Granule {
  Cell cells[kCells];
  uint64_t more;  // list of further cells
};
struct Origins {
  uint64_t places[kCells];  // of the cells: a program counter, or on replay the number of a stack
  uint64_t sync;            // list of the synchronisation objects in these 8 bytes
};

// What happened to all bytes of a page of the heap, which lies in one block, and who else was there.
struct HeapPage {
  Cell whole;      // it was freed (a mark), or its memory is used again (a write)
  uint64_t place;  // of that write
  Cell others;     // the first access of another thread than the one whose heap it is
};

// Directory and chunks: a chunk has the granules of 1 MB of the program's memory, then their origins, then a byte for
// each: has there ever been an access that was not atomic (PlainFlag)? At its end are the pages.
inline constexpr uint32_t kChunkShift = 20;
inline constexpr size_t kChunkGranules = (size_t{1} << kChunkShift) / 8;
inline constexpr size_t kChunkPages = (size_t{1} << kChunkShift) / kPage;
inline constexpr size_t kBytesBeforePages = kChunkGranules * (sizeof(Granule) + sizeof(Origins) + 1);
inline constexpr size_t kChunkBytes = (kBytesBeforePages + kChunkPages * sizeof(HeapPage) + kPage - 1) / kPage * kPage;
inline constexpr size_t kDirectoryEntries = size_t{1} << (47 - kChunkShift);

// Null if nothing in that megabyte was ever accessed.
inline Granule* find_granule(uintptr_t address) {
  auto* const* directory = reinterpret_cast<Granule* const*>(kAccessShadowBase);
  Granule* chunk = directory[address >> kChunkShift & (kDirectoryEntries - 1)];
  return chunk == nullptr ? nullptr : chunk + (address / 8 & (kChunkGranules - 1));
}
inline Origins& origins_of(Granule& granule) {
  return *reinterpret_cast<Origins*>(reinterpret_cast<char*>(&granule) + kChunkGranules * sizeof(Granule));
}
// Of a granule. Only where there was a plain access before, and nobody wants to be told, one is nothing special.
enum PlainFlag : uint8_t { kHadPlain = 1, kTellsPlain = 2 };
// The chunk must be there.
inline uint8_t& plain_flags(uintptr_t address) {
  auto* const* directory = reinterpret_cast<Granule* const*>(kAccessShadowBase);
  Granule* chunk = directory[address >> kChunkShift & (kDirectoryEntries - 1)];
  char* flags = reinterpret_cast<char*>(chunk) + kChunkGranules * (sizeof(Granule) + sizeof(Origins));
  return *reinterpret_cast<uint8_t*>(flags + (address / 8 & (kChunkGranules - 1)));
}
inline bool had_plain_access(uintptr_t address) {
  return (plain_flags(address) & kHadPlain) != 0;
}
// The page around a granule of the heap.
inline HeapPage& page_of(Granule& granule, uintptr_t address) {
  char* chunk = reinterpret_cast<char*>(&granule - (address / 8 & (kChunkGranules - 1)));
  return reinterpret_cast<HeapPage*>(chunk + kBytesBeforePages)[address / kPage & (kChunkPages - 1)];
}
// Makes the chunk if it is not there. The address must be one that a program can have (47 bits).
Granule& make_granule(uintptr_t address);
inline Granule& granule_at(uintptr_t address) {
  Granule* found = find_granule(address);
  return found != nullptr ? *found : make_granule(address);
}
constexpr bool has_shadow(uintptr_t address) {
  return address >> 47 == 0;
}

// Safe to call again.
void map_access_shadow();

// Memory for what lasts until the end of the execution; forgotten as a whole.
void* execution_allocate(size_t bytes);
void forget_execution_memory();
// Where the next will be; and: all from there on is forgotten.
uintptr_t execution_memory_end();
void cut_execution_memory(uintptr_t end);

}  // namespace mazurka::runtime
