#include "runtime/engine/time/virtual_clock.hpp"

#include <time.h>

#include <bit>

#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

VirtualClock& virtual_clock = *new VirtualClock;

namespace {

const Registration registered(virtual_clock);

constexpr Nanoseconds kSecond = 1'000'000'000;
// Where the clocks begin: some day, and some time after the start of the machine.
constexpr Nanoseconds kRealtimeStart = 1'767'225'600 * kSecond;  // 2026-01-01 00:00:00 UTC
constexpr Nanoseconds kMonotonicStart = 1'000 * kSecond;
// Decades later: no clock goes beyond, and what is to happen after that never does.
constexpr Nanoseconds kEnd = (int64_t{1} << 30) * kSecond;

Nanoseconds start_of(int clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI: return kRealtimeStart;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return kMonotonicStart;
  }
}

}  // namespace

void VirtualClock::join(Nanoseconds& time, Nanoseconds other) {
  if (other > time) time = other;
}

VirtualClock::ThreadTime& VirtualClock::of(uint32_t thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  ThreadTime& time = threads_[thread];
  if (time.execution != execution_number()) {
    const auto& saved = level_ == Level::kBase ? at_base_ : at_prefix_;
    time = thread < saved.size() ? saved[thread] : ThreadTime{};
    time.execution = used_in_ = execution_number();
  }
  return time;
}

VirtualClock::ObjectTime& VirtualClock::at(ObjectId object) {
  if (object.index() >= objects_.size()) objects_.resize(object.index() + 1);
  return objects_[object.index()].get();
}

void VirtualClock::save(Level level) {
  auto& saved = level == Level::kBase ? at_base_ : at_prefix_;
  saved.resize(threads_.size());
  for (uint32_t thread = 0; thread < threads_.size(); thread++) saved[thread] = of(thread);
}

void VirtualClock::restore(Level level) {
  level_ = level;
}

void VirtualClock::before_step(uint32_t thread, const Operation& op, Value value, Choice choice) {
  // What is ordered depends on the message (kernel/messages/mailboxes.hpp).
  if (is_of_mailbox(op.code)) return;
  Nanoseconds now = of(thread).now;
  uint32_t objects = object_count(op.code);
  ModePair modes{Mode::kWrite, Mode::kWrite};
  if (objects == 1) modes.first = mode_of(op, ThreadId(thread), value, choice);
  if (objects == 2) modes = modes_of_pair(op.code);
  if (objects >= 1) join(now, modes.first == Mode::kRead ? at(op.object).written : at(op.object).touched);
  if (objects == 2) join(now, modes.second == Mode::kRead ? at(op.object2).written : at(op.object2).touched);
  if (op.code == OpCode::kJoin) join(now, of(op.partner.number).now);
  if (op.code == OpCode::kWake) join(now, of(thread).woken);
  of(thread).now = now;
  if (objects >= 1) join(at(op.object).touched, now);
  if (objects >= 1 && modes.first != Mode::kRead) at(op.object).written = now;
  if (objects == 2) join(at(op.object2).touched, now);
  if (objects == 2 && modes.second != Mode::kRead) at(op.object2).written = now;
  if (op.code == OpCode::kSpawn) of(op.partner.number).now = now;
  if (wakes_threads(op.code))
    for (uint64_t woken = threads_woken(op, value, choice); woken != 0; woken &= woken - 1)
      of(static_cast<uint32_t>(std::countr_zero(woken))).woken = now;
}

// A loop that reads the clock until some time has passed must come to an end: the more often a thread looks, the more
// time passes. (A second takes about 5,600 looks.)
Nanoseconds VirtualClock::read() {
  note_unforeseeable();
  moved_ = true;
  note_recorded_change();
  ThreadTime& time = of(current_thread());
  constexpr Nanoseconds kMicrosecond = 1000;
  time.now += kMicrosecond * (1 + time.reads++ / 16);
  note_time_of_round(time.now);
  return time.now;
}

Nanoseconds VirtualClock::peek() {
  note_unforeseeable();
  return of(current_thread()).now;
}

void VirtualClock::sleep(Nanoseconds duration) {
  if (duration > 0) sleep_until(of(current_thread()).now + (duration < kEnd ? duration : kEnd));
}

void VirtualClock::sleep_until(Nanoseconds until) {
  moved_ = true;
  join(of(current_thread()).now, until < kEnd ? until : kEnd);
}

void VirtualClock::catch_up(Nanoseconds time) {
  join(of(current_thread()).now, time);
}

void VirtualClock::let_years_pass(uint32_t thread) {
  constexpr Nanoseconds kTenYears = 10 * 365 * 24 * 3600 * kSecond;
  moved_ = true;
  Nanoseconds& now = of(thread).now;
  now = now < kEnd - kTenYears ? now + kTenYears : kEnd;
}

bool VirtualClock::may_time_out(Nanoseconds deadline) {
  note_time_of_round(deadline);
  return deadline < kEnd && of(current_thread()).timeouts < channel->settings.environment.max_timeouts;
}
bool VirtualClock::may_wake_spuriously() {
  return of(current_thread()).spurious_wakeups < channel->settings.environment.max_spurious_wakeups;
}
void VirtualClock::count_timeout(Nanoseconds deadline) {
  of(current_thread()).timeouts++;
  if (channel->settings.environment.max_timeouts != UINT32_MAX) note_change();
  sleep_until(deadline);
}
void VirtualClock::count_spurious_wakeup() {
  note_change();
  of(current_thread()).spurious_wakeups++;
}

uint64_t form_of_time(Nanoseconds time, uint32_t form) {
  constexpr Nanoseconds kStarts[] = {0, kMonotonicStart, kRealtimeStart};
  const Nanoseconds shown = kStarts[form / 5] + time;
  switch (form % 5) {
    case 0: return static_cast<uint64_t>(shown);
    case 1: return static_cast<uint64_t>(shown / 1000);
    case 2: return static_cast<uint64_t>(shown / 1'000'000);
    case 3: return static_cast<uint64_t>(shown / kSecond);
    default: return static_cast<uint64_t>(shown % kSecond);
  }
}

void to_timespec(int clock, Nanoseconds time, timespec* result) {
  Nanoseconds shown = start_of(clock) + time;
  result->tv_sec = shown / kSecond;
  result->tv_nsec = shown % kSecond;
}

Nanoseconds duration_of(const timespec& duration) {
  constexpr int64_t kLongest = int64_t{4} << 30;
  int64_t seconds = duration.tv_sec > kLongest ? kLongest : duration.tv_sec < -kLongest ? -kLongest : duration.tv_sec;
  return seconds * kSecond + duration.tv_nsec;
}

Nanoseconds from_timespec(int clock, const timespec& time) {
  return duration_of(time) - start_of(clock);
}

bool is_valid(const timespec* time) {
  return time != nullptr && time->tv_nsec >= 0 && time->tv_nsec < kSecond;
}

}  // namespace mazurka::runtime
