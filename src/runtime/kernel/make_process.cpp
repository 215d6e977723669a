#include "runtime/kernel/make_process.hpp"

#include <linux/sched.h>
#include <sched.h>
#include <sys/syscall.h>

#include "runtime/engine/native_program.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/platform/system_calls_allowed.hpp"

extern "C" {
__attribute__((visibility("hidden"))) volatile unsigned char* mazurka_selector = nullptr;
__attribute__((visibility("hidden"))) uint64_t mazurka_behind_call = 0;
extern char mazurka_make_process[] __attribute__((visibility("hidden")));
}

// Only registers that a system call changes anyway are used; the stack may be the new process's.
asm(R"(
.text
mazurka_make_process:
  syscall
  mov mazurka_selector(%rip), %rcx
  movb $1, (%rcx)
  jmp *mazurka_behind_call(%rip)
)");

namespace mazurka::runtime {

void let_process_be_made(ucontext_t* context, long number, bool filtered) {
  auto* registers = context->uc_mcontext.gregs;
  uint64_t pc = static_cast<uint64_t>(registers[REG_RIP]);
  need(protocol::kProcesses, number == SYS_vfork ? "vfork" : "making a process", pc);
  if (filtered) report_unsupported("making a process without Syscall User Dispatch", pc);
  uint64_t flags = number == SYS_clone3 ? reinterpret_cast<const clone_args*>(registers[REG_RDI])->flags
                                        : static_cast<uint64_t>(registers[REG_RDI]);
  // A copy of this process would go on exploring.
  if ((flags & CLONE_VFORK) == 0 || (flags & CLONE_THREAD) != 0) report_unsupported("fork", pc);
  mazurka_selector = dispatch_selector;
  mazurka_behind_call = pc;
  registers[REG_RAX] = number;
  registers[REG_RIP] = reinterpret_cast<long long>(mazurka_make_process);
}

}  // namespace mazurka::runtime
