#include "runtime/engine/loops/unrolling.hpp"

#include <algorithm>
#include <unordered_map>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/platform/own_code.hpp"

namespace mazurka::runtime {

namespace {

// How often, by thread and place. Never destroyed: the program's exit handlers run ours too.
using Visits = std::unordered_map<uint64_t, PerExecution<uint32_t>>;
Visits& visits = *new Visits;

// A loop that may be a spin loop gets as many rounds as it takes to find that out (spin_loops.hpp).
constexpr uint32_t kRoundsToLearn = 6;

uint64_t mix(uint64_t hash, uint64_t word) {
  return (hash ^ word) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
}

// With the way there.
uint64_t hash_callers(uint64_t hash) {
  constexpr int kMostFrames = 64;
  int depth = 0;
  for_each_frame(reinterpret_cast<uint64_t>(__builtin_frame_address(0)), [&](uint64_t return_address) {
    if (!is_own_code(return_address)) hash = mix(hash, return_address);
    return ++depth < kMostFrames;
  });
  return hash;
}

}  // namespace

uint64_t place_of_operation() {
  return hash_callers(mix(1, user_threads.own().pc));
}

bool is_unrolled(uint32_t most) {
  uint32_t self = current_thread();
  uint64_t pc = user_threads[self].pc;
  uint32_t& count = visits[hash_callers(mix(self + 1, pc))].get();
  bool may_spin = thread_reads[self].find(pc) != nullptr;
  if (count >= (may_spin ? std::max(most, kRoundsToLearn) : most)) return true;
  count++;
  return false;
}

}  // namespace mazurka::runtime
