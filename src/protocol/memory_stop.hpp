// Replay: the program stands still where something is to be looked at, and its memory is read on request.
//
// The supervisor knows the types of variables, the runtime can read what lies at an address. So they talk: the runtime
// tells where it has stopped, the supervisor asks for memory until it has seen enough, and lets it go on. They use the
// room of the outbox, which a replay has no other use for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka::protocol {

struct MemoryStop {
  enum class Why : uint32_t {
    kNone,
    kFailure,  // a thread fails here
    kBefore,   // an access to watched memory comes next
    kAfter,    // ... is done
  };
  enum class Wish : uint32_t { kRead, kGoOn };
  // A function that is being executed: a return address in it, the canonical address of its frame, and the registers
  // that calls leave alone, numbered as in kRegisters.
  struct Frame {
    uint64_t pc, address;
    uint64_t registers[6];
  };
  static constexpr uint32_t kRegisters[6] = {3, 6, 12, 13, 14, 15};  // rbx, rbp, r12 and so on, in DWARF's numbers
  struct Range {
    uint64_t begin, end;
  };
  static constexpr uint32_t kMostFrames = 32;
  static constexpr uint32_t kMostWatched = 64;
  static constexpr uint32_t kMostBytes = 4096;  // of one answer

  // Counted up, and waited for: the runtime has stopped or has answered; the supervisor has a wish.
  uint32_t news, wishes;

  // Where it stands.
  Why why;
  uint32_t thread;
  uint32_t frame_count;  // kFailure
  uint32_t writes;       // the access: kBefore, kAfter
  uint64_t address;
  uint64_t bytes;
  uint64_t thread_pointer;    // kFailure: where the thread's own variables are found from
  Frame frames[kMostFrames];  // innermost first

  Wish wish;
  uint32_t wished_bytes, got_bytes;
  uint32_t watched_count;
  uint64_t wished_address;
  Range watched[kMostWatched];  // written before the start
  unsigned char answer[kMostBytes];
};
static_assert(sizeof(MemoryStop) <= kMailBytes);

inline MemoryStop& memory_stop(Channel& channel) {
  return *reinterpret_cast<MemoryStop*>(channel.outbox());
}

}  // namespace mazurka::protocol
