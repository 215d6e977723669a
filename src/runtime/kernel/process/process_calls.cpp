#include "runtime/kernel/process/process_calls.hpp"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/pass_to_kernel.hpp"
#include "runtime/kernel/signals.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {

const char* name_of_raised(int number) {
  switch (number) {
    case SIGSEGV: return "SIGSEGV was raised";
    case SIGBUS: return "SIGBUS was raised";
    case SIGFPE: return "SIGFPE was raised";
    case SIGILL: return "SIGILL was raised";
    default: return "SIGTRAP was raised";
  }
}

// Where the kernel would write a result; null if nowhere.
template <class T>
T* result_at(long argument) {
  auto* result = reinterpret_cast<T*>(argument);
  if (result != nullptr) heat_range(reinterpret_cast<uintptr_t>(result), sizeof *result);
  return result;
}

}  // namespace

long getpid_call(const SystemCall&) {
  return kProcessNumber;
}

long gettid_call(const SystemCall&) {
  return kProcessNumber + current_thread();
}

long getppid_call(const SystemCall&) {
  return kProcessNumber - 1;
}

namespace {

// What the program has set, before its first thread. The process also has our memory and our files, which the kernel
// would count.
struct Limit {
  bool is_set = false;
  struct rlimit64 value = {};
};
Limit limits[RLIM_NLIMITS];

}  // namespace

// Of what a process may do in the machine, nothing is taken away: a larger or smaller limit makes no difference here.
long prlimit64_call(const SystemCall& call) {
  const auto* wanted = reinterpret_cast<const struct rlimit64*>(call.a[2]);
  const bool is_own = (call.a[0] == 0 || call.a[0] == kProcessNumber) && call.a[1] >= 0 && call.a[1] < RLIM_NLIMITS;
  if (wanted != nullptr && (at_base() || !is_own)) report_unsupported("changing a limit of the process", call.pc);
  if (!is_own) return pass_to_kernel(call.number, call.a);
  Limit& limit = limits[call.a[1]];
  struct rlimit64 before = limit.value;
  if (!limit.is_set) raw_syscall(SYS_prlimit64, 0, call.a[1], 0, as_word(&before));
  if (wanted != nullptr) {
    if (wanted->rlim_cur > wanted->rlim_max) return -EINVAL;
    limit = {true, *wanted};
  }
  if (auto* result = result_at<struct rlimit64>(call.a[3])) *result = before;
  return 0;
}

long setrlimit_call(const SystemCall& call) {
  return prlimit64_call({SYS_prlimit64, {0, call.a[0], call.a[1], 0, 0, 0}, call.frame_pointer, call.pc});
}

long getrlimit_call(const SystemCall& call) {
  return prlimit64_call({SYS_prlimit64, {0, call.a[0], 0, call.a[1], 0, 0}, call.frame_pointer, call.pc});
}

uint64_t limit_of(int resource) {
  return limits[resource].is_set ? limits[resource].value.rlim_cur : RLIM_INFINITY;
}

// Of the bases of segments only the program's questions: what threads have there is ours to switch.
long arch_prctl_call(const SystemCall& call) {
  constexpr long kGetBaseOfFs = 0x1003, kGetBaseOfGs = 0x1004, kGetCpuid = 0x1011, kGetShadowStack = 0x3001;
  for (long question : {kGetBaseOfFs, kGetBaseOfGs, kGetCpuid, kGetShadowStack})
    if (call.a[0] == question) return pass_to_kernel(call.number, call.a);
  report_unsupported("arch_prctl", call.pc);
  return 0;
}

// All memory is sequentially consistent: every thread sees everything at once.
long membarrier_call(const SystemCall& call) {
  constexpr long kQuery = 0, kOrdinaryCommands = 0x1f | 1 << 5 | 1 << 6;
  return call.a[0] == kQuery ? kOrdinaryCommands : 0;
}

// As on a kernel that does not have it.
long unknown_call(const SystemCall&) {
  return -ENOSYS;
}

