// Where things lie in the address space of a checked program. Fixed, so that addresses are the same in every execution
// and in every run; far from where the kernel puts anything by itself.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::runtime {

inline constexpr size_t kPage = 4096;

// The checker's own memory: a shared mapping, so that with one fork per execution the children work for their parent.
// Neither saved nor restored.
inline constexpr uintptr_t kCheckerBase = 0x100000000000;
inline constexpr size_t kCheckerBytes = size_t{64} << 30;

// Who accessed what: the shadow of the race detector (shadow.hpp). Private to each process, neither saved nor restored.
inline constexpr uintptr_t kAccessShadowBase = 0x110000000000;
inline constexpr size_t kAccessShadowBytes = size_t{1} << 40;

// Clean copies of the pages that executions write to.
inline constexpr uintptr_t kShadowBase = 0x120000000000;
inline constexpr size_t kShadowBytes = size_t{64} << 30;

// The program's heap: an arena for each thread, by its id.
inline constexpr uintptr_t kArenaBase = 0x200000000000;
inline constexpr size_t kArenaBytes = size_t{4} << 30;

// Blocks for thread-local storage, one after the other.
inline constexpr uintptr_t kTlsBase = 0x280000000000;
inline constexpr size_t kTlsBytes = size_t{1} << 30;

// Stacks of threads, by id: at the end of a room, the rest of which is not accessible. Those that are larger than usual
// have rooms of their own: where stacks are far apart, the processor takes longer to find their pages.
inline constexpr uintptr_t kStackBase = 0x300000000000;
inline constexpr size_t kStackRoom = size_t{16} << 20;
inline constexpr size_t kStackBytes = size_t{8} << 20;  // unless the program asks for more
inline constexpr uintptr_t kLargeStackBase = 0x310000000000;
inline constexpr size_t kLargeStackRoom = size_t{1} << 30;
// The main thread's; its lowest page is a guard.
inline constexpr uintptr_t kMainStackBase = 0x320000000000;
inline constexpr size_t kMainStackBytes = size_t{8} << 20;

// Memory that threads map after the base, by id.
inline constexpr uintptr_t kMappedBase = 0x400000000000;
inline constexpr size_t kMappedBytes = size_t{32} << 30;
// What the program maps before its first thread: the checker's own mappings, which are not the same on a replay, make
// no difference to it.
inline constexpr uintptr_t kEarlyMappedBase = 0x600000000000;
inline constexpr size_t kEarlyMappedBytes = size_t{64} << 30;

inline constexpr uint32_t kMaxThreads = 1024;
static_assert(kStackBase + kMaxThreads * kStackRoom <= kLargeStackBase);
static_assert(kLargeStackBase + kMaxThreads * kLargeStackRoom <= kMainStackBase);

// Of a thread that is not main, an address between kStackBase and kMainStackBase.
constexpr uint32_t owner_of_stack(uintptr_t address) {
  return static_cast<uint32_t>(address < kLargeStackBase ? (address - kStackBase) / kStackRoom
                                                         : (address - kLargeStackBase) / kLargeStackRoom);
}

}  // namespace mazurka::runtime
