#include "runtime/kernel/system_calls.hpp"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <ucontext.h>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/spin_loops.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/kernel_calls.hpp"
#include "runtime/kernel/make_process.hpp"
#include "runtime/kernel/outside.hpp"
#include "runtime/kernel/signals.hpp"
#include "runtime/kernel/system_call_entry.hpp"
#include "runtime/kernel/system_call_names.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/seccomp_filter.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/platform/trouble.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/shared_memory.hpp"

// Returning from a signal handler is a system call too: it must come from code that the dispatch leaves alone. The
// unwinder knows signal frames by these very instructions.
asm(R"(
.text
.globl mazurka_signal_return
.hidden mazurka_signal_return
mazurka_signal_return:
  mov $15, %rax
  syscall
.globl mazurka_signal_return_end
.hidden mazurka_signal_return_end
mazurka_signal_return_end:
  nop
)");
extern "C" char mazurka_signal_return[], mazurka_signal_return_end[];

namespace mazurka::runtime {

namespace {

constexpr uint32_t kTicksPerSecond = 4, kPatienceBeforeBase = 12;
constexpr size_t kMostOutputShown = size_t{16} << 20;
char signal_stack[65536];
bool filtered = false;  // by seccomp, which child processes inherit
bool output_is_shown = false;
size_t output_shown = 0;  // bytes
uint64_t last_steps = 0;
uint32_t idle_ticks = 0;
uint32_t patience = 0;  // ticks
long process_id = 0;

const char* name_of_signal(int number) {
  switch (number) {
    case SIGSEGV: return "SIGSEGV: invalid memory access";
    case SIGBUS: return "SIGBUS: invalid memory access";
    case SIGFPE: return "SIGFPE: arithmetic error";
    case SIGILL: return "SIGILL: illegal instruction";
    case SIGABRT: return "SIGABRT: aborted";
    case SIGTRAP: return "SIGTRAP: trap";
    default: return "signal";
  }
}

// Sent by the program to itself.
const char* name_of_raised(int number) {
  switch (number) {
    case SIGSEGV: return "SIGSEGV was raised";
    case SIGBUS: return "SIGBUS was raised";
    case SIGFPE: return "SIGFPE was raised";
    case SIGILL: return "SIGILL was raised";
    default: return "SIGTRAP was raised";
  }
}

bool in_guard_page(uintptr_t address) {
  uintptr_t bottom = reinterpret_cast<uintptr_t>(stack_bottom(current_thread()));
  return address >= bottom && address < bottom + kPage;
}

// A call of an address where there is no code: the place of the call is more telling, and the stack pointer leads
// there.
uint64_t caller_of_nowhere(uintptr_t stack_pointer, uint64_t pc) {
  uintptr_t bottom = reinterpret_cast<uintptr_t>(stack_bottom(current_thread())) + kPage;
  uintptr_t top = reinterpret_cast<uintptr_t>(stack_top(current_thread()));
  if (stack_pointer < bottom || stack_pointer + 8 > top || stack_pointer % 8 != 0) return pc;
  return *reinterpret_cast<const uint64_t*>(stack_pointer) - 1;
}

void on_signal(int number, siginfo_t* info, void* context) {
  unsigned char selector = *dispatch_selector;
  *dispatch_selector = 0;
  uintptr_t address = reinterpret_cast<uintptr_t>(info->si_addr);
  if (number == SIGSEGV && info->si_code == SEGV_ACCERR && heat_page(address)) {
    *dispatch_selector = selector;
    return;
  }
  uint64_t pc = static_cast<uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (number == SIGVTALRM) {
    bool stuck = is_checked() && steps_done() == last_steps;
    idle_ticks = stuck ? idle_ticks + 1 : 0;
    last_steps = steps_done();
    computes_for_long = explores_plain && idle_ticks > patience / 5;
    // What main does before its first thread is done only once, and may be much.
    if (idle_ticks < (at_base() ? patience : patience * kPatienceBeforeBase)) {
      *dispatch_selector = selector;
      return;
    }
    idle_ticks = 0;
    report_failure(protocol::BugKind::kEndlessLoop,
                   "a thread computes without end: no visible operation for longer than --watchdog allows", pc);
  }
  leave_unwinding();
  if (!is_checked()) die("the checker crashed", name_of_signal(number), static_cast<long>(pc));
  PendingFailure failure;
  failure.kind = protocol::BugKind::kSignal;
  failure.signal = static_cast<uint32_t>(number);
  failure.address = address;
  copy_text(failure.message, sizeof failure.message, name_of_signal(number));
  if (number == SIGSEGV && in_guard_page(address)) {
    failure.kind = protocol::BugKind::kStackOverflow;
    copy_text(failure.message, sizeof failure.message, "stack overflow");
  }
  const auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (pc == address) pc = caller_of_nowhere(static_cast<uintptr_t>(registers[REG_RSP]), pc);
  capture_stack(failure, pc, static_cast<uint64_t>(registers[REG_RBP]));
  fail_thread(failure, pc);
}

long pass_on(const long long* r, long number) {
  long a[6] = {static_cast<long>(r[REG_RDI]), static_cast<long>(r[REG_RSI]), static_cast<long>(r[REG_RDX]),
               static_cast<long>(r[REG_R10]), static_cast<long>(r[REG_R8]),  static_cast<long>(r[REG_R9])};
  return pass_to_kernel(number, a);
}

// Standard output by a plain write: no step.
long write_output(const long long* registers, long number) {
  int file = static_cast<int>(registers[REG_RDI]);
  if (is_closed_output(file))
    report_unsupported("output after it was closed", static_cast<uint64_t>(registers[REG_RIP]));
  iovec single = {reinterpret_cast<void*>(registers[REG_RSI]), static_cast<size_t>(registers[REG_RDX])};
  if (number == SYS_write) return show_output(file, &single, 1);
  return show_output(file, reinterpret_cast<const iovec*>(registers[REG_RSI]), static_cast<int>(registers[REG_RDX]));
}

enum class Treatment { kPass, kUnsupported, kPretend };

Treatment treatment_of(long number) {
  switch (number) {
    case SYS_getppid:
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_uname:
    case SYS_sysinfo:
    case SYS_getrlimit:
    case SYS_getrusage:
    case SYS_sched_getaffinity:
    case SYS_sched_get_priority_max:  // for attributes of mutexes
    case SYS_sched_get_priority_min:
    case SYS_arch_prctl: return Treatment::kPass;
    case SYS_sched_yield:
    case SYS_nanosleep:
    case SYS_clock_nanosleep: return Treatment::kPretend;
    default: return Treatment::kUnsupported;
  }
}

void on_system_call(int, siginfo_t* info, void* context) {
  bool allowed = *dispatch_selector == 0;
  *dispatch_selector = 0;
  auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  long number = info->si_syscall;
  // A filter does not look at the selector: the C library works for the checker's side.
  if (allowed) {
    registers[REG_RAX] = pass_on(registers, number);
    return;
  }
  if (number != SYS_sched_yield && number != SYS_nanosleep && number != SYS_clock_nanosleep) note_change();
  long first = static_cast<long>(registers[REG_RDI]);
  long result = 0;
  bool writes = number == SYS_write || number == SYS_writev;
  if (writes && is_plain_output(static_cast<int>(first))) {
    registers[REG_RAX] = write_output(registers, number);
    *dispatch_selector = 1;
    return;
  }
  if (is_kernel_call(number)) {
    perform_on_own_stack(static_cast<ucontext_t*>(context), number);
    *dispatch_selector = 1;
    return;
  }
  switch (number) {
    case SYS_clone:
    case SYS_clone3: let_process_be_made(static_cast<ucontext_t*>(context), number); return;
    // The same in every execution, also if each has a process of its own.
    case SYS_getpid: result = process_id; break;
    case SYS_gettid: result = process_id + current_thread(); break;
    case SYS_prlimit64:
      if (registers[REG_RDX] != 0 && at_base())
        report_unsupported("changing a limit of the process", static_cast<uint64_t>(registers[REG_RIP]));
      result = pass_on(registers, number);
      break;
    case SYS_wait4:
    case SYS_waitid:
      need(protocol::kProcesses, "waiting for a process", static_cast<uint64_t>(registers[REG_RIP]));
      result = pass_on(registers, number);
      break;
    case SYS_exit_group:
    case SYS_exit:
      if (first != 0) report_failure(protocol::BugKind::kExit, "the program exits with a status other than 0", 0);
      leave_program(static_cast<uintptr_t>(registers[REG_RSP]));
    // The handlers, their stack and the mask are ours: a program that crashes is reported whatever it wanted to do
    // then.
    case SYS_rt_sigaction: {
      auto* old = reinterpret_cast<SignalAction*>(registers[REG_RDX]);
      if (old != nullptr) heat_range(reinterpret_cast<uintptr_t>(old), sizeof *old);
      exchange_action(static_cast<int>(first), reinterpret_cast<const SignalAction*>(registers[REG_RSI]), old);
      break;
    }
    case SYS_sigaltstack: break;
    case SYS_rt_sigprocmask: {
      auto* old_mask = reinterpret_cast<uint64_t*>(registers[REG_RDX]);
      if (old_mask != nullptr) heat_range(reinterpret_cast<uintptr_t>(old_mask), sizeof *old_mask);
      exchange_mask(static_cast<int>(first), reinterpret_cast<const uint64_t*>(registers[REG_RSI]), old_mask);
      break;
    }
    case SYS_futex: {
      long operation = static_cast<long>(registers[REG_RSI]) & 0x7f;
      bool wakes = operation == 1 || operation == 10;
      if (!wakes) report_unsupported("futex", static_cast<uint64_t>(registers[REG_RIP]));
      break;
    }
    case SYS_tgkill:
    case SYS_tkill:
    case SYS_kill: {
      long which = static_cast<long>(number == SYS_tgkill ? registers[REG_RDX] : registers[REG_RSI]);
      if (which == SIGABRT) report_failure(protocol::BugKind::kAbort, "abort() was called", 0);
      for (int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
        if (which == fatal) report_failure(protocol::BugKind::kSignal, name_of_raised(fatal), 0);
      report_unsupported("sending a signal", 0);
      break;
    }
    default:
      switch (treatment_of(number)) {
        case Treatment::kPass: result = pass_on(registers, number); break;
        case Treatment::kPretend: break;
        case Treatment::kUnsupported: {
          const char* name = name_of_system_call(number);
          Text text;
          if (name != nullptr)
            text.add(name);
          else
            text.add("system call ").add_number(static_cast<uint64_t>(number));
          report_unsupported(text.get(), static_cast<uint64_t>(registers[REG_RIP]));
        }
      }
  }
  registers[REG_RAX] = result;
  *dispatch_selector = 1;
}

struct KernelAction {
  void* handler;
  unsigned long flags;
  void* restorer;
  unsigned long mask;
};
constexpr unsigned long kRestorer = 0x04000000;
constexpr int kSetSyscallUserDispatch = 59;

void handle(int number, void (*handler)(int, siginfo_t*, void*)) {
  KernelAction action{reinterpret_cast<void*>(handler), SA_SIGINFO | SA_ONSTACK | SA_NODEFER | kRestorer,
                      mazurka_signal_return, 0};
  raw_syscall(SYS_rt_sigaction, number, as_word(&action), 0, 8);
}

bool dispatch_system_calls() {
  if (getenv(protocol::kNoDispatchVariable) != nullptr) return false;
  long begin = as_word(mazurka_signal_return);
  long bytes = mazurka_signal_return_end - mazurka_signal_return + 1;
  constexpr int kOn = 1;
  return raw_syscall(SYS_prctl, kSetSyscallUserDispatch, kOn, begin, bytes, as_word(dispatch_selector)) == 0;
}

void start_watchdog() {
  itimerval timer = {{0, 1'000'000 / kTicksPerSecond}, {0, 1'000'000 / kTicksPerSecond}};
  raw_syscall(SYS_setitimer, ITIMER_VIRTUAL, as_word(&timer), 0);
}

}  // namespace

void take_over_system_calls(bool show_output, uint32_t watchdog_seconds) {
  output_is_shown = show_output;
  patience = watchdog_seconds * kTicksPerSecond;
  stack_t stack = {};
  stack.ss_sp = signal_stack;
  stack.ss_size = sizeof signal_stack;
  raw_syscall(SYS_sigaltstack, as_word(&stack), 0);
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGVTALRM}) handle(number, on_signal);
  handle(SIGSYS, on_system_call);
  adopt_descriptors();
  process_id = raw_syscall(SYS_getpid);
  filtered = !dispatch_system_calls();
  if (filtered && !install_seccomp_filter())
    die("this machine has neither Syscall User Dispatch (Linux 5.11 or later) nor seccomp filters");
  start_watchdog();
}

