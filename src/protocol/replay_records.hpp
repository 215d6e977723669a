// What a replay tells beside its steps: their order, what the objects are, and what threads do to memory in between.
#pragma once

#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka::protocol {

// A schedule up to this length is told as a whole: its order can be changed. Of a longer one only the last steps are
// told. (Their calls are unwound, which takes microseconds each.)
inline constexpr uint32_t kMostTold = 20'000;
// Steps that a report shows, the last ones. A page with so many opens at once, and a report takes a second.
inline constexpr uint32_t kMostShown = 5'000;
// Accesses to memory between the steps, the last ones.
inline constexpr uint32_t kMostPlain = 5'000;

constexpr uint32_t steps_told(uint64_t schedule_length) {
  return schedule_length <= kMostTold ? kMostTold : kMostShown;
}

// A thread that waits for ever.
struct WaitingRecord {
  RecordHeader header;
  uint32_t thread;
  uint32_t code;
  uint32_t partner;     // kJoin
  uint32_t has_holder;  // kLock: a thread holds the mutex
  uint32_t holder;
  uint32_t callers;     // the way to pc; 0 if unknown
  uint32_t for_change;  // waits until memory changes
  uint32_t reserved;
  uint64_t address;
  uint64_t pc;
  char name[64];
  char detail[kDetailBytes];  // what is in the object that it waits for
};

// Steps of other threads that happen before this one, and before none of the others. Steps count from 1. So many
// numbers of steps follow, and one more if that makes a multiple of 8 bytes.
struct OrderRecord {
  RecordHeader header;
  uint32_t step;
  uint32_t count;
};

// An object lies in a frame of a thread's stack.
struct LocalRecord {
  RecordHeader header;
  uint64_t address;
  uint64_t pc;     // in the function that the frame is of: a return address
  uint64_t frame;  // its canonical address, behind the return address of the function
  uint32_t thread;
  uint32_t reserved;
};

// An object lies in a block of the heap.
struct BlockRecord {
  RecordHeader header;
  uint64_t address;
  uint64_t begin;
  uint64_t bytes;
  uint32_t thread;  // that allocated it
  uint32_t frames;
  uint64_t pcs[16];  // where, innermost first
};

// A plain access to memory that several threads access, or one of the last that a thread did before it failed.
struct PlainRecord {
  RecordHeader header;
  uint32_t thread;
  uint32_t writes;
  uint32_t bytes;
  uint32_t step;  // how many came before
  uint64_t address;
  uint64_t before;  // of up to 8 bytes: the contents
  uint64_t after;
  uint32_t frames;
  uint32_t is_last;  // told because the thread fails then; it may be the only one that accesses the memory
  uint64_t pcs[8];   // innermost first
};

// A thread of the program.
struct ThreadRecord {
  RecordHeader header;
  uint32_t thread;
  uint32_t has_ended;
  uint64_t start;  // the function that it began with; 0 if unknown
  char name[16];   // that it was given; may be empty
};

}  // namespace mazurka::protocol
