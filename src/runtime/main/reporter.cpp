#include "runtime/main/reporter.hpp"

#include <time.h>
#include <algorithm>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/rwlock_preference.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/entries/api/observations.hpp"
#include "runtime/entries/api/observed_memory.hpp"
#include "runtime/main/input_report.hpp"
#include "runtime/main/race_report.hpp"
#include "runtime/memory/arenas.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/races/leaks.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

using protocol::BugKind;
using protocol::BugRecord;
using protocol::RecordKind;

namespace {

constexpr uint64_t kMaxBugs = 100;  // different ones that are told

double now(clockid_t clock = CLOCK_MONOTONIC) {
  // Not by clock_gettime, which is the program's (entries/threads/time.cpp).
  timespec time;
  raw_syscall(SYS_clock_gettime, clock, as_word(&time));
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

uint64_t bytes_in(uintptr_t block) {
  return bytes_of_block(reinterpret_cast<void*>(block));
}

// Threads are numbered as they are met. If not all are main's, that depends on the executions before.
void append_children(std::vector<protocol::LearnedFact>& facts) {
  bool is_nested = false;
  for (uint32_t id = 1; id < user_threads.size(); id++) is_nested |= user_threads.parent_of(id) != 0;
  for (uint32_t id = 1; is_nested && id < user_threads.size(); id++)
    facts.push_back({protocol::Fact::kIsChild, user_threads.parent_of(id) << 20 | user_threads.place_of(id)});
}

}  // namespace

void append_bug(RecordKind kind, BugRecord& record, std::span<const Event> events) {
  std::vector<protocol::LearnedFact> facts = known_facts();
  append_children(facts);
  std::vector<uint32_t> more;
  more.reserve(2 * (events.size() + facts.size()));
  for (const Event& event : events) more.insert(more.end(), {event.thread.number, event.choice});
  for (const protocol::LearnedFact& fact : facts)
    more.insert(more.end(), {static_cast<uint32_t>(fact.fact), fact.thread});
  const std::vector<protocol::InputValue> inputs = values_of_inputs();
  for (const protocol::InputValue& input : inputs)
    for (const uint64_t word : {input.key, input.value})
      more.insert(more.end(), {static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32)});
  size_t bytes = more.size() * sizeof(uint32_t);
  record.header = {kind, static_cast<uint32_t>(sizeof record + bytes)};
  record.schedule_length = static_cast<uint32_t>(events.size());
  record.facts_length = static_cast<uint32_t>(facts.size());
  record.inputs_length = static_cast<uint32_t>(inputs.size());
  record.shared = told_shared();
  append_record(&record, sizeof record, more.data(), bytes);
}

Reporter::Reporter() : start_(now()) {}

bool Reporter::on_execution(const Execution& execution) {
  protocol::Progress& progress = channel->progress;
  count(execution, progress);
  if (program->inputs() != nullptr && !has_learned()) followed_values().tell_lost();
  if (channel->settings.symbolic.has_cover != 0 && !execution.blocked && !program->is_abandoned() && !has_learned())
    classes_.add(execution.failed || execution.deadlocked);
  // It would not do the same again; something was learned, and what went wrong will be met again.
  if (program->was_cut_by_clock()) return !must_stop() && !has_learned();
  // Nor would it with what a thread has learned: what other threads did before may have more steps then.
  if (program->is_abandoned() && has_learned() && !is_replay()) {
    forget_found_races();
    progress.failed -= execution.failed;
    progress.deadlocks -= execution.deadlocked;
    return !must_stop() && !has_learned();
  }
  if (channel->settings.digest != 0 && !execution.blocked) note_trace(execution, progress);
  if (anything_is_observed() && comes_to_outcome(execution)) note_outcome();
  // (They are met again: with what was learned, a replay of this execution may find others first.)
  const bool tells_races = !has_learned() || is_replay();
  if (!tells_races) forget_found_races();
  // Why a loop does not end is more than that it does not.
  if (tells_races && execution.failed && has_endless_loop(execution)) note_races(execution);
  if (execution.failed || execution.cut) note_parked_threads(execution);
  // A thread may wait for memory that is only now known to be shared.
  bool waits = execution.deadlocked || has_leftover_threads(execution);
  if (waits && (!has_learned() || is_replay())) note_deadlock(execution);
  if (tells_races) note_races(execution);
  note_heap(execution);
  // At last: what went wrong went wrong without that knowledge.
  if (has_waiting_threads(execution)) note_waiting_for_ever();
  return !must_stop() && !has_learned();
}

// What it shows was told elsewhere; but what is learned from it must be learned here too.
void Reporter::on_repeated(const Execution& execution) {
  if (!program->was_cut_by_clock() && has_waiting_threads(execution)) note_waiting_for_ever();
}

void Reporter::begin_probes(uint32_t milliseconds) {
  probes_until_ = now(CLOCK_PROCESS_CPUTIME_ID) + milliseconds * 1e-3;
}

void Reporter::end_probes() {
  probes_.tell_reversals();
  BugRecord record = {};
  record.execution = probes_.shortest();
  if (!probes_.longest().empty()) append_bug(RecordKind::kLongest, record, probes_.longest());
  probes_ = {};
}