bool is_filtered() {
  return filtered;
}

void take_over_in_child() {
  if (!filtered && !dispatch_system_calls()) die("Syscall User Dispatch does not work in a new process");
  start_watchdog();
}

void give_back_in_parent() {
  constexpr int kOff = 0;
  raw_syscall(SYS_prctl, kSetSyscallUserDispatch, kOff, 0, 0, 0);
  itimerval never = {};
  raw_syscall(SYS_setitimer, ITIMER_VIRTUAL, as_word(&never), 0);
}

// The kernel does not take our page faults: pages that it wants to write to are made hot.
long pass_to_kernel(long number, const long (&a)[6]) {
  for (int attempt = 0;; attempt++) {
    long result = raw_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (result != -EFAULT || attempt == 8) return result;
    bool any = false;
    for (long word : a)
      for (uintptr_t page = 0; page < 2; page++) any |= heat_page(static_cast<uintptr_t>(word) + page * kPage);
    if (!any) return result;
  }
}

// Seen on replay only; a program that floods its output is cut short.
long show_output(int file, const iovec* pieces, int count) {
  long bytes = 0;
  for (int k = 0; k < count; k++) bytes += static_cast<long>(pieces[k].iov_len);
  if (!output_is_shown || output_shown > kMostOutputShown) return bytes;
  SystemCallsAllowed allowed;
  long result = raw_syscall(SYS_writev, file, as_word(pieces), count);
  if (result > 0) output_shown += static_cast<size_t>(result);
  constexpr const char* kNote = "\nmazurka: more output is not shown\n";
  if (output_shown > kMostOutputShown) raw_syscall(SYS_write, 2, as_word(kNote), static_cast<long>(strlen(kNote)));
  return result;
}

}  // namespace mazurka::runtime
