#include "runtime/kernel/system_call_entry.hpp"

#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/kernel/system_call_table.hpp"

// As if called by the instruction that made the system call, from below its red zone of 128 bytes. The vector registers
// may be in use there (0xe7: x87, SSE, AVX, AVX-512, which take 2688 bytes); other threads will use them before this
// one goes on. The unwinder passes through here.
asm(R"(
.text
.type mazurka_system_call_entry, @function
mazurka_system_call_entry:
  .cfi_startproc
  .cfi_def_cfa rsp, 136
  .cfi_offset rip, -136
  push %rbp
  .cfi_def_cfa_offset 144
  .cfi_offset rbp, -144
  mov %rsp, %rbp
  .cfi_def_cfa_register rbp
  push %r9
  push %r8
  push %r10
  push %rdx
  push %rsi
  push %rdi
  push %rax
  mov %rsp, %rdi
  lea -2752(%rsp), %rsp
  and $-64, %rsp
  xor %eax, %eax
  mov %rax, 512(%rsp)
  mov %rax, 520(%rsp)
  mov %rax, 528(%rsp)
  mov %rax, 536(%rsp)
  mov %rax, 544(%rsp)
  mov %rax, 552(%rsp)
  mov %rax, 560(%rsp)
  mov %rax, 568(%rsp)
  mov $0xe7, %eax
  xor %edx, %edx
  xsave64 (%rsp)
  call mazurka_perform_system_call
  mov %rax, -56(%rbp)
  mov $0xe7, %eax
  xor %edx, %edx
  xrstor64 (%rsp)
  lea -56(%rbp), %rsp
  pop %rax
  pop %rdi
  pop %rsi
  pop %rdx
  pop %r10
  pop %r8
  pop %r9
  pop %rbp
  .cfi_def_cfa rsp, 136
  ret $128
  .cfi_endproc
.size mazurka_system_call_entry, . - mazurka_system_call_entry
)");
extern "C" char mazurka_system_call_entry[] __attribute__((visibility("hidden")));

extern "C" __attribute__((visibility("hidden"), used)) long mazurka_perform_system_call(
    const mazurka::runtime::SystemCall* call) {
  mazurka::runtime::note_unforeseeable();
  return mazurka::runtime::row_of(call->number).handler(*call);
}

namespace mazurka::runtime {

void perform_on_own_stack(ucontext_t* context, long number) {
  auto* registers = context->uc_mcontext.gregs;
  constexpr long long kRedZone = 128;
  registers[REG_RSP] -= kRedZone + 8;
  *reinterpret_cast<long long*>(registers[REG_RSP]) = registers[REG_RIP];
  registers[REG_RAX] = number;
  registers[REG_RIP] = reinterpret_cast<long long>(mazurka_system_call_entry);
}

}  // namespace mazurka::runtime