// Nobody wants to know what it shows: who explores will see it too.
bool Reporter::on_probe(const Execution& execution) {
  probes_.add_execution(execution.events);
  return !has_learned() && now(CLOCK_PROCESS_CPUTIME_ID) < probes_until_;
}

void Reporter::on_reversal(const Event& event, ThreadId thread, double weight) {
  probes_.add_reversal(event, thread, weight);
}

void Reporter::begin_unit() {
  start_again();
  number_ = 0;
  harmless_ = channel->progress.bugs = 0;
  channel->progress.traces = channel->progress.trace_digest = channel->progress.racy = 0;
  channel->progress.outcomes = channel->progress.outcome_digest = 0;
  stopped_ = unsupported_here_ = false;
  known_.clear();
  forget_races();
}

void Reporter::on_insight(const Insight& insight) {
  channel->progress.insight = insight;
}

void Reporter::start_again() {
  protocol::Progress& progress = channel->progress;
  progress.executions = progress.blocked = progress.deadlocks = progress.failed = progress.cut = 0;
  progress.events = progress.max_depth = progress.unsupported = progress.assumed_away = progress.foreseen = 0;
  digest_ = racy_ = outcomes_ = {};
}

bool Reporter::comes_to_outcome(const Execution& execution) {
  if (execution.blocked || execution.cut || execution.failed || execution.deadlocked) return false;
  return !program->is_abandoned() && !program->has_overlooked_change();
}

void Reporter::count(const Execution& execution, protocol::Progress& progress) {
  number_++;
  progress.executions += !execution.blocked;
  progress.assumed_away += !execution.blocked && program->is_abandoned();
  progress.foreseen += program->is_foreseen();
  progress.blocked += execution.blocked;
  progress.deadlocks += execution.deadlocked;
  progress.failed += execution.failed;
  progress.cut += execution.cut;
  progress.events += execution.events.size();
  if (execution.events.size() > progress.max_depth) progress.max_depth = execution.events.size();
}

// Others count it, too: what is different is known to the supervisor alone.
void Reporter::note_member(TraceDigest& set, uint64_t name, protocol::OutcomeRecord::Of of, bool is_told) {
  if (!set.add(name) || !is_told) return;
  const protocol::OutcomeRecord record = {{RecordKind::kOutcome, sizeof record}, name, of};
  append_record(&record, sizeof record);
}

void Reporter::note_trace(const Execution& execution, protocol::Progress& progress) {
  using Of = protocol::OutcomeRecord::Of;
  const bool in_series = channel->settings.divided == 2;
  // With inputs, what its branches say of them tells executions apart, too.
  note_member(digest_, TraceDigest::name_of(execution.events, with_name_of_path(name_of_observed_memory(), execution)),
              Of::kTrace, in_series);
  progress.traces = digest_.traces();
  progress.trace_digest = digest_.sum();
  if (has_race())
    note_member(racy_, TraceDigest::name_of(execution.events, name_of_observed_memory()), Of::kRacyTrace, in_series);
  progress.racy = racy_.traces();
  if (program->is_abandoned() || program->has_overlooked_change()) return;
  note_member(outcomes_, name_of_observed_memory(), Of::kMemory, channel->settings.divided != 0);
  progress.outcomes = outcomes_.traces();
  progress.outcome_digest = outcomes_.sum();
}

bool Reporter::is_new(uint32_t kind, uint64_t pc, uint64_t more, BugRecord& record) {
  record.key = (pc * 0x9e3779b97f4a7c15ULL ^ more) * 31 + kind;
  for (uint64_t known : known_)
    if (known == record.key) return false;
  if (known_.size() >= kMaxBugs) return false;
  known_.push_back(record.key);
  return true;
}

void Reporter::note_parked_threads(const Execution& execution) {
  bool unsupported = false;
  for (const Event& event : execution.events) {
    if (event.op.code != OpCode::kFail) continue;
    uint32_t t = event.thread.number;
    const PendingFailure& failure = program->failure_of(t);
    unsupported |= failure.unsupported;
    uint64_t place = failure.frames > 0 ? failure.stack[0] : program->thread(t).pc;
    uint64_t text = 0;
    for (const char* c = failure.message; *c != 0; c++) text = text * 31 + static_cast<unsigned char>(*c);
    BugRecord record = {};
    if (!is_new(static_cast<uint32_t>(failure.kind) + (failure.unsupported ? 100 : 0), place, text, record)) continue;
    record.kind = failure.kind;
    record.thread = t;
    record.signal = failure.signal;
    record.fault_address = failure.address;
    record.pc = program->thread(t).pc != 0 ? program->thread(t).pc : place;
    record.execution = channel->progress.executions + channel->progress.blocked;
    record.callers = failure.callers;
    copy_text(record.message, sizeof record.message, failure.message);
    append_bug(failure.unsupported ? RecordKind::kUnsupported : RecordKind::kBug, record, execution.events);
    channel->progress.bugs += !failure.unsupported;
    if (channel->settings.task == protocol::Task::kReplay) append_memory_details(failure);
  }
  channel->progress.unsupported += unsupported;
  unsupported_here_ = unsupported;
}

