#include "runtime/engine/loops/spin_loops.hpp"

#include <string.h>

#include <vector>

#include "runtime/engine/run.hpp"
#include "runtime/engine/threads/used_stack.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/memory/hidden_memory.hpp"
#include "runtime/memory/snapshot.hpp"

namespace mazurka::runtime {

ThreadReads thread_reads[kMaxThreads];
bool knows_spin_loops = false;

namespace {

// Never destroyed: the program's exit handlers run ours too.
std::vector<uint64_t>& spin_loops = *new std::vector<uint64_t>;
std::vector<uint64_t>& other_loops = *new std::vector<uint64_t>;  // that change something unseen

bool contains(const std::vector<uint64_t>& places, uint64_t pc) {
  for (uint64_t place : places)
    if (place == pc) return true;
  return false;
}

// Sightings are kept as long as an iteration may refer to them.
constexpr size_t kMaxSightings = 4096;

void begin_to_note(uint32_t thread) {
  Thread& self = user_threads[thread];
  if (self.sightings.size() > kMaxSightings) {
    thread_reads[thread].changes++;
    self.looking = false;
  }
  if (!self.looking) self.sightings.clear();
  self.looking = true;
}

// Where the stack ends that a thread runs on. Nobody knows that of one which the program has made in its heap; but what
// is behind it there does no harm, if it is not much. 0: unknown, or there may be other contexts below.
uint64_t end_of_stack_of(uint32_t thread) {
  constexpr uint64_t kMost = 1 << 20;
  const void* stack = user_threads[thread].context.stack_pointer;
  if (contexts_lie_on_stacks) return 0;
  if (is_on_own_stack(thread, stack)) return reinterpret_cast<uint64_t>(stack_top(thread));
  uint64_t begin = reinterpret_cast<uint64_t>(stack);
  for (uint32_t owner = 0; owner < arena_count(); owner++) {
    MemoryRange arena = arena_of_thread(owner);
    if (begin >= arena.begin && begin < arena.end) return arena.end - begin <= kMost ? arena.end : 0;
  }
  return 0;
}

// A suspended thread: switch_stack() has saved these bytes, and left a gap above them, below what is in use.
constexpr uint64_t kSaved = 16, kGap = 128;
// Below that, functions of ours use the stack.
constexpr uint64_t kBelow = 1024;

// What the thread does not use of its stack, but our functions did. (The stack may be in the program's heap.)
MemoryRange unused_stack(uint32_t thread) {
  uintptr_t begin = reinterpret_cast<uintptr_t>(user_threads[thread].context.stack_pointer);
  return {begin - kBelow, begin + kSaved + kGap};
}

// Stack and registers.
uint64_t hash_thread(uint32_t thread, uint64_t end) {
  uint64_t begin = reinterpret_cast<uint64_t>(user_threads[thread].context.stack_pointer);
  uint64_t hash = hash_memory(reinterpret_cast<const void*>(begin), kSaved, begin);
  begin += kSaved + kGap;
  return hash_memory(reinterpret_cast<const void*>(begin), end - begin, hash) | 1;
}

// A recursion comes to one place with ever more stack; to read all of it each time would take for ever. A loop is back
// with the same stack, and is then recognised an iteration later. (Hashes are odd.)
constexpr uint64_t kNotHashed = 2, kDeepStack = 64 << 10;
bool is_recursion(const ReadVisit* before, const ReadVisit& visit, uint64_t end) {
  return before != nullptr && before->hash != 0 && before->stack_pointer != visit.stack_pointer &&
         end - reinterpret_cast<uint64_t>(visit.stack_pointer) > kDeepStack;
}

// The same place for the second time in the same state: is it a spin loop?
void learn_from(uint32_t thread, ReadVisit& visit, const ReadVisit& before) {
  if (contains(other_loops, visit.pc)) return;
  bool alone = visit.all_steps - before.all_steps == visit.own_steps - before.own_steps;
  if (!alone) return;
  visit.page_hash = hash_writable_memory(unused_stack(thread)) | 1;
  if (before.page_hash == 0) return;
  if (before.page_hash == visit.page_hash) {
    spin_loops.push_back(visit.pc);
    expect_spin_loops();
    learn();
  } else {
    other_loops.push_back(visit.pc);
  }
}

}  // namespace

void expect_spin_loops() {
  knows_spin_loops = true;
  user_threads.clear_stacks_at_restart();
}

uint64_t end_of_stack(uint32_t thread) {
  return end_of_stack_of(thread);
}

void clear_stack_below() {
  char gap[kBelow];
  memset(gap, 0, sizeof gap);
  asm volatile("" : : "r"(gap) : "memory");
}

bool look_at_place(uint32_t thread) {
  Thread& self = user_threads[thread];
  if (self.awaiting || !at_base()) return false;
  uint64_t end = end_of_stack_of(thread);
  if (end == 0) return false;
  ThreadReads& reads = thread_reads[thread];
  bool is_known = contains(spin_loops, self.pc) || is_replay();
  const ReadVisit* before = reads.find(self.pc);
  ReadVisit visit{.pc = self.pc, .stack_pointer = self.context.stack_pointer};
  visit.hash = is_recursion(before, visit, end) ? kNotHashed : hash_thread(thread, end);
  visit.object = user_threads.view(thread).next.object;
  visit.all_steps = steps_done();
  visit.own_steps = self.steps;
  visit.recorded = reads.recorded;
  bool same = before != nullptr && before->stack_pointer == visit.stack_pointer && before->hash == visit.hash &&
              before->recorded == visit.recorded;
  if (same && is_known && may_wait(thread)) {
    self.sightings.erase(self.sightings.begin(), self.sightings.begin() + before->sightings);
    return true;
  }
  if (same && !is_known) learn_from(thread, visit, *before);
  begin_to_note(thread);
  visit.sightings = static_cast<uint32_t>(self.sightings.size());
  visit.changes = reads.changes;
  visit.execution = execution_number();
  reads.pending = visit;
  return false;
}

void keep_inspected_visit(uint32_t thread) {
  ThreadReads& reads = thread_reads[thread];
  uint64_t pc = user_threads[thread].pc;
  if (!reads.is_current(reads.pending, pc)) {
    reads.pending = {.pc = pc, .changes = reads.changes, .object = user_threads.view(thread).next.object};
    reads.pending.execution = execution_number();
    if (contains(spin_loops, pc) || is_replay()) look_at_place(thread);
  }
  reads.place_for(pc) = reads.pending;
  reads.pending.pc = 0;
}

}  // namespace mazurka::runtime
