// Awaits and atomic sections, as parts of NativeProgram.
//
// An await evaluates its condition by ordinary operations. If it is false, the thread waits for ever in this execution:
// evaluating it again says nothing new until something that it read has changed, and an evaluation that sees the
// change is explored as another execution. At the end of an execution such a thread is in a deadlock only if all that
// it read is still as it was.
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/rounds.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/sections.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

void NativeProgram::begin_looking() {
  Thread& self = user_threads.own();
  note_change();
  self.looking = self.awaiting = true;
  self.sightings.clear();
}

void NativeProgram::end_looking() {
  Thread& self = user_threads.own();
  self.looking = self.awaiting = false;
}

void NativeProgram::note_sighting(Thread& thread, const Operation& op) {
  uint32_t objects = mazurka::object_count(op.code);
  auto note = [&](ObjectId object) { thread.sightings.push_back({object, objects_.sight(object)}); };
  bool hidden = objects == 1 && objects_[op.object].kind == &kSectionObject;
  if (hidden) return note(thread.used_in_sections);
  if (objects >= 1) note(op.object);
  if (objects == 2) note(op.object2);
}

void NativeProgram::wait_for_change(const char* name, uint64_t pc) {
  Thread& self = user_threads.own();
  // (With --races=explore what it read may have to be learned first.)
  if (self.sightings.empty() && at_base() && channel->settings.races != protocol::Races::kExplore)
    report_unsupported("mazurka_await with a condition that reads no atomic variable", pc);
  self.looking = false;
  self.waiting = true;
  Operation op;
  op.code = OpCode::kWake;  // nobody will wake it
  announce(op, name, pc);
}

void NativeProgram::stop_spinning(uint32_t id) {
  Thread& self = user_threads[id];
  self.looking = false;
  self.waiting = self.spinning = true;
  self.name = "spin loop";
  threads_[id].next = {};
  threads_[id].next.code = OpCode::kWake;  // nobody will wake it
  threads_[id].woken = false;
}

void NativeProgram::begin_round(const Event& event) {
  if (is_of_mailbox(event.op.code)) thread_reads[event.thread.number].unseen_changes++;
  rounds.before_step(event);
}

// The values are true; the thread has not stopped for another reason.
void NativeProgram::end_round(const Event& event) {
  const uint32_t t = event.thread.number;
  const bool ready = threads_[t].status == ThreadStatus::kReady && !user_threads[t].waiting;
  if (rounds.must_be_kept() && !is_replay()) note_fact(Fact::kRoundsAreKept, 0);
  if (!rounds.after_step(t, event, ready)) return;
  user_threads[t].sightings.clear();  // what it has seen before: the rounds know what would let it go on
  stop_spinning(t);
}

// What a step is to do, for rounds: by the finest of the relations that algorithms use.
Event NativeProgram::event_of(ThreadId id, const Operation& op, Choice choice, Value value, Value value2) {
  Event event;
  event.thread = id;
  event.op = op;
  event.choice = choice;
  if (!is_of_mailbox(op.code)) set_accesses(event, Equivalence{}, value, value2);
  return event;
}

bool NativeProgram::has_overlooked_change() const {
  if (foresight_.is_ahead()) return false;
  if (rounds.are_watched() && rounds.has_overlooked_change()) return true;
  for (uint32_t id = 0; id < user_threads.size(); id++) {
    const Thread& thread = user_threads[id];
    if (!thread.waiting) continue;
    for (const Sighting& seen : thread.sightings)
      if (objects_.sight(seen.object) != seen.value && !tallies.contains(seen.object)) return true;
  }
  return false;
}

namespace {
bool waits_for_lock(OpCode code) {
  return code == OpCode::kLock || code == OpCode::kReadLock || code == OpCode::kWriteLock;
}
}  // namespace

// Somebody who waits for connections may let the others go on once there is one; but a lock is never held for so long,
// and a peer waits for an answer.
bool NativeProgram::is_at_rest() const {
  if (foresight_.is_ahead()) return false;
  if (channel->settings.peer_script[0] == 0) return false;
  bool listens = false;
  for (uint32_t id = 0; id < thread_count(); id++) {
    if (threads_[id].status != ThreadStatus::kReady) continue;
    if (user_threads[id].is_peer || waits_for_lock(threads_[id].next.code)) return false;
    listens |= user_threads[id].listening;
  }
  return listens;
}

ObjectId NativeProgram::section_object() {
  return object(reinterpret_cast<uintptr_t>(sections.object()), kSectionObject, 4);
}

void NativeProgram::begin_section_here(uint64_t pc) {
  if (sections.is_open()) report_misuse("mazurka_atomic_begin in an atomic section");
  sections.note_use();
  unwatched_ = false;
  Operation op;
  op.code = OpCode::kFetchAdd;
  op.object = section_object();
  announce(op, "atomic section", pc);
  user_threads.own().used_in_sections = op.object;
  sections.open(changes_of_current());
}

void NativeProgram::end_section() {
  if (!sections.is_open()) report_misuse("mazurka_atomic_end outside of an atomic section");
  sections.close(changes_of_current());
}

void NativeProgram::enter_section(uint64_t pc) {
  if (!sections.is_open()) return begin_section(pc);
  sections.enter_function();
}

void NativeProgram::leave_section() {
  if (!sections.leave_function()) end_section();
}

void NativeProgram::assume_away(uint64_t pc) {
  // Others must not see half of a section.
  if (sections.has_changed(changes_of_current()))
    report_unsupported("an assumption that does not hold in an atomic section after a write", pc);
  if (sections.is_open()) end_section();
  abandon_execution();
}

bool NativeProgram::is_silent_in_section(const Operation& op, const char* name, uint64_t pc) {
  if (op.code == OpCode::kFail) {
    sections.abandon();
    return false;
  }
  bool is_memory = mazurka::object_count(op.code) == 1 && objects_[op.object].kind->is_memory;
  if (!is_memory) {
    sections.abandon();
    Text text;
    report_unsupported(text.add(name).add(" in an atomic section").get(), pc);
  }
  if (objects_.put_into_sections(op.object)) learn();
  if (op.code != OpCode::kLoad) thread_reads[current_thread()].unseen_changes++;
  // The section's own step says nothing of what is read in it.
  Thread& self = user_threads.own();
  if (self.looking) self.sightings.push_back({op.object, objects_.read(op.object)});
  return true;
}

}  // namespace mazurka::runtime
