// mazurka_await and atomic sections, for programs that include <mazurka.h>.
//
// An await evaluates its condition by ordinary operations. If it is false, the thread waits for ever in this execution:
// evaluating it again tells nothing new until something that it read has changed, and an evaluation that sees the
// change is explored as another execution. At the end of an execution such a thread is in a deadlock only if all that
// it read is still as it was.
//
// An atomic section is one step. What it will touch is not known before it runs, so all memory that any section uses is
// one object, which a section writes. Memory found to be used in a section that was explored as an object of its own so
// far makes the exploration start again.
#include <sched.h>

#include "runtime/engine/spin_loops.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace mazurka::runtime {

void NativeProgram::begin_looking() {
  Thread& self = *states_[current];
  note_change();
  self.looking = self.awaiting = true;
  self.sightings.clear();
}

void NativeProgram::note_sighting(Thread& thread, const Operation& op) {
  uint32_t objects = mazurka::object_count(op.code);
  bool hidden = objects == 1 && objects_[op.object.index()].kind == ObjectKind::kSection;
  if (hidden) {
    thread.sightings.push_back({thread.used_in_sections, read_memory(objects_[thread.used_in_sections.index()])});
    return;
  }
  if (objects >= 1) thread.sightings.push_back({op.object, read_memory(objects_[op.object.index()])});
  if (objects == 2) thread.sightings.push_back({op.object2, read_memory(objects_[op.object2.index()])});
}

void NativeProgram::wait_for_change(const char* name, uint64_t pc) {
  Thread& self = *states_[current];
  // (With --races=explore what it read may have to be learned first.)
  if (self.sightings.empty() && at_base_ && !explores_plain)
    report_unsupported("mazurka_await with a condition that reads no atomic variable", pc);
  self.looking = false;
  self.waiting = true;
  Operation op;
  op.code = OpCode::kWake;  // nobody will wake it
  announce(op, name, pc);
}

void NativeProgram::stop_spinning(uint32_t id) {
  Thread& self = *states_[id];
  self.looking = false;
  self.waiting = self.spinning = true;
  self.name = "spin loop";
  threads_[id].next = {};
  threads_[id].next.code = OpCode::kWake;
}

bool NativeProgram::has_overlooked_change() const {
  for (const Thread* thread : states_) {
    if (!thread->waiting) continue;
    for (const Sighting& seen : thread->sightings)
      if (read_memory(objects_[seen.object.index()]) != seen.value) return true;
  }
  return false;
}

ObjectId NativeProgram::section_object() {
  return object(reinterpret_cast<uintptr_t>(&changing_sections_), ObjectKind::kSection, 4);
}

void NativeProgram::begin_section_here(uint64_t pc) {
  if (in_section_) report_misuse("mazurka_atomic_begin in an atomic section");
  uses_sections_ = true;
  unwatched_ = false;
  Operation op;
  op.code = OpCode::kFetchAdd;
  op.object = section_object();
  announce(op, "atomic section", pc);
  states_[current]->used_in_sections = op.object;
  hb_acquire(&changing_sections_);
  in_section_ = true;
  functions_in_section_ = 0;
  changes_before_section_ = thread_reads[current].changes;
}

void NativeProgram::end_section() {
  if (!in_section_) report_misuse("mazurka_atomic_end outside of an atomic section");
  in_section_ = false;
  changing_sections_ += thread_reads[current].changes != changes_before_section_;
  hb_release(&changing_sections_);
}

void NativeProgram::enter_section(uint64_t pc) {
  if (!in_section_) return begin_section(pc);
  functions_in_section_++;
}

void NativeProgram::leave_section() {
  if (functions_in_section_ == 0) return end_section();
  functions_in_section_--;
}

void NativeProgram::assume_away(uint64_t pc) {
  // Others must not see half of a section.
  bool changed = in_section_ && thread_reads[current].changes != changes_before_section_;
  if (changed) report_unsupported("an assumption that does not hold in an atomic section after a write", pc);
  if (in_section_) end_section();
  assumed_away = true;
  leave_program();
}

bool NativeProgram::is_silent_in_section(const Operation& op, const char* name, uint64_t pc) {
  if (op.code == OpCode::kFail) {
    in_section_ = false;
    return false;
  }
  bool is_memory = mazurka::object_count(op.code) == 1 && objects_[op.object.index()].kind == ObjectKind::kAtomic;
  if (!is_memory) {
    in_section_ = false;
    Text text;
    report_unsupported(text.add(name).add(" in an atomic section").get(), pc);
  }
  ObjectInfo& object = objects_[op.object.index()];
  if (!object.in_sections) {
    object.in_sections = true;
    learn();
  }
  // The section's own step says nothing of what is read in it.
  Thread& self = *states_[current];
  if (self.looking) self.sightings.push_back({op.object, read_memory(object)});
  return true;
}

}  // namespace mazurka::runtime

MAZURKA_STAND_IN(void, mazurka_await_begin, ()) {
  if (is_checked()) program->begin_looking();
}
MAZURKA_STAND_IN(void, mazurka_await_retry, ()) {
  if (is_checked())
    program->wait_for_change("mazurka_await", MAZURKA_CALLER);
  else
    MAZURKA_REAL_AS(decltype(&sched_yield), sched_yield)();
}
MAZURKA_STAND_IN(void, mazurka_await_end, ()) {
  if (is_checked()) program->end_looking();
}
MAZURKA_STAND_IN(void, mazurka_atomic_begin, ()) {
  if (is_checked()) program->begin_section(MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, mazurka_atomic_end, ()) {
  if (is_checked()) program->end_section();
}
