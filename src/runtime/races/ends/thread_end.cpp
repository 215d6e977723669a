// The end of a thread frees its stack and its thread-local storage: a write of what other threads have accessed there,
// for the race detector and with --races=explore. What they access later is an error (owned_memory.hpp).
#include "runtime/races/ends/thread_end.hpp"

#include <algorithm>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/threads/shared_frames.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_cells.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/race_state.hpp"
#include "runtime/races/shared_memory.hpp"
#include "runtime/races/stack_depot.hpp"

namespace mazurka::runtime::races {

namespace {

// With --races=explore: each shared range of it, whether others have accessed it yet or not, for what steps a thread
// has must not depend on that.
void end_shared(uint32_t thread, uintptr_t begin, uintptr_t end, uint64_t pc) {
  while (const SharedRange* found = find_shared(begin, end - begin)) {
    SharedRange range = *found;
    uintptr_t first = std::max(begin, range.begin), last = std::min(end, range.end);
    plain_free(first, last - first, mark_of_ended(first, thread), "end of the thread", pc);
    begin = last;
  }
}

[[gnu::noinline]] void end_seen_memory(uint32_t thread) {
  uint64_t pc = place_of_end(thread);
  const OnlyPlace place(pc);
  // What is only compared comes first: these are no steps, and nobody comes in between.
  for (uintptr_t granule : seen_memory())
    if (!explores_plain || find_shared(granule, 8) == nullptr) access_range(granule, 8, kPlainWrite, pc);
  if (!explores_plain) return;
  MemoryRange storage = user_threads.storage_of(thread);
  end_shared(thread, storage.begin, storage.end, pc);
  for (MemoryRange room : {stack_room(thread), large_stack_room(thread)}) end_shared(thread, room.begin, room.end, pc);
}

// (There is no other thread before the base.)
void end_memory() {
  uint32_t thread = current_thread();
  if (thread == 0 || !watching) return;
  if (names_states) note_end_of_memory(thread);
  if (explores_plain || is_any_seen) end_seen_memory(thread);
  end_thread_memory();
}
const EndHook memory_hook(EndHook::Turn::kMemory, end_memory);

// What is only listed is no access in the shadow yet, and nobody is told of it. After main it must become one.
void note_object_on_main_stack(uintptr_t address) {
  if (!is_checked()) return;
  if (ended_in[0] != execution_number()) return note_unseen_use_of_frame(0, address);
  if (!names_states) list_no_more();
}
[[maybe_unused]] const bool is_told_of_objects = [] {
  note_new_on_main_stack = note_object_on_main_stack;
  return true;
}();

}  // namespace

void end_main(uintptr_t frame) {
  // (A program that has no such variables does not pay for that.)
  if (!names_states && program->objects().has_any_on_main_stack()) list_no_more();
  const OnlyPlace place(place_of_end(0));
  for (uintptr_t granule : seen_in_main_room(frame)) {
    // (What is known of it comes from all executions, and is no part of a state's name.)
    if (names_states) stop_exploring("main may return while other threads use its variables; see --algorithm=pop");
    access_range(granule, 8, kPlainWrite, place_of_end(0));
  }
  ended_in[0] = execution_number();
}

}  // namespace mazurka::runtime::races