bool Reporter::has_endless_loop(const Execution& execution) {
  return std::any_of(execution.events.begin(), execution.events.end(), [](const Event& event) {
    return event.op.code == OpCode::kFail && program->failure_of(event.thread.number).kind == BugKind::kEndlessLoop;
  });
}

bool Reporter::has_waiting_threads(const Execution& execution) {
  if (execution.blocked || execution.cut) return false;
  for (uint32_t t = 0; t < program->thread_count(); t++)
    if (program->status(ThreadId(t)) == ThreadStatus::kReady) return !program->has_overlooked_change();
  return false;
}

bool Reporter::has_leftover_threads(const Execution& execution) {
  auto wanted = channel->settings.environment.leftover_threads;
  bool may_be = program->has_exited() && !program->is_abandoned() && !execution.failed;
  if (wanted == protocol::LeftoverThreads::kIgnore || !may_be || !has_waiting_threads(execution)) return false;
  for (uint32_t t = 1; t < program->thread_count(); t++)
    if (program->status(ThreadId(t)) == ThreadStatus::kReady &&
        (wanted == protocol::LeftoverThreads::kReport || !user_threads[t].end.detached))
      return true;
  return false;
}

void Reporter::note_deadlock(const Execution& execution) {
  channel->progress.deadlocks += !execution.deadlocked;
  uint64_t who = 0, waiting = 0;
  bool spinning = false;
  for (uint32_t t = 0; t < program->thread_count(); t++) {
    if (program->status(ThreadId(t)) != ThreadStatus::kReady) continue;
    spinning |= program->thread(t).spinning;
    who = who * 31 + t * 1'000'003 + program->thread(t).pc;
    waiting++;
  }
  BugRecord record = {};
  if (!is_new(static_cast<uint32_t>(BugKind::kDeadlock), who, waiting, record)) return;
  record.kind = spinning ? BugKind::kLivelock : BugKind::kDeadlock;
  record.execution = channel->progress.executions + channel->progress.blocked;
  copy_text(record.message, sizeof record.message,
            spinning       ? "livelock: a thread spins for ever"
            : waiting == 1 ? "deadlock: a thread waits for ever"
                           : "deadlock: threads wait for ever");
  append_bug(RecordKind::kBug, record, execution.events);
  channel->progress.bugs++;
}

void Reporter::note_races(const Execution& execution) {
  for (uint32_t k = 0; k < found_race_count(); k++) {
    bool collects = channel->settings.collect_races != 0 || channel->settings.task == protocol::Task::kReplay;
    if (channel->progress.bugs >= (collects ? protocol::kMostRaces : kMaxBugs)) return;
    // The first bug is told alone: x++ by two threads is two pairs of places already.
    bool first_only =
        channel->settings.keep_going == 0 && channel->settings.task == protocol::Task::kExplore && !collects;
    if (first_only && channel->progress.bugs != 0) return;
    BugRecord record = {};
    describe_race(found_race(k), record);
    record.key = name_of_race(found_race(k));
    record.execution = channel->progress.executions + channel->progress.blocked;
    append_bug(RecordKind::kBug, record, execution.events);
    channel->progress.bugs++;
    harmless_ += collects;
    if (channel->settings.task == protocol::Task::kReplay) append_race_details(found_race(k));
  }
}

void Reporter::note_heap(const Execution& execution) {
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

void Reporter::note_block(BugKind kind, uintptr_t block, const Text& text, const Execution& execution) {
  BugRecord record = {};
  if (!is_new(static_cast<uint32_t>(kind), block, bytes_in(block), record)) return;
  record.kind = kind;
  record.fault_address = block;
  record.execution = channel->progress.executions + channel->progress.blocked;
  describe_owner(block, record);
  copy_text(record.message, sizeof record.message, text.get());
  append_bug(RecordKind::kBug, record, execution.events);
  channel->progress.bugs++;
  if (channel->settings.task == protocol::Task::kReplay) append_block_details(block);
}

// Asking for the time takes longer than a short execution does.
bool Reporter::may_be_late() {
  constexpr uint64_t kSomeMilliseconds = 10'000'000;
  const uint64_t ticks = __builtin_ia32_rdtsc();
  if (ticks - looked_at_ < kSomeMilliseconds) return false;
  looked_at_ = ticks;
  return true;
}

bool Reporter::must_stop() {
  const protocol::Settings& settings = channel->settings;
  bool limit = program->is_at_step_limit() && settings.max_steps == 0 && !unsupported_here_ && !has_learned();
  unsupported_here_ = false;
  bool bug = channel->progress.bugs != harmless_ && settings.keep_going == 0;
  bool late = settings.max_seconds > 0 && may_be_late() && now() - start_ > settings.max_seconds;
  // Who shares the work is asked to stop between two executions, where nothing is lost.
  bool asked = settings.divided == 0 && (late || channel->progress.stop_requested != 0);
  stopped_ = limit || bug || asked || number_ >= settings.max_executions;
  return stopped_;
}

}  // namespace mazurka::runtime
