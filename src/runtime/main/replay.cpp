#include "runtime/main/replay.hpp"

#include <string.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "explore/recorder.hpp"
#include "protocol/replay_records.hpp"
#include "runtime/engine/callers.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/entries/threads/thread_names.hpp"
#include "runtime/kernel/files/file_names.hpp"
#include "runtime/kernel/messages/told_step.hpp"
#include "runtime/kernel/output.hpp"
#include "runtime/main/input_report.hpp"
#include "runtime/main/reporter.hpp"
#include "runtime/platform/debugger_hooks.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/memory_errors.hpp"
#include "runtime/races/noted_accesses.hpp"
#include "runtime/races/shared_memory.hpp"
#include "runtime/races/told_accesses.hpp"

namespace mazurka::runtime {

using protocol::RecordKind;
using protocol::State;

static_assert(std::size(mazurka_threads) == kMaxThreads);

namespace {

// Where an object is, as the user knows it; 0: what is the kernel's has no name in the program.
uint64_t place_of(ObjectId id) {
  const ObjectInfo& object = program->info(id);
  if (!object.kind->has_place) return 0;
  return object.kind->place == nullptr ? object.address : object.kind->place(object.address);
}

void append_step(uint32_t number, const Event& event, uint64_t pc, uint32_t callers, const char* name) {
  protocol::StepRecord record = {};
  record.header = {RecordKind::kStep, sizeof record};
  record.number = number;
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
    const BlockInfo* block = record.bytes == 0 ? nullptr : block_at(place);
    record.is_freed = block != nullptr && block->freed;
    tell_target(record.before, record.bytes);
    tell_target(record.after, record.bytes);
  }
  copy_text(record.name, sizeof record.name, name);
  copy_text(record.detail, sizeof record.detail, told_step.text());
  record.sent_in = told_step.sent_in();
  append_record(&record, sizeof record);
}

void append_waiting() {
  for (uint32_t t = 0; t < program->thread_count(); t++) {
    // (A schedule may end at a bug, with threads that could go on.)
    if (program->status(ThreadId(t)) != ThreadStatus::kReady || program->choices(ThreadId(t)) != 0) continue;
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

void append_threads() {
  for (uint32_t t = 0; t < program->thread_count(); t++) {
    const Thread& thread = program->thread(t);
    protocol::ThreadRecord record = {};
    record.header = {RecordKind::kThread, sizeof record};
    record.thread = t;
    record.has_ended = program->status(ThreadId(t)) == ThreadStatus::kEnded;
    record.start = thread.start_c11 != nullptr ? reinterpret_cast<uint64_t>(thread.start_c11)
                                               : reinterpret_cast<uint64_t>(thread.start);
    if (thread.is_peer)
      copy_text(record.name, sizeof record.name, "peer");
    else if (thread.context.thread_pointer != 0)
      copy_text(record.name, sizeof record.name, name_given_to(t));
    append_record(&record, sizeof record);
  }
}

// Which steps happen before each, of those that are told.
class Order {
 public:
  explicit Order(const Trace& trace) : trace_(trace) {}

  void add(uint32_t position) {
    const ThreadId thread = trace_[position].thread;
    if (thread.index() >= positions_.size()) positions_.resize(thread.index() + 1);
    positions_[thread.index()].push_back(position);
  }

  void tell(uint32_t position) {
    const Event& event = trace_[position];
    std::vector<uint32_t> after;
    const PositionPlusOne before = event.previous_in_thread;
    // (The spawn, for a thread's first.)
    if (before != 0 && trace_[before - 1].thread != event.thread) after.push_back(before - 1);
    const ConstClock now = trace_.clock(position), then = trace_.clock_or_zero(before);
    for (uint32_t t = 0; t < positions_.size(); t++)
      if (t != event.thread.index() && now[t] > then[t])
        after.push_back(positions_[t][static_cast<size_t>(now[t]) - 1]);
    std::vector<uint32_t> last;
    for (uint32_t a : after)
      if (std::none_of(after.begin(), after.end(), [&](uint32_t b) { return a != b && trace_.happens_before(a, b); }))
        last.push_back(a + 1);
    if (last.empty()) return;
    protocol::OrderRecord record = {};
    record.step = position + 1;
    record.count = static_cast<uint32_t>(last.size());
    if (last.size() % 2 != 0) last.push_back(0);
    const size_t bytes = last.size() * sizeof(uint32_t);
    record.header = {RecordKind::kOrder, static_cast<uint32_t>(sizeof record + bytes)};
    append_record(&record, sizeof record, last.data(), bytes);
  }

 private:
  const Trace& trace_;
  std::vector<std::vector<uint32_t>> positions_;  // by thread: of its events
};

// A step is done.
void tell_debugger(uint32_t number, uint32_t thread) {
  const auto count = static_cast<uint32_t>(program->thread_count());
  for (uint32_t t = 0; t < count; t++)
    mazurka_threads[t] = {reinterpret_cast<uint64_t>(program->thread(t).context.stack_pointer),
                          static_cast<uint64_t>(program->status(ThreadId(t)))};
  mazurka_thread_count = count;
  mazurka_step = number;
  mazurka_step_thread = thread;
  mazurka_running = 0;
  mazurka_step_done();
}

// Executes the steps of a schedule, one after the other, and tells them.
class Replay {
 public:
  Replay(Recorder& recorder, uint32_t planned)
      : recorder_(recorder), order_(recorder.trace()), planned_(planned), told_(protocol::steps_told(planned)) {}

  // False: the thread cannot do it.
  bool step(const protocol::ScheduleStep& step, bool is_planned) {
    ThreadId thread(step.thread);
    if (step.thread >= program->thread_count() || program->choices(thread) == 0) return false;
    const uint64_t pc = program->thread(step.thread).pc;
    const uint32_t callers = program->thread(step.thread).callers;
    const char* name = program->thread(step.thread).name;
    if (is_planned) begin_planned_step(step.thread);
    const Operation& op = program->next(thread);
    if (op.code != OpCode::kFail) told_step.begin(told_step.number() + 1);
    if (object_count(op.code) == 1)
      if (const uint64_t place = place_of(op.object); place != 0) tell_place(place);
    uint32_t position = recorder_.execute(thread, step.choice);
    end_noted_access();
    tells_callers = position + told_ + kAhead >= planned_;
    if (!tells_accesses && is_planned && position + told_ >= planned_) tells_accesses = true;
    order_.add(position);
    if (position + told_ >= planned_) {
      append_step(position + 1, recorder_.trace()[position], pc, callers, name);
      order_.tell(position);
    }
    last_ = step.thread;
    tell_debugger(position + 1, step.thread);
    return true;
  }

  // With the outcome, if it is one; else with another.
  bool step_if_possible(protocol::ScheduleStep wanted) {
    ThreadId thread(wanted.thread);
    if (wanted.thread >= program->thread_count()) return false;
    const uint32_t outcomes = program->choices(thread);
    bool is_outcome = false;
    for (uint32_t k = 0; k < outcomes; k++) is_outcome |= recorder_.choice(thread, k) == wanted.choice;
    if (outcomes != 0 && !is_outcome) wanted.choice = recorder_.choice(thread, 0);
    return step(wanted, false);
  }

  // One thread after the other, as far as it can go.
  void run_to_end() {
    constexpr uint32_t kMost = 100'000;  // steps: it may be endless
    for (uint32_t steps = 0; steps < kMost; steps++) {
      uint32_t thread = last_, looked = 0;
      while (looked++ < program->thread_count() && program->choices(ThreadId(thread)) == 0)
        thread = (thread + 1) % program->thread_count();
      if (!step_if_possible({thread, recorder_choice(thread)})) return;
    }
  }

 private:
  uint32_t recorder_choice(uint32_t thread) const {
    return program->choices(ThreadId(thread)) == 0 ? 0 : recorder_.choice(ThreadId(thread), 0);
  }

  static constexpr uint32_t kAhead = 1000;  // so many steps before it is told, a thread may be at one already
  Recorder& recorder_;
  Order order_;
  uint32_t planned_;  // steps
  uint32_t told_;     // of them, the last ones
  uint32_t last_ = 0;
};

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
  const bool goes_on = channel->settings.goes_on != 0;
  Recorder recorder(*program, Equivalence{});
  Trace trace, nothing;
  expect_spin_loops();
  recorder.start(trace, nothing, 0);
  begin_to_tell_accesses();
  tells_accesses = schedule.size() <= protocol::kMostTold;
  for (const protocol::ScheduleStep& step : schedule)
    if (!goes_on) plan_step(step.thread);
  tells_callers = schedule.size() <= protocol::kMostTold;
  Replay follower(recorder, static_cast<uint32_t>(schedule.size()));
  for (const protocol::ScheduleStep& step : schedule) {
    if (goes_on) {
      follower.step_if_possible(step);
    } else if (!follower.step(step, true)) {
      channel->progress.state = State::kDiverged;
      break;
    }
  }
  if (goes_on) follower.run_to_end();
  Execution execution = recorder.execution(false);
  std::optional<uint32_t> failed;
  for (const Event& event : execution.events)
    if (event.op.code == OpCode::kFail) failed = event.thread.number;
  tell_accesses(failed);
  show_rest_of_output();
  mazurka_replay_over();
  Reporter reporter;
  reporter.on_execution(execution);
  append_waiting();
  append_threads();
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
