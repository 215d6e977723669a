#include "runtime/races/stack_depot.hpp"

#include <string.h>
#include <unwind.h>

#include <vector>

#include "runtime/engine/native_program.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

namespace mazurka::runtime {

bool keep_stacks = false;

namespace {

struct KeptStack {
  uint32_t begin, frames;  // in all_frames
  uint64_t hash;
};
uint64_t first_step = 0;  // of this execution
bool is_one_access = false, has_its_place = false;
uint64_t its_place = 0;
uint64_t only_pc = 0;
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<uint64_t>& all_frames = *new std::vector<uint64_t>;
std::vector<KeptStack>& kept_stacks = *new std::vector<KeptStack>;
std::vector<uint32_t>& table = *new std::vector<uint32_t>;  // open addressing by hash: stack + 1

void enter(uint32_t number) {
  size_t at = kept_stacks[number].hash & (table.size() - 1);
  while (table[at] != 0) at = (at + 1) & (table.size() - 1);
  table[at] = number + 1;
}

// With the number of steps that were executed: the order of accesses.
uint64_t with_step(uint64_t stack) {
  return stack | (steps_done() - first_step) << 32;
}

uint64_t intern(const uint64_t* frames, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t k = 0; k < count; k++) hash = (hash ^ frames[k]) * 0x9e3779b97f4a7c15ULL + (hash >> 31);
  if (table.empty()) table.resize(4096, 0);
  for (size_t at = hash & (table.size() - 1); table[at] != 0; at = (at + 1) & (table.size() - 1)) {
    const KeptStack& known = kept_stacks[table[at] - 1];
    if (known.hash == hash && known.frames == count &&
        memcmp(all_frames.data() + known.begin, frames, count * sizeof *frames) == 0)
      return table[at] - 1;
  }
  kept_stacks.push_back({static_cast<uint32_t>(all_frames.size()), count, hash});
  all_frames.insert(all_frames.end(), frames, frames + count);
  if (kept_stacks.size() * 2 > table.size()) {
    std::vector<uint32_t>(table.size() * 2, 0).swap(table);
    for (uint32_t k = 0; k < kept_stacks.size(); k++) enter(k);
  } else {
    enter(static_cast<uint32_t>(kept_stacks.size() - 1));
  }
  return kept_stacks.size() - 1;
}

}  // namespace

OneAccess::OneAccess() {
  is_one_access = true;
  has_its_place = false;
}
OneAccess::~OneAccess() {
  is_one_access = false;
}

OnlyPlace::OnlyPlace(uint64_t pc) {
  only_pc = pc;
}
OnlyPlace::~OnlyPlace() {
  only_pc = 0;
}

uint64_t keep_access_stack(uint64_t pc) {
  if (only_pc != 0) return with_step(intern(&only_pc, 1));
  if (is_one_access && has_its_place) return its_place;
  PendingFailure holder;
  capture_stack(holder, 0, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  if (holder.frames == 0) holder.stack[holder.frames++] = pc;
  has_its_place = true;
  return its_place = with_step(intern(holder.stack, holder.frames));
}

uint64_t keep_call_stack(uint64_t pc) {
  PendingFailure holder;
  {
    SystemCallsAllowed allowed;
    _Unwind_Backtrace(
        [](_Unwind_Context* context, void* data) {
          auto* into = static_cast<PendingFailure*>(data);
          uint64_t at = _Unwind_GetIP(context);
          if (at != 0 && !is_own_code(at)) into->stack[into->frames++] = at;
          return into->frames < 32 ? _URC_NO_REASON : _URC_END_OF_STACK;
        },
        &holder);
  }
  if (holder.frames == 0) holder.stack[holder.frames++] = pc;
  return with_step(intern(holder.stack, holder.frames));
}

void begin_steps() {
  first_step = steps_done();
}

uint64_t pc_of(uint64_t place) {
  return keep_stacks ? all_frames[kept_stacks[static_cast<uint32_t>(place)].begin] : place;
}

uint32_t step_of(uint64_t place) {
  return keep_stacks ? static_cast<uint32_t>(place >> 32) : 0;
}

std::span<const uint64_t> stack_at(const uint64_t& place) {
  if (!keep_stacks) return {&place, 1};
  const KeptStack& stack = kept_stacks[static_cast<uint32_t>(place)];
  return {all_frames.data() + stack.begin, stack.frames};
}

}  // namespace mazurka::runtime
