#include "runtime/platform/raw_syscall.hpp"

// Returning from a signal handler is a system call too: it must come from code that the dispatch leaves alone. The
// unwinder knows signal frames by these very instructions, if the byte before them belongs to no function. The kernel
// looks at the address behind a system call: hence the last instruction.
asm(R"(
.text
.globl mazurka_own_calls
.hidden mazurka_own_calls
mazurka_own_calls:
.globl mazurka_raw_syscall
.hidden mazurka_raw_syscall
.type mazurka_raw_syscall, @function
mazurka_raw_syscall:
  .cfi_startproc
  mov %rdi, %rax
  mov %rsi, %rdi
  mov %rdx, %rsi
  mov %rcx, %rdx
  mov %r8, %r10
  mov %r9, %r8
  mov 8(%rsp), %r9
  syscall
  ret
  .cfi_endproc
.size mazurka_raw_syscall, . - mazurka_raw_syscall
  nop
.globl mazurka_signal_return
.hidden mazurka_signal_return
mazurka_signal_return:
  mov $15, %rax
  syscall
  nop
.globl mazurka_own_calls_end
.hidden mazurka_own_calls_end
mazurka_own_calls_end:
)");
