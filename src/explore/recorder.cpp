#include "explore/recorder.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <iterator>

#include "base/check.hpp"

namespace mazurka {

namespace {

const Recorder* running = nullptr;

// No two recorders give the same.
uint64_t first_serial() {
  static std::atomic<uint64_t> recorders = 0;
  return ++recorders << 44;
}

// Without stdio: in a checked program that is the program's.
void write_schedule(void (*write)(const char* text)) {
  if (running == nullptr) return;
  auto write_number = [write](uint32_t number) {
    char digits[16];
    *std::to_chars(digits, std::end(digits) - 1, number).ptr = 0;
    write(digits);
  };
  const Trace& trace = running->trace();
  write("mazurka: schedule so far, ");
  write_number(trace.size());
  write(" events (thread.choice operation object):");
  for (uint32_t k = 0; k < trace.size(); k++) {
    write(" ");
    write_number(trace[k].thread.number);
    write(".");
    write_number(trace[k].choice);
    write(" ");
    write(name_of(trace[k].op.code));
    write(" ");
    write_number(trace[k].op.object.number);
    write(";");
  }
  write("\n");
}

}  // namespace

Recorder::Recorder(Program& program, Equivalence equivalence)
    : program_(program), equivalence_(equivalence), trace_(&nothing_), serial_(first_serial()) {
  running = this;
  set_check_context(write_schedule);
}

Recorder::~Recorder() {
  running = nullptr;
}

void Recorder::really_grow_tables() {
  if (threads_.size() < program_.thread_count()) threads_.resize(program_.thread_count(), ThreadEntry{});
  if (last_access_.size() < program_.object_count()) last_access_.resize(program_.object_count(), 0);
  if (trace_->clock_width() < clock_width()) trace_->widen(clock_width());
}

void Recorder::reset_tables() {
  for (ObjectId object : touched_) last_access_[object.index()] = 0;
  touched_.clear();
  threads_.assign(threads_.size(), ThreadEntry{});
}

bool Recorder::start(Trace& trace, const Trace& source, uint32_t events, uint32_t constraints) {
  start_without_program(trace, source, events);
  diverged_ = program_.replay({trace.data(), events}) != events;
  if (!diverged_ && program_.inputs() != nullptr) diverged_ = !start_path(events, constraints);
  if (diverged_) return false;
  grow_tables();
  ready_.assign(program_);
  return true;
}

// The program has repeated the events: has it said the same of its input? What it said last may differ, if an input was
// chosen to make it so.
bool Recorder::start_path(uint32_t events, uint32_t constraints) {
  Trace& trace = *trace_;
  std::span<const ConstraintId> path = program_.path();
  if (!trace.path().empty()) {
    std::span<const ConstraintId> before = trace.path().prefix(events);
    if (constraints == UINT32_MAX && path.size() != before.size()) return false;
    before = before.first(std::min<size_t>(before.size(), constraints));
    if (path.size() < before.size() || !std::equal(before.begin(), before.end(), path.begin())) return false;
  }
  if (events == 0)
    trace.begin_path(path);
  else
    trace.extend_path(events - 1, path.subspan(trace.path_size(events - 1)));
  return true;
}

bool Recorder::leave_after(uint32_t events) {
  const Trace& trace = *trace_;
  for (uint32_t k = trace.size(); k-- > events;) {
    const Event& event = trace[k];
    if (wakes_threads(event.op.code)) return false;
    ThreadEntry& entry = threads_[event.thread.index()];
    entry.events = event.index - 1;
    entry.last = event.previous_in_thread;
    for (uint32_t i = event.access_count; i-- > 0;) {
      const Access& access = event.access[i];
      last_access_[access.object.index()] = access.previous;
      if (access.previous == 0) touched_.pop_back();
    }
    if (event.op.code == OpCode::kSpawn) threads_[event.op.partner.index()].last = 0;
  }
  return true;
}

void Recorder::start_without_program(Trace& trace, const Trace& source, uint32_t events) {
  // The tables hold the events of the trace that was recorded last.
  uint32_t entered = trace_->common_prefix(source, events);
  bool is_less_work = trace_->size() - entered < entered;
  if (!is_less_work || !leave_after(entered)) {
    entered = 0;
    reset_tables();
  }
  trace_ = &trace;
  if (&trace == &source) {
    while (trace.size() > events) trace.pop();
  } else {
    trace.assign_prefix(source, events);
  }
  grow_tables();
  for (uint32_t k = entered; k < events; k++) enter(trace[k], k);
}

void Recorder::link(Event& event) const {
  const ThreadEntry& entry = threads_[event.thread.index()];
  event.index = entry.events + 1;
  event.previous_in_thread = entry.last;
  event.ordered_after = 0;
  if (event.op.code == OpCode::kJoin) event.ordered_after = threads_[event.op.partner.index()].last;
  if (event.op.code == OpCode::kWake) event.ordered_after = entry.waker;
  for (uint32_t i = 0; i < event.access_count; i++) {
    Access& access = event.access[i];
    access.previous = last_access(access.object);
    access.previous_write = 0;
    access.shared_since_write = access.mode == Mode::kShared;
    if (access.previous == 0) continue;
    const Access& before = access_to((*trace_)[access.previous - 1], access.object);
    if (before.mode == Mode::kWrite) {
      access.previous_write = access.previous;
    } else {
      access.previous_write = before.previous_write;
      access.shared_since_write |= before.shared_since_write;
    }
  }
}

void Recorder::preview(ThreadId thread, Choice choice, Event& event) const {
  event.thread = thread;
  event.choice = choice;
  event.op = program_.next(thread);
  uint32_t objects = object_count(event.op.code);
  set_accesses(event, equivalence_, objects >= 1 ? program_.value(event.op.object) : 0,
               objects == 2 ? program_.value(event.op.object2) : 0);
  link(event);
}

void Recorder::past_of(const Event& event, Clock past) const {
  uint32_t width = trace_->clock_width();
  copy_clock(past, trace_->clock_or_zero(event.previous_in_thread), width);
  if (event.ordered_after != 0) join_clock(past, trace_->clock_or_zero(event.ordered_after), width);
}

void Recorder::clock_of(const Event& event, Clock clock) const {
  const Trace& trace = *trace_;
  past_of(event, clock);
  for (uint32_t i = 0; i < event.access_count; i++) {
    const Access& access = event.access[i];
    PositionPlusOne p = access.previous;
    // A read conflicts only with the last write, unless shared updates came since.
    if (access.mode == Mode::kRead && !access.shared_since_write) p = access.previous_write;
    bool is_mail = is_of_mailbox(access.mode);
    while (p != 0) {
      const Event& other = trace[p - 1];
      const Access& before = access_to(other, access.object);
      bool joins = conflict(before.mode, access.mode) && !clock_has(clock, other.thread, other.index);
      if (joins && is_mail) [[unlikely]]
        joins = accesses_conflict(other, before.mode, event, access.mode);
      if (joins) join_clock(clock, trace.clock(p - 1), trace.clock_width());
      if (before.mode == Mode::kWrite) break;
      p = before.previous;
    }
  }
  clock[event.thread.index()] = event.index;
}

void Recorder::enter(const Event& event, uint32_t position) {
  ThreadEntry& entry = threads_[event.thread.index()];
  entry.events = event.index;
  entry.last = position + 1;
  for (uint32_t i = 0; i < event.access_count; i++) {
    const Access& access = event.access[i];
    if (access.previous == 0) touched_.push_back(access.object);
    last_access_[access.object.index()] = position + 1;
  }
  if (event.op.code == OpCode::kSpawn) {
    size_t child = event.op.partner.index();
    if (threads_.size() <= child) threads_.resize(child + 1, ThreadEntry{});
    threads_[child].last = position + 1;
  }
  if (wakes_threads(event.op.code))
    for (uint64_t woken = threads_woken(event.op, event.access[0].before, event.choice); woken != 0; woken &= woken - 1)
      threads_[static_cast<size_t>(std::countr_zero(woken))].waker = position + 1;
}

void Recorder::forget_accesses() {
  Trace& trace = *trace_;
  Event& event = trace[trace.size() - 1];
  while (event.access_count != 0) {
    const Access& access = event.access[--event.access_count];
    last_access_[access.object.index()] = access.previous;
    if (access.previous == 0) touched_.pop_back();
  }
  clock_of(event, trace.clock(trace.size() - 1));
}

uint32_t Recorder::record_only(const Event& event) {
  Trace& trace = *trace_;
  uint32_t position = trace.size();
  Event& recorded = trace.push(++serial_);
  recorded = event;
  trace.order_after(position);
  clock_of(recorded, trace.clock(position));
  enter(recorded, position);
  return position;
}

uint32_t Recorder::execute(const Event& preview) {
  uint32_t position = record_only(preview);
  return perform(position);
}

uint32_t Recorder::perform(uint32_t position) {
  ThreadId thread = (*trace_)[position].thread;
  program_.step(thread, (*trace_)[position].choice);
  Event& event = (*trace_)[position];
  for (uint32_t i = 0; i < event.access_count; i++) event.access[i].after = program_.value(event.access[i].object);
  if (program_.inputs() != nullptr) trace_->extend_path(position, program_.path().subspan(trace_->path_size(position)));
  grow_tables();
  ready_.update(program_, thread);
  if (event.op.code == OpCode::kSpawn) ready_.update(program_, event.op.partner);
  return position;
}

// Most events come this way, and each step of it is short: without the calls an exploration is 2 to 6 % faster.
[[gnu::flatten]] uint32_t Recorder::execute(ThreadId thread, Choice choice) {
  Trace& trace = *trace_;
  uint32_t position = trace.size();
  Event& event = trace.push(++serial_);
  preview(thread, choice, event);
  trace.order_after(position);
  clock_of(event, trace.clock(position));
  enter(event, position);
  return perform(position);
}

[[gnu::always_inline]] inline void Recorder::understand(uint32_t position) {
  Trace& trace = *trace_;
  Event& event = trace[position];
  Value after[2] = {event.access[0].after, event.access[1].after};
  set_accesses(event, equivalence_, event.access[0].before, event.access[1].before);
  for (uint32_t i = 0; i < event.access_count; i++) event.access[i].after = after[i];
  link(event);
  trace.order_after(position);
  clock_of(event, trace.clock(position));
  enter(event, position);
}

[[gnu::flatten]] void Recorder::run(FreeRun& run) {
  if (program_.inputs() != nullptr) return;
  uint32_t from = trace_->size();
  program_.run_ahead(run);
  grow_tables();
  for (uint32_t k = from; k < trace_->size(); k++) understand(k);
}

bool Recorder::run_ahead(Scheduler& scheduler, WatchedObjects watched) {
  if (scheduler.is_random()) return false;
  FreeRun ahead({}, &scheduler, ready_, *trace_, serial_, watched);
  run(ahead);
  return ahead.is_over();
}

bool Recorder::run_steps(std::span<const FreeRun::Step> steps) {
  if (steps.empty()) return false;
  uint32_t from = trace_->size();
  FreeRun known(steps, nullptr, ready_, *trace_, serial_, {});
  run(known);
  return trace_->size() != from;
}

Execution Recorder::execution(bool blocked) const {
  Execution result;
  result.events = {trace_->data(), trace_->size()};
  result.blocked = blocked;
  result.failed = !program_.failures().empty();
  result.cut = program_.was_cut();
  result.input = program_.input();
  result.path = trace_->path();
  if (!blocked && !result.failed && !result.cut && !program_.has_exited() && !program_.has_overlooked_change())
    for (uint32_t t = 0; t < program_.thread_count() && !result.deadlocked; t++)
      result.deadlocked = program_.status(ThreadId(t)) == ThreadStatus::kReady;
  result.deadlocked = result.deadlocked && !program_.is_at_rest();
  return result;
}

}  // namespace mazurka
