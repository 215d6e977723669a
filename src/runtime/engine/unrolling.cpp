#include "runtime/engine/unrolling.hpp"

#include <algorithm>
#include <unordered_map>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/spin_loops.hpp"
#include "runtime/memory/snapshot.hpp"

namespace mazurka::runtime {

namespace {

struct Visits {
  uint64_t execution = 0;
  uint32_t count = 0;
};
// By thread and place. Never destroyed: the program's exit handlers run ours too.
std::unordered_map<uint64_t, Visits>& visits = *new std::unordered_map<uint64_t, Visits>;

// A loop that may be a spin loop gets as many rounds as it takes to find that out (spin_loops.hpp).
constexpr uint32_t kRoundsToLearn = 6;

uint64_t mix(uint64_t hash, uint64_t word) {
  return (hash ^ word) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
}

// Return addresses in the program, by frame pointers: as far as these go.
uint64_t hash_callers(uint64_t hash) {
  uint64_t low = reinterpret_cast<uint64_t>(stack_bottom(program->current)) + kPage;
  uint64_t high = reinterpret_cast<uint64_t>(stack_top(program->current));
  uint64_t frame = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  for (int depth = 0; depth < 64 && frame >= low && frame + 16 <= high && frame % 8 == 0; depth++) {
    const auto* words = reinterpret_cast<const uint64_t*>(frame);
    if (words[1] == 0) break;
    if (!is_own_code(words[1])) hash = mix(hash, words[1]);
    if (words[0] <= frame) break;
    frame = words[0];
  }
  return hash;
}

}  // namespace

bool is_unrolled(uint32_t most) {
  uint32_t self = program->current;
  uint64_t pc = program->thread(self).pc;
  Visits& place = visits[hash_callers(mix(self + 1, pc))];
  if (place.execution != program->execution()) place = {program->execution(), 0};
  bool may_spin = thread_reads[self].find(pc) != nullptr;
  if (place.count >= (may_spin ? std::max(most, kRoundsToLearn) : most)) return true;
  place.count++;
  return false;
}

}  // namespace mazurka::runtime
