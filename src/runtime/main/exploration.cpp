#include "runtime/main/exploration.hpp"

#include <link.h>
#include <string.h>
#include <time.h>

#include <memory>
#include <vector>

#include "explore/algorithms.hpp"
#include "explore/recorder.hpp"
#include "model/trace_digest.hpp"
#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/rwlock_preference.hpp"
#include "runtime/entries/api/observed_memory.hpp"
#include "runtime/kernel/files/file_names.hpp"
#include "runtime/main/race_report.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/leaks.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

namespace {

using protocol::BugKind;
using protocol::BugRecord;
using protocol::RecordKind;
using protocol::State;

constexpr uint32_t kDefaultStepLimit = 500'000;
constexpr uint64_t kMaxBugs = 100;  // different ones that are told

double now() {
  // Not by clock_gettime, which is the program's (entries/threads/time.cpp).
  timespec time;
  raw_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, as_word(&time));
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void append_bug(RecordKind kind, BugRecord& record, std::span<const Event> events) {
  const std::vector<protocol::LearnedFact> facts = known_facts();
  std::vector<uint32_t> more;
  more.reserve(2 * (events.size() + facts.size()));
  for (const Event& event : events) more.insert(more.end(), {event.thread.number, event.choice});
  for (const protocol::LearnedFact& fact : facts)
    more.insert(more.end(), {static_cast<uint32_t>(fact.fact), fact.thread});
  size_t bytes = more.size() * sizeof(uint32_t);
  record.header = {kind, static_cast<uint32_t>(sizeof record + bytes)};
  record.schedule_length = static_cast<uint32_t>(events.size());
  record.facts_length = static_cast<uint32_t>(facts.size());
  record.shared = told_shared();
  append_record(&record, sizeof record, more.data(), bytes);
}

class Reporter final : public Observer {
 public:
  explicit Reporter(double start) : start_(start) {}

  bool on_execution(const Execution& execution) override {
    protocol::Progress& progress = channel->progress;
    count(execution, progress);
    // It would not do the same again; something was learned, and what went wrong will be met again.
    if (program->was_cut_by_clock()) return !must_stop() && !has_learned();
    if (channel->settings.digest != 0 && !execution.blocked) note_trace(execution, progress);
    if (execution.failed || execution.cut) note_parked_threads(execution);
    // A thread may wait for memory that is only now known to be shared.
    bool waits = execution.deadlocked || has_leftover_threads(execution);
    if (waits && (!has_learned() || is_replay())) note_deadlock(execution);
    if (!waits && has_waiting_threads(execution)) note_waiting_for_ever();
    note_races(execution);
    note_heap(execution);
    return !must_stop() && !has_learned();
  }

  // The exploration starts again; the bugs that were found are known.
  void start_again() {
    protocol::Progress& progress = channel->progress;
    progress.executions = progress.blocked = progress.deadlocks = progress.failed = progress.cut = 0;
    progress.events = progress.max_depth = progress.unsupported = 0;
    digest_ = racy_ = outcomes_ = {};
  }

  bool stopped() const { return stopped_; }

 private:
  void count(const Execution& execution, protocol::Progress& progress) {
    number_++;
    progress.executions += !execution.blocked;
    progress.blocked += execution.blocked;
    progress.deadlocks += execution.deadlocked;
    progress.failed += execution.failed;
    progress.cut += execution.cut;
    progress.events += execution.events.size();
    if (execution.events.size() > progress.max_depth) progress.max_depth = execution.events.size();
  }

  void note_trace(const Execution& execution, protocol::Progress& progress) {
    digest_.add(execution.events, name_of_observed_memory());
    progress.traces = digest_.traces();
    progress.trace_digest = digest_.sum();
    if (has_race()) racy_.add(execution.events, name_of_observed_memory());
    progress.racy = racy_.traces();
    if (program->is_abandoned() || program->has_overlooked_change()) return;
    outcomes_.add(name_of_observed_memory());
    progress.outcomes = outcomes_.traces();
    progress.outcome_digest = outcomes_.sum();
  }

