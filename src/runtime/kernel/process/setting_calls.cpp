// System calls that set something of the process or of a thread, and those that ask for it. Nothing else comes of it:
// no thread runs sooner or later, nothing is swapped out. Both sides agree, in every order of the threads.
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <algorithm>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/kernel/pass_to_kernel.hpp"
#include "runtime/kernel/process/process_calls.hpp"
#include "runtime/kernel/process/thread_settings.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/text.hpp"

namespace mazurka::runtime {

namespace {

ThreadWords::Settings& own_settings() {
  return words_of(current_thread()).settings;
}

// Of other processes, the kernel knows.
bool is_of_program(long number) {
  return number == 0 || number >= kProcessNumber;
}

}  // namespace

// ---- priorities

namespace {

// The thread that a call is about; UINT32_MAX: it is another process, and the kernel knows.
uint32_t thread_meant(const SystemCall& call, long of_thread, const char* refusal) {
  if (call.a[0] != of_thread) report_unsupported(refusal, call.pc);
  return is_of_program(call.a[1]) ? thread_with_number(call.a[1], call.pc) : UINT32_MAX;
}

// The kernel's result has no negative numbers: 20 - nice.
long shown_priority(uint32_t thread) {
  const ThreadWords::Settings& settings = words_of(thread).settings;
  return settings.scheduling.has_nice != 0 ? 20 - settings.scheduling.nice
                                           : raw_syscall(SYS_getpriority, PRIO_PROCESS, 0);
}

}  // namespace

long getpriority_call(const SystemCall& call) {
  const uint32_t thread = thread_meant(call, PRIO_PROCESS, "getpriority of more than a thread");
  if (thread == UINT32_MAX) return pass_to_kernel(call.number, call.a);
  thread_priorities.look(thread, "getpriority", call.pc);
  return shown_priority(thread);
}

long setpriority_call(const SystemCall& call) {
  const uint32_t thread = thread_meant(call, PRIO_PROCESS, "setpriority of more than a thread");
  if (thread == UINT32_MAX) report_unsupported("setpriority of another process", call.pc);
  thread_priorities.set(thread, "setpriority", call.pc);
  const int wanted = std::clamp(static_cast<int>(call.a[2]), -20, 19);
  if (wanted < 20 - shown_priority(thread) && raw_syscall(SYS_geteuid) != 0) return -EACCES;
  words_of(thread).settings.scheduling.has_nice = 1;
  words_of(thread).settings.scheduling.nice = wanted;
  return 0;
}

// As in <linux/ioprio.h>, which is no C++ in some versions.
constexpr long kOfProcess = 1, kNoClass = 0, kIdleClass = 3;
constexpr uint32_t kClassShift = 13;

long ioprio_get_call(const SystemCall& call) {
  const uint32_t thread = thread_meant(call, kOfProcess, "ioprio_get of more than a thread");
  if (thread == UINT32_MAX) return pass_to_kernel(call.number, call.a);
  thread_priorities.look(thread, "ioprio_get", call.pc);
  const int32_t own = words_of(thread).settings.scheduling.io_priority;
  return own != 0 ? own : raw_syscall(SYS_ioprio_get, kOfProcess, 0);
}

long ioprio_set_call(const SystemCall& call) {
  const uint32_t thread = thread_meant(call, kOfProcess, "ioprio_set of more than a thread");
  if (thread == UINT32_MAX) report_unsupported("ioprio_set of another process", call.pc);
  const long kind = static_cast<uint32_t>(call.a[2]) >> kClassShift;
  const bool is_wrong = kind == kNoClass || kind > kIdleClass;
  if (is_wrong) report_unsupported("ioprio_set with such a priority", call.pc);
  thread_priorities.set(thread, "ioprio_set", call.pc);
  words_of(thread).settings.scheduling.io_priority = static_cast<int32_t>(call.a[2]);
  return 0;
}

long sched_getaffinity_call(const SystemCall& call) {
  uint32_t thread = call.a[0] < kProcessNumber && call.a[0] != 0 ? UINT32_MAX : thread_with_number(call.a[0], call.pc);
  if (thread == UINT32_MAX) return pass_to_kernel(call.number, call.a);
  if (call.a[2] == 0) return -EFAULT;
  return get_processors(thread, reinterpret_cast<void*>(call.a[2]), static_cast<size_t>(call.a[1]), "sched_getaffinity",
                        call.pc);
}

long sched_setaffinity_call(const SystemCall& call) {
  uint32_t thread = thread_with_number(call.a[0], call.pc);
  if (thread == UINT32_MAX) return -ESRCH;
  if (call.a[2] == 0) return -EFAULT;
  return set_processors(thread, reinterpret_cast<const void*>(call.a[2]), static_cast<size_t>(call.a[1]),
                        "sched_setaffinity", call.pc);
}

long getcpu_call(const SystemCall& call) {
  for (long argument : {call.a[0], call.a[1]}) {
    if (argument == 0) continue;
    heat_range(static_cast<uintptr_t>(argument), sizeof(uint32_t));
    *reinterpret_cast<uint32_t*>(argument) = argument == call.a[0] ? processor_of_thread() : 0;
  }
  return 0;
}

// ---- where memory lies: on the only node that there is for us

long set_mempolicy_call(const SystemCall&) {
  own_settings().has_memory_policy = 1;
  return 0;
}

long get_mempolicy_call(const SystemCall& call) {
  const bool asks_for_policy = call.a[4] == 0;
  if (!asks_for_policy || own_settings().has_memory_policy != 0) report_unsupported("get_mempolicy", call.pc);
  return pass_to_kernel(call.number, call.a);
}

// ---- groups of users and of processes

long setgroups_call(const SystemCall& call) {
  constexpr long kMost = 256;
  gid_t now[kMost];
  const long count = raw_syscall(SYS_getgroups, kMost, as_word(now));
  const bool is_same = count == call.a[0] && memcmp(now, reinterpret_cast<const void*>(call.a[1]),
                                                    static_cast<size_t>(count) * sizeof(gid_t)) == 0;
  if (!is_same) report_unsupported("changing the groups of the process", call.pc);
  return 0;
}

// getpgrp, getpgid and getsid: it leads a group in its parent's session.
long process_group_call(const SystemCall& call) {
  const bool is_own = call.number == SYS_getpgrp || call.a[0] == 0 || call.a[0] == kProcessNumber;
  if (!is_own) return pass_to_kernel(call.number, call.a);
  return call.number == SYS_getsid ? kProcessNumber - 1 : kProcessNumber;
}

// Who leads a group cannot begin a session.
long setsid_call(const SystemCall&) {
  return -EPERM;
}

long setpgid_call(const SystemCall& call) {
  const bool is_own = call.a[0] == 0 || call.a[0] == kProcessNumber;
  const bool is_same = call.a[1] == 0 || call.a[1] == kProcessNumber;
  if (!is_own || !is_same) report_unsupported("changing the group of a process", call.pc);
  return 0;
}

// ---- prctl

namespace {

// What all threads of the process have together.
struct ProcessSettings {
  KernelObject object{Orders::kNone};
  PerExecution<int> dumpable{1}, has_no_huge_pages{0}, adopts_orphans{0};
};
// Never destroyed: the program's exit handlers may use it.
ProcessSettings& process_settings = *new ProcessSettings;

long set_for_all(PerExecution<int>& setting, long value, uint64_t pc) {
  change(process_settings.object, "prctl", pc);
  setting.get() = static_cast<int>(value);
  return 0;
}

int get_for_all(PerExecution<int>& setting, uint64_t pc) {
  look_at(process_settings.object, "prctl", pc);
  return setting.get();
}

long set_own(int32_t& setting, long value, long largest) {
  if (value < 0 || value > largest) return -EINVAL;
  setting = static_cast<int32_t>(value);
  return 0;
}

long give_number(long place, int number) {
  if (place == 0) return -EFAULT;
  *reinterpret_cast<int*>(place) = number;
  return 0;
}

long set_name(const SystemCall& call) {
  if (call.a[1] == 0) return -EFAULT;
  thread_names.set(current_thread(), "prctl", call.pc);
  set_thread_name(current_thread(), reinterpret_cast<const char*>(call.a[1]));
  return 0;
}

long get_name(const SystemCall& call) {
  if (call.a[1] == 0) return -EFAULT;
  thread_names.look(current_thread(), "prctl", call.pc);
  char name[kThreadNameBytes] = {};
  const char* text = name_of_thread(current_thread());
  memcpy(name, text, strnlen(text, kThreadNameBytes - 1));
  memcpy(reinterpret_cast<char*>(call.a[1]), name, sizeof name);
  return 0;
}

}  // namespace

long prctl_call(const SystemCall& call) {
  ThreadWords::Settings& own = own_settings();
  ProcessSettings& all = process_settings;
  switch (call.a[0]) {
    case PR_SET_NAME: return set_name(call);
    case PR_GET_NAME: return get_name(call);
    case PR_SET_DUMPABLE:
      return call.a[1] == 0 || call.a[1] == 1 ? set_for_all(all.dumpable, call.a[1], call.pc) : -EINVAL;
    case PR_GET_DUMPABLE: return get_for_all(all.dumpable, call.pc);
    case PR_SET_THP_DISABLE: return set_for_all(all.has_no_huge_pages, call.a[1] != 0, call.pc);
    case PR_GET_THP_DISABLE: return get_for_all(all.has_no_huge_pages, call.pc);
    case PR_SET_CHILD_SUBREAPER: return set_for_all(all.adopts_orphans, call.a[1] != 0, call.pc);
    case PR_GET_CHILD_SUBREAPER: return give_number(call.a[1], get_for_all(all.adopts_orphans, call.pc));
    case PR_SET_PDEATHSIG: return set_own(own.death_signal, call.a[1], NSIG - 1);
    case PR_GET_PDEATHSIG: return give_number(call.a[1], own.death_signal);
    case PR_SET_KEEPCAPS: return set_own(own.keeps_capabilities, call.a[1], 1);
    case PR_GET_KEEPCAPS: return own.keeps_capabilities;
    case PR_SET_NO_NEW_PRIVS: return call.a[1] == 1 ? set_own(own.has_no_new_privileges, 1, 1) : -EINVAL;
    case PR_GET_NO_NEW_PRIVS: return own.has_no_new_privileges;
    case PR_SET_TIMERSLACK: own.timer_slack = call.a[1] > 0 ? static_cast<uint64_t>(call.a[1]) : 0; return 0;
    case PR_GET_TIMERSLACK:
      return own.timer_slack != 0 ? static_cast<long>(own.timer_slack) : raw_syscall(SYS_prctl, PR_GET_TIMERSLACK);
    case PR_SET_PTRACER:
    case PR_SET_VMA: return 0;  // nobody can ask for it
    case PR_CAPBSET_READ: return pass_to_kernel(call.number, call.a);
    default: break;
  }
  Text text;
  text.add("prctl with option ").add_number(static_cast<uint64_t>(call.a[0]));
  report_unsupported(text.get(), call.pc);
  return 0;
}

// ---- the stack for handlers of signals, which run on the thread's own

long sigaltstack_call(const SystemCall& call) {
  uint64_t(&own)[3] = words_of(current_thread()).signal_stack;
  stack_t before = {};
  before.ss_sp = reinterpret_cast<void*>(own[0]);
  before.ss_size = own[1];
  before.ss_flags = own[1] == 0 ? SS_DISABLE : static_cast<int>(own[2]);
  if (const auto* wanted = reinterpret_cast<const stack_t*>(call.a[0])) {
    constexpr int kAutodisarm = static_cast<int>(1u << 31);
    constexpr size_t kSmallest = 2048;  // (MINSIGSTKSZ is no constant)
    const int mode = wanted->ss_flags & ~kAutodisarm;
    if (mode != 0 && mode != SS_ONSTACK && mode != SS_DISABLE) return -EINVAL;
    const bool is_on = mode != SS_DISABLE;
    if (is_on && wanted->ss_size < kSmallest) return -ENOMEM;
    own[0] = is_on ? reinterpret_cast<uint64_t>(wanted->ss_sp) : 0;
    own[1] = is_on ? wanted->ss_size : 0;
    own[2] = is_on ? static_cast<uint64_t>(wanted->ss_flags & kAutodisarm) : 0;
  }
  if (auto* old = reinterpret_cast<stack_t*>(call.a[1])) {
    heat_range(reinterpret_cast<uintptr_t>(old), sizeof *old);
    *old = before;
  }
  return 0;
}

}  // namespace mazurka::runtime
