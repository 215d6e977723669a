// Where calls of functions that are not instrumented come first. A stub for each function leaves its number in %r11 and
// jumps here. All registers that hold arguments are kept; the frame is a struct CallFrame (effects.hpp).
//
// Most functions are then jumped to: to them, the program itself is the caller. Those with effects that depend on what
// they return are called, with up to eight words of arguments that lie on the stack.
asm(R"(
.text
.globl mazurka_unseen_call
.hidden mazurka_unseen_call
.type mazurka_unseen_call, @function
mazurka_unseen_call:
  .cfi_startproc
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  sub $352, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  mov %rdi, 128(%rsp)
  mov %rsi, 136(%rsp)
  mov %rdx, 144(%rsp)
  mov %rcx, 152(%rsp)
  mov %r8, 160(%rsp)
  mov %r9, 168(%rsp)
  mov %rax, 176(%rsp)
  mov %r11, 184(%rsp)
  mov %rsp, %rdi
  call mazurka_before_unseen
  mov %rax, %r11
  mov %rdx, %r10
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  mov 128(%rsp), %rdi
  mov 136(%rsp), %rsi
  mov 144(%rsp), %rdx
  mov 152(%rsp), %rcx
  mov 160(%rsp), %r8
  mov 168(%rsp), %r9
  mov 176(%rsp), %rax
  test %r10, %r10
  jne 1f
  leave
  .cfi_remember_state
  .cfi_def_cfa %rsp, 8
  jmp *%r11
1:
  .cfi_restore_state
  pushq 72(%rbp)
  pushq 64(%rbp)
  pushq 56(%rbp)
  pushq 48(%rbp)
  pushq 40(%rbp)
  pushq 32(%rbp)
  pushq 24(%rbp)
  pushq 16(%rbp)
  call *%r11
.globl mazurka_unseen_return
.hidden mazurka_unseen_return
mazurka_unseen_return:
  add $64, %rsp
  mov %rax, 192(%rsp)
  mov %rdx, 200(%rsp)
  movups %xmm0, 208(%rsp)
  movups %xmm1, 224(%rsp)
  mov %rsp, %rdi
  call mazurka_after_unseen
  mov 192(%rsp), %rax
  mov 200(%rsp), %rdx
  movups 208(%rsp), %xmm0
  movups 224(%rsp), %xmm1
  leave
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
.size mazurka_unseen_call, . - mazurka_unseen_call
)");