  // Is it the first of its kind? Bugs are told apart by what and where.
  bool is_new(uint32_t kind, uint64_t pc, uint64_t more) {
    uint64_t key = (pc * 0x9e3779b97f4a7c15ULL ^ more) * 31 + kind;
    for (uint64_t known : known_)
      if (known == key) return false;
    if (known_.size() >= kMaxBugs) return false;
    known_.push_back(key);
    return true;
  }

  void note_parked_threads(const Execution& execution) {
    bool unsupported = false;
    for (const Event& event : execution.events) {
      if (event.op.code != OpCode::kFail) continue;
      uint32_t t = event.thread.number;
      const PendingFailure& failure = program->failure_of(t);
      unsupported |= failure.unsupported;
      uint64_t place = failure.frames > 0 ? failure.stack[0] : program->thread(t).pc;
      uint64_t text = 0;
      for (const char* c = failure.message; *c != 0; c++) text = text * 31 + static_cast<unsigned char>(*c);
      if (!is_new(static_cast<uint32_t>(failure.kind) + (failure.unsupported ? 100 : 0), place, text)) continue;
      BugRecord record = {};
      record.kind = failure.kind;
      record.thread = t;
      record.signal = failure.signal;
      record.fault_address = failure.address;
      record.pc = program->thread(t).pc != 0 ? program->thread(t).pc : place;
      record.execution = number_;
      record.callers = failure.callers;
      copy_text(record.message, sizeof record.message, failure.message);
      append_bug(failure.unsupported ? RecordKind::kUnsupported : RecordKind::kBug, record, execution.events);
      channel->progress.bugs += !failure.unsupported;
      if (channel->settings.task == protocol::Task::kReplay) append_memory_details(failure);
    }
    channel->progress.unsupported += unsupported;
    unsupported_here_ = unsupported;
  }

  // Are there threads that wait for ever although the program has ended?
  static bool has_waiting_threads(const Execution& execution) {
    if (!program->has_exited() || program->is_abandoned() || execution.blocked || execution.failed || execution.cut)
      return false;
    if (program->has_overlooked_change()) return false;
    for (uint32_t t = 1; t < program->thread_count(); t++)
      if (program->status(ThreadId(t)) == ThreadStatus::kReady) return true;
    return false;
  }

  // ... and is that a bug?
  bool has_leftover_threads(const Execution& execution) {
    auto wanted = channel->settings.environment.leftover_threads;
    if (wanted == protocol::LeftoverThreads::kIgnore || !has_waiting_threads(execution)) return false;
    for (uint32_t t = 1; t < program->thread_count(); t++)
      if (program->status(ThreadId(t)) == ThreadStatus::kReady &&
          (wanted == protocol::LeftoverThreads::kReport || !user_threads[t].end.detached))
        return true;
    return false;
  }

  void note_deadlock(const Execution& execution) {
    channel->progress.deadlocks += !execution.deadlocked;
    uint64_t who = 0, waiting = 0;
    bool spinning = false;
    for (uint32_t t = 0; t < program->thread_count(); t++) {
      if (program->status(ThreadId(t)) != ThreadStatus::kReady) continue;
      spinning |= program->thread(t).spinning;
      who = who * 31 + t * 1'000'003 + program->thread(t).pc;
      waiting++;
    }
    if (!is_new(static_cast<uint32_t>(BugKind::kDeadlock), who, waiting)) return;
    BugRecord record = {};
    record.kind = spinning ? BugKind::kLivelock : BugKind::kDeadlock;
    record.execution = number_;
    copy_text(record.message, sizeof record.message,
              spinning       ? "livelock: a thread spins for ever"
              : waiting == 1 ? "deadlock: a thread waits for ever"
                             : "deadlock: threads wait for ever");
    append_bug(RecordKind::kBug, record, execution.events);
    channel->progress.bugs++;
  }

