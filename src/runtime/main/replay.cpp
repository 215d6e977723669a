#include "runtime/main/replay.hpp"

#include <string.h>

#include <vector>

#include "explore/recorder.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/kernel/files/file_names.hpp"
#include "runtime/kernel/messages/told_step.hpp"
#include "runtime/main/input_report.hpp"
#include "runtime/main/reporter.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

using protocol::RecordKind;
using protocol::State;

namespace {

// Where an object is, as the user knows it; 0: what is the kernel's has no name in the program.
uint64_t place_of(ObjectId id) {
  const ObjectInfo& object = program->info(id);
  if (!object.kind->has_place) return 0;
  return object.kind->place == nullptr ? object.address : object.kind->place(object.address);
}

void append_step(const Event& event, uint64_t pc, uint32_t callers, const char* name) {
  protocol::StepRecord record = {};
  record.header = {RecordKind::kStep, sizeof record};
  record.thread = event.thread.number;
  record.choice = event.choice;
  record.code = static_cast<uint32_t>(event.op.code);
  record.partner = event.op.partner.number;
  record.pc = pc;
  record.callers = callers;
  if (uint64_t place = event.access_count > 0 ? place_of(event.access[0].object) : 0; place != 0) {
    const ObjectInfo& object = program->info(event.access[0].object);
    record.has_object = 1;
    record.bytes = object.kind->is_memory ? object.bytes : 0;
    record.address = place;
    record.before = static_cast<uint64_t>(event.access[0].before);
    record.after = static_cast<uint64_t>(event.access[0].after);
  }
  copy_text(record.name, sizeof record.name, name);
  copy_text(record.detail, sizeof record.detail, told_step.text());
  record.sent_in = told_step.sent_in();
  append_record(&record, sizeof record);
}

void append_waiting() {
  for (uint32_t t = 0; t < program->thread_count(); t++) {
    if (program->status(ThreadId(t)) != ThreadStatus::kReady) continue;
    const Operation& op = program->next(ThreadId(t));
    protocol::WaitingRecord record = {};
    record.header = {RecordKind::kWaiting, sizeof record};
    record.thread = t;
    record.code = static_cast<uint32_t>(op.code);
    record.partner = op.partner.number;
    record.pc = program->thread(t).pc;
    record.callers = program->thread(t).callers;
    if (object_count(op.code) == 1) {
      const ObjectInfo& object = program->info(op.object);
      if (object.kind->describe != nullptr) object.kind->describe(object.address, record.detail, sizeof record.detail);
    }
    if (object_count(op.code) == 1 && program->info(op.object).kind->has_place) {
      record.address = place_of(op.object);
      Value value = program->value(op.object);
      record.has_holder = op.code == OpCode::kLock && value > 0;
      record.holder = static_cast<uint32_t>(value - 1);
    }
    record.for_change = program->thread(t).waiting;
    copy_text(record.name, sizeof record.name, program->thread(t).name);
    append_record(&record, sizeof record);
  }
}

// The schedule was not that of a whole execution.
bool can_go_on() {
  for (uint32_t t = 0; t < program->thread_count(); t++)
    if (program->status(ThreadId(t)) == ThreadStatus::kReady && program->choices(ThreadId(t)) != 0) return true;
  return false;
}

// The next `count` things of the log.
template <class T>
std::vector<T> take_from_log(uint32_t count, const unsigned char*& at) {
  std::vector<T> things(count);
  memcpy(static_cast<void*>(things.data()), at, count * sizeof(T));
  at += count * sizeof(T);
  return things;
}

}  // namespace

void replay() {
  const unsigned char* at = channel->log();
  auto schedule = take_from_log<protocol::ScheduleStep>(channel->settings.schedule_length, at);
  for (const auto& fact : take_from_log<protocol::LearnedFact>(channel->settings.facts_length, at))
    if (fact.fact == protocol::Fact::kIsChild)
      user_threads.child(fact.thread >> 20, fact.thread & 0xfffff);
    else
      take_fact(fact);
  for (const auto& memory : take_from_log<protocol::SharedMemory>(channel->settings.shared_length, at))
    use_shared(memory.address, memory.bytes);
  use_values(take_from_log<protocol::InputValue>(channel->settings.symbolic.values_length, at));
  Recorder recorder(*program, Equivalence{});
  Trace trace, nothing;
  expect_spin_loops();
  recorder.start(trace, nothing, 0);
  for (const protocol::ScheduleStep& step : schedule) {
    plan_step(step.thread);
  }
  for (const protocol::ScheduleStep& step : schedule) {
    ThreadId thread(step.thread);
    if (step.thread >= program->thread_count() || program->choices(thread) == 0) {
      channel->progress.state = State::kDiverged;
      break;
    }
    uint64_t pc = program->thread(step.thread).pc;
    uint32_t callers = program->thread(step.thread).callers;
    const char* name = program->thread(step.thread).name;
    begin_planned_step(step.thread);
    if (program->next(thread).code != OpCode::kFail) told_step.begin(told_step.number() + 1);
    uint32_t position = recorder.execute(thread, step.choice);
    append_step(trace[position], pc, callers, name);
  }
  Execution execution = recorder.execution(false);
  Reporter reporter;
  reporter.on_execution(execution);
  append_waiting();
  append_inputs();
  if (channel->settings.keep_files != 0) keep_files();
  for (const Event& event : execution.events) {
    if (event.op.code != OpCode::kFail) continue;
    const PendingFailure& failure = program->failure_of(event.thread.number);
    protocol::StackRecord record = {};
    record.header = {RecordKind::kStack, sizeof record};
    record.thread = event.thread.number;
    record.frames = failure.frames;
    memcpy(record.pcs, failure.stack, sizeof failure.stack);
    append_record(&record, sizeof record);
  }
  if (channel->progress.state == State::kRunning)
    channel->progress.state = can_go_on() ? State::kStopped : State::kDone;
}

}  // namespace mazurka::runtime
