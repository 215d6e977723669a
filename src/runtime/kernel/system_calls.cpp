#include "runtime/kernel/system_calls.hpp"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <ucontext.h>

#include <optional>

#include "runtime/engine/callers.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/threads/checked_part.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/kernel/make_process.hpp"
#include "runtime/kernel/output.hpp"
#include "runtime/kernel/pass_to_kernel.hpp"
#include "runtime/kernel/process/process_calls.hpp"
#include "runtime/kernel/system_call_entry.hpp"
#include "runtime/kernel/system_call_names.hpp"
#include "runtime/kernel/system_call_table.hpp"
#include "runtime/kernel/test_failures.hpp"
#include "runtime/kernel/watchdog.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/raw_syscall.hpp"
#include "runtime/platform/seccomp_filter.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/platform/trouble.hpp"

namespace mazurka::runtime {

namespace {

char signal_stack[65536];
bool filtered = false;       // by seccomp, which child processes inherit
std::optional<long> answer;  // to kAnsweredCall, which is the next call

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

// A call of an address where there is no code: the place of the call is more telling, and the stack pointer leads
// there.
uint64_t caller_of_nowhere(uintptr_t stack_pointer, uint64_t pc) {
  uintptr_t bottom = reinterpret_cast<uintptr_t>(stack_bottom(current_thread()));
  uintptr_t top = reinterpret_cast<uintptr_t>(stack_top(current_thread()));
  if (stack_pointer < bottom || stack_pointer + 8 > top || stack_pointer % 8 != 0) return pc;
  return *reinterpret_cast<const uint64_t*>(stack_pointer) - 1;
}

// GoogleTest stops at a failure that it has not printed: a test wants to see it.
bool is_wanted_by_test() {
  Text message;
  return is_in_googletest() && !find_test_failure(message);
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
  const auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (number == kTickSignal) {
    tick(pc, static_cast<uint64_t>(registers[REG_RBP]));
    *dispatch_selector = selector;
    return;
  }
  if (number == SIGTRAP && is_checked() && is_wanted_by_test()) {
    *dispatch_selector = selector;
    return;
  }
  leave_unwinding();
  if (!is_checked())
    die("the checker crashed, which is a mistake in mazurka", name_of_signal(number), static_cast<long>(pc));
  PendingFailure failure;
  failure.kind = protocol::BugKind::kSignal;
  failure.signal = static_cast<uint32_t>(number);
  failure.address = address;
  copy_text(failure.message, sizeof failure.message, name_of_signal(number));
  if (number == SIGSEGV && is_below_stack(current_thread(), address)) {
    failure.kind = protocol::BugKind::kStackOverflow;
    copy_text(failure.message, sizeof failure.message, "stack overflow");
  }
  if (Text said; number == SIGTRAP && find_test_failure(said)) {
    failure.kind = protocol::BugKind::kAssertion;
    copy_text(failure.message, sizeof failure.message, said.get());
  }
  if (pc == address) pc = caller_of_nowhere(static_cast<uintptr_t>(registers[REG_RSP]), pc);
  capture_stack(failure, pc, static_cast<uint64_t>(registers[REG_RBP]));
  fail_thread(failure, pc);
}

SystemCall call_at(const long long* r, long number) {
  return {number,
          {static_cast<long>(r[REG_RDI]), static_cast<long>(r[REG_RSI]), static_cast<long>(r[REG_RDX]),
           static_cast<long>(r[REG_R10]), static_cast<long>(r[REG_R8]), static_cast<long>(r[REG_R9])},
          static_cast<uint64_t>(r[REG_RBP]),
          static_cast<uint64_t>(r[REG_RIP])};
}

// Standard output by a plain write: no step.
long write_output(const SystemCall& call) {
  int file = static_cast<int>(call.a[0]);
  if (is_closed_output(file)) report_unsupported("output after it was closed", call.pc);
  iovec single = {reinterpret_cast<void*>(call.a[1]), static_cast<size_t>(call.a[2])};
  if (call.number == SYS_write) return show_output(file, &single, 1);
  return show_output(file, reinterpret_cast<const iovec*>(call.a[1]), static_cast<int>(call.a[2]));
}

[[noreturn]] void end_program(long status, uintptr_t stack_pointer) {
  if (Text said; status != 0 && find_test_failure(said)) report_failure(protocol::BugKind::kAssertion, said.get(), 0);
  if (status != 0) report_failure(protocol::BugKind::kExit, "the program exits with a status other than 0", 0);
  refuse_end_in_checked_part(0);
  leave_program(stack_pointer);
}

// To the kernel, this ends one thread only, and nothing of what the C library does at a thread's end.
void refuse_end_of_thread(const SystemCall& call) {
  if (call.number == SYS_exit && at_base() && !user_threads.is_alone(current_thread()))
    report_unsupported("the end of one thread by SYS_exit", call.pc);
}

void refuse(const SystemCall& call, const char* name) {
  Text text;
  if (name == nullptr) name = name_of_system_call(call.number);
  if (name != nullptr)
    text.add(name);
  else
    text.add("system call ").add_number(static_cast<uint64_t>(call.number));
  report_unsupported(text.get(), call.pc);
}

void on_system_call(int, siginfo_t* info, void* raw_context) {
  bool allowed = *dispatch_selector == 0;
  *dispatch_selector = 0;
  auto* context = static_cast<ucontext_t*>(raw_context);
  auto* registers = context->uc_mcontext.gregs;
  SystemCall call = call_at(registers, info->si_syscall);
  // A filter does not look at the selector: the C library works for the checker's side.
  if (allowed) {
    registers[REG_RAX] = pass_to_kernel(call.number, call.a);
    return;
  }
  if (call.number == kAnsweredCall && answer) {
    registers[REG_RAX] = *answer;
    answer.reset();
    *dispatch_selector = 1;
    return;
  }
  const SystemCallRow& row = row_of(call.number);
  if (row.treatment != Treatment::kPretended) note_change();
  bool writes = call.number == SYS_write || call.number == SYS_writev;
  long result = 0;
  if (writes && is_plain_output(static_cast<int>(call.a[0]))) {
    result = write_output(call);
  } else {
    switch (mask_change_is_seen(call) ? Treatment::kPerformed : row.treatment) {
      case Treatment::kPerformed:
        perform_on_own_stack(context, call.number);
        *dispatch_selector = 1;
        return;
      case Treatment::kMakesProcess: let_process_be_made(context, call.number, filtered); return;
      case Treatment::kEndsProgram:
        refuse_end_of_thread(call);
        end_program(call.a[0], static_cast<uintptr_t>(registers[REG_RSP]));
      case Treatment::kAtOnce: result = row.handler(call); break;
      case Treatment::kPassed: result = pass_to_kernel(call.number, call.a); break;
      case Treatment::kPretended: result = row.handler != nullptr ? row.handler(call) : 0; break;
      case Treatment::kRefused: refuse(call, row.name); break;
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
  KernelAction action{reinterpret_cast<void*>(handler), SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART | kRestorer,
                      mazurka_signal_return, 0};
  raw_syscall(SYS_rt_sigaction, number, as_word(&action), 0, 8);
}

bool dispatch_system_calls() {
  if (getenv(protocol::kNoDispatchVariable) != nullptr) return false;
  long begin = as_word(mazurka_own_calls);
  long bytes = mazurka_own_calls_end - mazurka_own_calls;
  constexpr int kOn = 1;
  return raw_syscall(SYS_prctl, kSetSyscallUserDispatch, kOn, begin, bytes, as_word(dispatch_selector)) == 0;
}

}  // namespace

void answer_next_call(long result) {
  answer = result;
}

void take_over_system_calls(uint32_t watchdog_seconds) {
  stack_t stack = {};
  stack.ss_sp = signal_stack;
  stack.ss_size = sizeof signal_stack;
  raw_syscall(SYS_sigaltstack, as_word(&stack), 0);
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, kTickSignal}) handle(number, on_signal);
  handle(SIGSYS, on_system_call);
  adopt_descriptors();
  filtered = !dispatch_system_calls();
  if (filtered && !install_seccomp_filter())
    blame_machine("this machine has neither Syscall User Dispatch (Linux 5.11 or later) nor seccomp filters");
  start_watchdog(watchdog_seconds);
}

void take_over_in_child() {
  if (!filtered && !dispatch_system_calls()) blame_machine("Syscall User Dispatch does not work in a new process");
  start_watchdog();
}

void give_back_in_parent() {
  constexpr int kOff = 0;
  raw_syscall(SYS_prctl, kSetSyscallUserDispatch, kOff, 0, 0, 0);
  stop_watchdog();
}

}  // namespace mazurka::runtime
