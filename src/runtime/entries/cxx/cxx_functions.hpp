// Functions of the C++ library in its own code, whose accesses nobody sees: they are told of before they go on.
//
// They have arguments and results of all kinds. Each is entered by a few instructions that keep the registers, call
// ours, and jump to the C++ library's.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// As the entry leaves them on the stack.
struct CxxArguments {
  unsigned char vector[16];
  void* fifth;
  void* fourth;
  void* third;
  void* second;
  void* object;  // the first: a stream, a string
  uint64_t pc;   // where it was called
};

struct CxxFunction {
  void* real;  // once it was looked up
  const char* name;
  void (*use)(const CxxArguments& arguments);  // while the program is checked
};

}  // namespace mazurka::runtime

extern "C" __attribute__((visibility("hidden"))) void mazurka_enter_cxx(const mazurka::runtime::CxxArguments* arguments,
                                                                        mazurka::runtime::CxxFunction* function);

#define CXX_FUNCTION(use, name)                                                                      \
  extern "C" __attribute__((visibility("hidden"))) mazurka::runtime::CxxFunction mazurka_cxx_##name; \
  mazurka::runtime::CxxFunction mazurka_cxx_##name = {nullptr, #name, use};                          \
  asm(".text\n"                                                                                      \
      ".globl " #name                                                                                \
      "\n"                                                                                           \
      ".type " #name ", @function\n" #name                                                           \
      ":\n"                                                                                          \
      ".cfi_startproc\n"                                                                             \
      "push %rdi\n.cfi_adjust_cfa_offset 8\n"                                                        \
      "push %rsi\n.cfi_adjust_cfa_offset 8\n"                                                        \
      "push %rdx\n.cfi_adjust_cfa_offset 8\n"                                                        \
      "push %rcx\n.cfi_adjust_cfa_offset 8\n"                                                        \
      "push %r8\n.cfi_adjust_cfa_offset 8\n"                                                         \
      "sub $16, %rsp\n.cfi_adjust_cfa_offset 16\n"                                                   \
      "movups %xmm0, (%rsp)\n"                                                                       \
      "mov %rsp, %rdi\n"                                                                             \
      "lea mazurka_cxx_" #name                                                                       \
      "(%rip), %rsi\n"                                                                               \
      "call mazurka_enter_cxx\n"                                                                     \
      "movups (%rsp), %xmm0\n"                                                                       \
      "add $16, %rsp\n.cfi_adjust_cfa_offset -16\n"                                                  \
      "pop %r8\n.cfi_adjust_cfa_offset -8\n"                                                         \
      "pop %rcx\n.cfi_adjust_cfa_offset -8\n"                                                        \
      "pop %rdx\n.cfi_adjust_cfa_offset -8\n"                                                        \
      "pop %rsi\n.cfi_adjust_cfa_offset -8\n"                                                        \
      "pop %rdi\n.cfi_adjust_cfa_offset -8\n"                                                        \
      "jmp *mazurka_cxx_" #name                                                                      \
      "(%rip)\n"                                                                                     \
      ".cfi_endproc\n"                                                                               \
      ".size " #name ", . - " #name "\n");
