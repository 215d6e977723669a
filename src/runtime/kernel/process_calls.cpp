#include "runtime/kernel/process_calls.hpp"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/time.h>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/pass_to_kernel.hpp"
#include "runtime/kernel/signals.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

namespace {

long process_id = 0;

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

void note_process_id() {
  process_id = raw_syscall(SYS_getpid);
}

long getpid_call(const SystemCall&) {
  return process_id;
}

long gettid_call(const SystemCall&) {
  return process_id + current_thread();
}

long prlimit64_call(const SystemCall& call) {
  if (call.a[2] != 0 && at_base()) report_unsupported("changing a limit of the process", call.pc);
  return pass_to_kernel(call.number, call.a);
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
  auto* old = result_at<SignalAction>(call.a[2]);
  exchange_action(static_cast<int>(call.a[0]), reinterpret_cast<const SignalAction*>(call.a[1]), old);
  return 0;
}

long sigaltstack_call(const SystemCall&) {
  return 0;
}

long rt_sigprocmask_call(const SystemCall& call) {
  auto* old = result_at<uint64_t>(call.a[2]);
  exchange_mask(static_cast<int>(call.a[0]), reinterpret_cast<const uint64_t*>(call.a[1]), old);
  return 0;
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