  // The detector tells each pair of places once.
  void note_races(const Execution& execution) {
    for (uint32_t k = 0; k < found_race_count(); k++) {
      bool collects = channel->settings.collect_races != 0 || channel->settings.task == protocol::Task::kReplay;
      if (channel->progress.bugs >= (collects ? protocol::kMostRaces : kMaxBugs)) return;
      // The first bug is told alone: x++ by two threads is two pairs of places already.
      bool first_only =
          channel->settings.keep_going == 0 && channel->settings.task == protocol::Task::kExplore && !collects;
      if (first_only && channel->progress.bugs != 0) return;
      BugRecord record = {};
      describe_race(found_race(k), record);
      record.execution = number_;
      append_bug(RecordKind::kBug, record, execution.events);
      channel->progress.bugs++;
      harmless_ += collects;
      if (channel->settings.task == protocol::Task::kReplay) append_race_details(found_race(k));
    }
  }

  void note_heap(const Execution& execution) {
    if (execution.blocked || execution.failed || execution.cut) return;
    if (channel->settings.memory_errors != 0)
      if (uintptr_t block = find_overflown_block(); block != 0) {
        Text text;
        text.add("heap overflow: the bytes behind a block of ").add_number(bytes_in(block)).add(" were written");
        note_block(BugKind::kHeapOverflow, block, text, execution);
      }
    bool ended_well = !execution.deadlocked && !program->is_abandoned() && !has_learned();
    if (channel->settings.leaks == 0 || !ended_well) return;
    LostBlocks lost = find_lost_blocks();
    if (lost.count == 0) return;
    Text text;
    text.add("memory leak: ").add_number(lost.bytes).add(lost.bytes == 1 ? " byte in " : " bytes in ");
    text.add_number(lost.count).add(lost.count == 1 ? " block" : " blocks");
    text.add(lost.count == 1 ? " is lost" : " are lost, the first of them with ");
    if (lost.count > 1) text.add_number(lost.first_bytes).add(lost.first_bytes == 1 ? " byte" : " bytes");
    note_block(BugKind::kLeak, lost.first, text, execution);
  }

  // A bug of the execution that is about a block of the heap.
  void note_block(BugKind kind, uintptr_t block, const Text& text, const Execution& execution) {
    if (!is_new(static_cast<uint32_t>(kind), block, bytes_in(block))) return;
    BugRecord record = {};
    record.kind = kind;
    record.fault_address = block;
    record.execution = number_;
    describe_owner(block, record);
    copy_text(record.message, sizeof record.message, text.get());
    append_bug(RecordKind::kBug, record, execution.events);
    channel->progress.bugs++;
    if (channel->settings.task == protocol::Task::kReplay) append_block_details(block);
  }

  static uint64_t bytes_in(uintptr_t block) { return bytes_of_block(reinterpret_cast<void*>(block)); }

  bool must_stop() {
    const protocol::Settings& settings = channel->settings;
    bool limit = program->is_at_step_limit() && settings.max_steps == 0 && !unsupported_here_ && !has_learned();
    unsupported_here_ = false;
    bool bug = channel->progress.bugs != harmless_ && settings.keep_going == 0;
    bool late = settings.max_seconds > 0 && number_ % 64 == 0 && now() - start_ > settings.max_seconds;
    stopped_ = limit || bug || late || number_ >= settings.max_executions || channel->progress.stop_requested != 0;
    return stopped_;
  }

  double start_;
  uint64_t number_ = 0;
  bool stopped_ = false;
  bool unsupported_here_ = false;
  uint64_t harmless_ = 0;  // bugs that do not end the exploration
  std::vector<uint64_t> known_;
  TraceDigest digest_;
  TraceDigest racy_;
  TraceDigest outcomes_;
};

int append_module(dl_phdr_info* info, size_t, void*) {
  protocol::ModuleRecord record = {};
  record.header = {RecordKind::kModule, sizeof record};
  record.base = info->dlpi_addr;
  record.begin = UINT64_MAX;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    if (segment.p_type != PT_LOAD) continue;
    uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    record.begin = begin < record.begin ? begin : record.begin;
    record.end = begin + segment.p_memsz > record.end ? begin + segment.p_memsz : record.end;
  }
  copy_text(record.path, sizeof record.path, info->dlpi_name);
  append_record(&record, sizeof record);
  return 0;
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
  // What is the kernel's has no name in the program.
  if (event.access_count > 0 && program->info(event.access[0].object).kind->has_place) {
    const ObjectInfo& object = program->info(event.access[0].object);
    record.has_object = 1;
    record.bytes = object.kind->is_memory ? object.bytes : 0;
    record.address = object.address;
    record.before = static_cast<uint64_t>(event.access[0].before);
    record.after = static_cast<uint64_t>(event.access[0].after);
  }
  copy_text(record.name, sizeof record.name, name);
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
    if (object_count(op.code) == 1 && program->info(op.object).kind->has_place) {
      record.address = program->info(op.object).address;
      Value value = program->value(op.object);
      record.has_holder = op.code == OpCode::kLock && value > 0;
      record.holder = static_cast<uint32_t>(value - 1);
    }
    record.for_change = program->thread(t).waiting;
    copy_text(record.name, sizeof record.name, program->thread(t).name);
    append_record(&record, sizeof record);
  }
}

