#include "runtime/engine/threads/used_stack.hpp"

#include "runtime/engine/threads/fiber.hpp"
#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

bool contexts_lie_on_stacks = false;

void note_context_stack(uintptr_t memory) {
  if (memory >= kStackBase && memory < kMainStackBase + kMainStackBytes) contexts_lie_on_stacks = true;
}

// A thread that runs on a stack of the program's making (swapcontext) has left its own one somewhere.
char* end_of_use(uint32_t thread, void* stack_pointer) {
  if (is_on_own_stack(thread, stack_pointer) && !contexts_lie_on_stacks) return static_cast<char*>(stack_pointer);
  auto* word = reinterpret_cast<uint64_t*>(stack_bottom(thread));
  while (reinterpret_cast<char*>(word) + sizeof *word < stack_top(thread) && *word == 0) word++;
  return reinterpret_cast<char*>(word);
}

bool has_stack_of_ours(uint32_t thread) {
  if (thread == 0) return true;
  const uintptr_t top = reinterpret_cast<uintptr_t>(stack_top(thread));
  const MemoryRange usual = stack_room(thread), large = large_stack_room(thread);
  return (top > usual.begin && top <= usual.end) || (top > large.begin && top <= large.end);
}

}  // namespace mazurka::runtime
