#include "runtime/kernel/pipes/timers.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/timerfd.h>

#include "runtime/engine/native_program.hpp"
#include "runtime/kernel/files/transfer.hpp"
#include "runtime/kernel/pipes/calls.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

// Never destroyed: the program's exit handlers run ours too.
std::deque<Timer>& timers = *new std::deque<Timer>;
PerExecution<size_t>& timer_count = *new PerExecution<size_t>;

// It expires, and is armed again if it has an interval: how often it has expired by now.
uint64_t take_expirations(TimerState& state) {
  virtual_clock.sleep_until(state.deadline);
  if (state.interval == 0) {
    state.is_armed = false;
    return 1;
  }
  const uint64_t more = static_cast<uint64_t>((virtual_clock.peek() - state.deadline) / state.interval);
  state.deadline += static_cast<Nanoseconds>(more + 1) * state.interval;
  return more + 1;
}

void wait_until_armed(Timer& timer, const char* name, uint64_t pc) {
  program->begin_looking();
  look_at(timer.object, name, pc);
  if (!timer.state.get().is_armed) program->wait_for_change(name, pc);
  program->end_looking();
}

long read_timer(OpenFile& file, const Transfer& transfer, const char* name, uint64_t pc) {
  if (transfer.bytes() < sizeof(uint64_t)) return -EINVAL;
  Timer& timer = *timer_of(file);
  look_at(file.object, name, pc);
  const bool waits = (file.state.get().flags & O_NONBLOCK) == 0;
  TimerState& state = timer.state.get();
  // (What a thread changes itself ends no wait. So it looks first; another one may then be faster.)
  do {
    if (waits) wait_until_armed(timer, name, pc);
    change(timer.object, name, pc);
  } while (waits && !state.is_armed);
  if (!waits && !has_expired(timer)) return -EAGAIN;
  const uint64_t expirations = take_expirations(state);
  transfer.put(reinterpret_cast<const char*>(&expirations), sizeof expirations);
  return sizeof expirations;
}

constexpr FileActions kTimerActions = {
    read_timer,
    [](OpenFile&, const Transfer&, const char*, uint64_t) -> long { return -EINVAL; },
    [](const OpenFile&, uint64_t) -> long { return -ENOTTY; },
    [](const OpenFileState&) -> mode_t { return 0600; },
    [](const OpenFileState&, uint64_t) {},
};

void tell_time_left(const TimerState& state, itimerspec* left) {
  constexpr Nanoseconds kSecond = 1'000'000'000;
  if (left == nullptr) return;
  const Nanoseconds rest = state.is_armed ? state.deadline - virtual_clock.peek() : 0;
  const Nanoseconds shown = !state.is_armed ? 0 : rest > 0 ? rest : 1;
  left->it_value = {shown / kSecond, shown % kSecond};
  left->it_interval = {state.interval / kSecond, state.interval % kSecond};
}

Timer* find_timer(const SystemCall& call, long& error) {
  OpenFile* file = look_up_file(static_cast<int>(call.a[0]), call.pc);
  Timer* timer = file == nullptr ? nullptr : timer_of(*file);
  error = file == nullptr ? -EBADF : timer == nullptr ? -EINVAL : 0;
  return timer;
}

}  // namespace

Timer* timer_of(const OpenFile& file) {
  if (file.state.get().actions != &kTimerActions) return nullptr;
  for (size_t k = 0; k < timer_count.get(); k++)
    if (timers[k].state.get().file == &file) return &timers[k];
  return nullptr;
}

bool has_expired(const Timer& timer) {
  const TimerState& state = timer.state.get();
  return state.is_armed && virtual_clock.peek() >= state.deadline;
}

long timerfd_create_call(const SystemCall& call) {
  const long clock = call.a[0], flags = call.a[1];
  if ((flags & ~(TFD_CLOEXEC | TFD_NONBLOCK)) != 0) return -EINVAL;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME) return -EINVAL;
  change(file_table, "timerfd_create", call.pc);
  const int number = reserve_descriptor(0);
  if (number < 0) return number;
  OpenFile* file = make_open_file(FileKind::kEvent, O_RDWR | (static_cast<int>(flags) & O_NONBLOCK));
  file->state.get().actions = &kTimerActions;
  file->state.get().descriptors = 1;
  const size_t index = timer_count.get()++;
  if (index == timers.size()) timers.emplace_back();
  timers[index].state.get() = {.file = file, .clock = static_cast<int>(clock)};
  return install_descriptor(number, file, (flags & TFD_CLOEXEC) != 0, "timerfd_create", call.pc);
}

long timerfd_settime_call(const SystemCall& call) {
  const auto* wanted = reinterpret_cast<const itimerspec*>(call.a[2]);
  if (wanted == nullptr) return -EFAULT;
  if (!is_valid(&wanted->it_value) || !is_valid(&wanted->it_interval)) return -EINVAL;
  if ((call.a[1] & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)) != 0) return -EINVAL;
  long error = 0;
  Timer* timer = find_timer(call, error);
  if (timer == nullptr) return error;
  change(timer->object, "timerfd_settime", call.pc);
  TimerState& state = timer->state.get();
  tell_time_left(state, reinterpret_cast<itimerspec*>(call.a[3]));
  const bool is_absolute = (call.a[1] & TFD_TIMER_ABSTIME) != 0;
  state.is_armed = wanted->it_value.tv_sec != 0 || wanted->it_value.tv_nsec != 0;
  if (state.is_armed) channel->progress.missed_input |= protocol::kMissedEventOrders;
  state.interval = duration_of(wanted->it_interval);
  state.deadline =
      is_absolute ? from_timespec(state.clock, wanted->it_value) : virtual_clock.read() + duration_of(wanted->it_value);
  return 0;
}

long timerfd_gettime_call(const SystemCall& call) {
  auto* left = reinterpret_cast<itimerspec*>(call.a[1]);
  if (left == nullptr) return -EFAULT;
  long error = 0;
  Timer* timer = find_timer(call, error);
  if (timer == nullptr) return error;
  look_at(timer->object, "timerfd_gettime", call.pc);
  tell_time_left(timer->state.get(), left);
  return 0;
}

}  // namespace mazurka::runtime
