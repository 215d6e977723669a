// Loops that wait for another thread by reading again and again.
//
// An iteration that changes nothing and leaves the thread as it was will go on like that until something it read
// changes. The thread then waits for that (NativeProgram::stop_spinning), as in an await: the loop is not unrolled,
// and one that nobody ends is found. "As it was": back at the same operation with the same stack and registers, and
// since then the thread has written nothing, neither by operations nor by instrumented plain writes outside of its
// stack, and has called nothing that is known to have an effect.
//
// Code that is not instrumented may change something unseen (the state of a random number generator). So a place is
// taken for a spin loop only after two iterations without another thread in between have left all writable memory as it
// was. That changes where threads wait: the exploration starts again then.
//
// An iteration with plain accesses that the race detector has not seen of the thread (since it last released anything)
// is not the last one: what comes after the loop may lead to a race with it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// A thread was at an operation that may turn out to change nothing.
struct ReadVisit {
  uint64_t pc = 0;
  uint64_t changes = 0;  // of the thread, until then
  ObjectId object{};     // that the operation reads
  uint64_t execution = 0;
  void* stack_pointer = nullptr;
  uint64_t hash = 0;       // of stack and registers; 0: not computed; even: nor looked at, with a deep stack
  uint64_t page_hash = 0;  // of all memory; 0: not computed
  uint64_t all_steps = 0;  // of all threads so far
  uint32_t own_steps = 0;
  uint64_t recorded = 0;   // plain accesses of the thread, until then
  uint32_t sightings = 0;  // how many the thread had
};

// The last visits of a thread. Two places share each slot: a loop that reads at more places of one slot is not
// recognised.
struct ThreadReads {
  static constexpr uint32_t kSlots = 16, kWays = 2;
  uint64_t changes = 1;         // grows when the thread changes something
  uint64_t recorded = 0;        // grows when the race detector notes a plain access that is new to it
  uint64_t unseen_changes = 0;  // those of which nobody knows whether they are taken back (rounds.hpp)
  uint32_t times = 0;           // that it has been shown, or has named
  ReadVisit visits[kSlots][kWays];
  uint8_t oldest[kSlots] = {};
  ReadVisit pending;  // where the thread is now, if that was looked at

  static uint32_t slot_of(uint64_t pc) { return static_cast<uint32_t>(pc * 0x9e3779b97f4a7c15ULL >> 60); }
  bool is_current(const ReadVisit& visit, uint64_t pc) const {
    return visit.pc == pc && visit.changes == changes && visit.execution == execution_number();
  }
  // Where the next visit to this place is kept.
  ReadVisit& place_for(uint64_t pc) {
    if (ReadVisit* known = find(pc)) return *known;
    uint32_t slot = slot_of(pc);
    oldest[slot] ^= 1;
    return visits[slot][oldest[slot] ^ 1];
  }
  // The last visit to this place, if the thread has changed nothing since.
  ReadVisit* find(uint64_t pc) {
    for (ReadVisit& visit : visits[slot_of(pc)])
      if (is_current(visit, pc)) return &visit;
    return nullptr;
  }
};
MAZURKA_OWN extern ThreadReads thread_reads[kMaxThreads];
// Writes are noted, with what was there before (rounds.hpp).
MAZURKA_OWN extern bool watches_rounds;
void note_write_of_round(uintptr_t address, size_t bytes);
MAZURKA_OWN extern bool knows_spin_loops;  // or this is a replay, where every loop may be one
// Checker's side: from now on.
void expect_spin_loops();

// User thread's side: clears the unused stack below the caller. A thread that is compared with itself is suspended in
// functions of ours, and what earlier calls left in the gaps of their frames must not make a difference. To be called
// before a function with such gaps, which must not be inlined.
[[gnu::noinline]] void clear_stack_below();

// User thread's side: the current thread changes something that others, or later iterations, may see.
inline void note_change() {
  ThreadReads& reads = thread_reads[current_thread()];
  reads.changes++;
  reads.unseen_changes++;
}
// ... by an operation of the exploration, which is recorded with all that it changes.
inline void note_recorded_change() {
  thread_reads[current_thread()].changes++;
}
// How often the current thread has done so.
inline uint64_t changes_of_current() {
  return thread_reads[current_thread()].changes;
}

// User thread's side: a plain write. The thread's own stack is compared anyway.
[[gnu::always_inline]] inline void note_plain_write(uintptr_t address, size_t bytes) {
  uint32_t self = current_thread();
  if (is_on_own_stack(self, reinterpret_cast<const void*>(address))) return;
  thread_reads[self].changes++;
  if (watches_rounds) [[unlikely]]
    note_write_of_round(address, bytes);
}

// These may turn out to change nothing; whoever performs them says if they do.
constexpr bool may_only_read(OpCode code) {
  return code == OpCode::kLoad || code == OpCode::kCas || code == OpCode::kFetchAdd || code == OpCode::kTryLock ||
         code == OpCode::kPoll || code == OpCode::kCount;
}

// Checker's side: where the stack ends that a suspended thread runs on; 0: unknown.
uint64_t end_of_stack(uint32_t thread);

// Checker's side. Compares the thread with its last visit to the place where it is. True: it is in a spin loop.
bool look_at_place(uint32_t thread);
// Checker's side. Keeps what was found out about the visit.
void keep_inspected_visit(uint32_t thread);

// Checker's side: the thread goes on from an operation that may only read.
[[gnu::always_inline]] inline void keep_visit(uint32_t thread) {
  ThreadReads& reads = thread_reads[thread];
  if (reads.pending.pc != 0 || knows_spin_loops) [[unlikely]]
    return keep_inspected_visit(thread);
  ReadVisit& place = reads.place_for(user_threads[thread].pc);
  place.pc = user_threads[thread].pc;
  place.changes = reads.changes;
  place.execution = execution_number();
  place.object = user_threads.view(thread).next.object;
  place.hash = place.page_hash = 0;
}

// Checker's side: the thread has come to an operation that may only read.
[[gnu::always_inline]] inline bool has_come_back(uint32_t thread) {
  const ReadVisit* before = thread_reads[thread].find(user_threads[thread].pc);
  if (before == nullptr) return false;
  // A walk through an array: its state differs, as what it reads does.
  if (before->object != user_threads.view(thread).next.object && !knows_spin_loops) return false;
  return look_at_place(thread);
}

}  // namespace mazurka::runtime