// The next `count` things of the log.
template <class T>
std::vector<T> take_from_log(uint32_t count, const unsigned char*& at) {
  std::vector<T> things(count);
  memcpy(static_cast<void*>(things.data()), at, count * sizeof(T));
  at += count * sizeof(T);
  return things;
}

// Runs the one schedule that stands at the beginning of the log, and tells every step.
void replay() {
  const unsigned char* at = channel->log();
  auto schedule = take_from_log<protocol::ScheduleStep>(channel->settings.schedule_length, at);
  for (const auto& fact : take_from_log<protocol::LearnedFact>(channel->settings.facts_length, at)) take_fact(fact);
  for (const auto& memory : take_from_log<protocol::SharedMemory>(channel->settings.shared_length, at))
    use_shared(memory.address, memory.bytes);
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
    uint32_t position = recorder.execute(thread, step.choice);
    append_step(trace[position], pc, callers, name);
  }
  Execution execution = recorder.execution(false);
  Reporter reporter(now());
  reporter.on_execution(execution);
  append_waiting();
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
  if (channel->progress.state == State::kRunning) channel->progress.state = State::kDone;
}

void explore() {
  const protocol::Settings& settings = channel->settings;
  Options options;
  options.policy = static_cast<Policy>(settings.policy);
  options.seed = settings.seed;
  options.sleep_sets = settings.sleep_sets != 0;
  options.k = settings.k;
  options.preemption_bound = settings.preemption_bound;
  options.context_bound = settings.context_bound;
  Reporter reporter(now());
  Statistics statistics;
  for (;;) {
    start_again();
    use_what_was_learned();
    auto explorer = make_explorer(algorithms()[settings.algorithm], options);
    statistics = explorer->explore(*program, reporter);
    if (!has_learned() || reporter.stopped()) break;
    reporter.start_again();
  }
  protocol::Progress& progress = channel->progress;
  progress.peak_bytes = statistics.peak_bytes;
  progress.bounded = statistics.bounded;
  progress.figures = statistics.figures;
  progress.hot_pages = hot_page_count();
  progress.restarts = execution_number();
  if (statistics.diverged) {
    BugRecord record = {};
    const NativeProgram::Divergence& place = program->divergence();
    record.thread = place.thread;
    record.pc = place.pc;
    Text text;
    text.add("step ").add_number(place.step).add(" was '").add(name_of(place.recorded)).add("' by T");
    text.add_number(place.thread).add(", which is now at '").add(place.now).add("'");
    if (place.elsewhere) text.add(" of something else");
    copy_text(record.message, sizeof record.message, text.get());
    append_bug(RecordKind::kDivergence, record, {});
  }
  progress.state = statistics.diverged ? State::kDiverged : statistics.complete ? State::kDone : State::kStopped;
}

}  // namespace

void explore_or_replay() {
  channel->progress.state = State::kRunning;
  uint32_t limit = channel->settings.max_steps;
  program->set_limits({.steps = limit == 0 ? kDefaultStepLimit : limit, .unroll = channel->settings.unroll});
  if (channel->settings.task == protocol::Task::kReplay)
    replay();
  else
    explore();
  dl_iterate_phdr(append_module, nullptr);
}

}  // namespace mazurka::runtime