namespace {

// setuid, setreuid, setresuid and so on: to what it is already.
long set_identity(const SystemCall& call, long count, long now) {
  for (long k = 0; k < count; k++)
    if (call.a[k] != now && static_cast<int>(call.a[k]) != -1)
      report_unsupported("changing the user or the group of the process", call.pc);
  return 0;
}

}  // namespace

long set_user_call(const SystemCall& call) {
  const long count = call.number == SYS_setuid ? 1 : call.number == SYS_setreuid ? 2 : 3;
  return set_identity(call, count, raw_syscall(SYS_getuid));
}

long set_group_call(const SystemCall& call) {
  const long count = call.number == SYS_setgid ? 1 : call.number == SYS_setregid ? 2 : 3;
  return set_identity(call, count, raw_syscall(SYS_getgid));
}

// There are no timers: whoever sets one is refused.
long getitimer_call(const SystemCall& call) {
  if (call.a[0] < ITIMER_REAL || call.a[0] > ITIMER_PROF) return -EINVAL;
  auto* result = result_at<itimerval>(call.a[1]);
  if (result == nullptr) return -EFAULT;
  *result = {};
  return 0;
}

// and waitid.
long wait4_call(const SystemCall& call) {
  need(protocol::kProcesses, "waiting for a process", call.pc);
  return pass_to_kernel(call.number, call.a);
}

// The handlers, their stack and the mask are ours: a program that crashes is reported whatever it wanted to do then.
long rt_sigaction_call(const SystemCall& call) {
  const bool is_fixed = call.a[0] == SIGKILL || call.a[0] == SIGSTOP;
  if (call.a[0] < 1 || call.a[0] > kSignals || (is_fixed && call.a[1] != 0)) return -EINVAL;
  auto* old = result_at<SignalAction>(call.a[2]);
  exchange_action(static_cast<int>(call.a[0]), reinterpret_cast<const SignalAction*>(call.a[1]), old);
  return 0;
}

long rt_sigprocmask_call(const SystemCall& call) {
  if (call.a[1] != 0 && (call.a[0] < SIG_BLOCK || call.a[0] > SIG_SETMASK)) return -EINVAL;
  const auto* wanted = reinterpret_cast<const uint64_t*>(call.a[1]);
  if (!mask_change_is_seen(call)) {
    exchange_mask(static_cast<int>(call.a[0]), wanted, result_at<uint64_t>(call.a[2]));
    return 0;
  }
  const uint64_t mask = *wanted;
  exchange_mask(SIG_BLOCK, nullptr, result_at<uint64_t>(call.a[2]));
  signal_steps.change_mask(static_cast<int>(call.a[0]), mask, call.pc);
  return 0;
}

bool mask_change_is_seen(const SystemCall& call) {
  if (call.number != SYS_rt_sigprocmask || call.a[1] == 0 || !signal_steps.may_see_masks()) return false;
  uint64_t now = 0;
  exchange_mask(SIG_BLOCK, nullptr, &now);
  return changed_mask(now, static_cast<int>(call.a[0]), *reinterpret_cast<const uint64_t*>(call.a[1])) != now;
}

// The C library wakes whoever waits for one of its own locks: nobody does.
long futex_call(const SystemCall& call) {
  long operation = call.a[1] & 0x7f;
  bool wakes = operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET;
  if (!wakes) report_unsupported("futex", call.pc);
  return 0;
}

// and tkill, tgkill.
long kill_call(const SystemCall& call) {
  long which = call.number == SYS_tgkill ? call.a[2] : call.a[1];
  if (which == SIGABRT) report_failure(protocol::BugKind::kAbort, "abort() was called", 0);
  for (int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    if (which == fatal) report_failure(protocol::BugKind::kSignal, name_of_raised(fatal), 0);
  report_unsupported("sending a signal", 0);
  return 0;
}

}  // namespace mazurka::runtime
