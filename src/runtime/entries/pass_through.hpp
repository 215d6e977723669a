// The other way to stand in for a function: only to see it being called, by code that knows nothing of its type.
//
//   MAZURKA_PASS_THROUGH(use_stream, _ZNSolsEi)
//
// Functions of the C++ library have arguments and results of all kinds, and nobody sees the accesses of its code. Each
// is entered by a few instructions that keep the registers, call `use` with the first arguments, and jump to the real
// one: to that one, the program itself is the caller. As MAZURKA_STAND_IN (platform/stand_in.hpp), it exports the name.
//
// `use` is called on the user thread's side, once there are threads; that of MAZURKA_PASS_THROUGH_ALWAYS before, too.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// As the entry leaves them on the stack.
struct PassedArguments {
  unsigned char vector[16];
  void* fifth;
  void* fourth;
  void* third;
  void* second;
  void* object;  // the first: a stream, a string
  uint64_t pc;   // where it was called
};

struct PassedFunction {
  void* real;  // once it was looked up
  const char* name;
  void (*use)(const PassedArguments& arguments);
  bool always;  // and not only once there are threads
};

}  // namespace mazurka::runtime

extern "C" __attribute__((visibility("hidden"))) void mazurka_before_passing(
    const mazurka::runtime::PassedArguments* arguments, mazurka::runtime::PassedFunction* function);

#define MAZURKA_PASS_THROUGH(use, name) MAZURKA_PASS_THROUGH_WHEN(use, name, false)
#define MAZURKA_PASS_THROUGH_ALWAYS(use, name) MAZURKA_PASS_THROUGH_WHEN(use, name, true)
#define MAZURKA_PASS_THROUGH_WHEN(use, name, always) MAZURKA_PASS_ENTRY(use, name, always, #name, ".globl ")
// Not exported, since our own C++ library has this function, too: a slot of the program is made to lead to
// mazurka_way_to_<name>.
#define MAZURKA_PASS_FROM_SLOT(use, name)                                              \
  extern "C" __attribute__((visibility("hidden"))) const char mazurka_way_to_##name[]; \
  MAZURKA_PASS_ENTRY(use, name, false, "mazurka_way_to_" #name, ".hidden mazurka_way_to_" #name "\n.globl ")
#define MAZURKA_PASS_ENTRY(use, name, always, symbol, scope)                                               \
  extern "C" __attribute__((visibility("hidden"))) mazurka::runtime::PassedFunction mazurka_passed_##name; \
  mazurka::runtime::PassedFunction mazurka_passed_##name = {nullptr, #name, use, always};                  \
  asm(".text\n" scope symbol                                                                               \
      "\n"                                                                                                 \
      ".type " symbol ", @function\n" symbol                                                               \
      ":\n"                                                                                                \
      ".cfi_startproc\n"                                                                                   \
      "push %rdi\n.cfi_adjust_cfa_offset 8\n"                                                              \
      "push %rsi\n.cfi_adjust_cfa_offset 8\n"                                                              \
      "push %rdx\n.cfi_adjust_cfa_offset 8\n"                                                              \
      "push %rcx\n.cfi_adjust_cfa_offset 8\n"                                                              \
      "push %r8\n.cfi_adjust_cfa_offset 8\n"                                                               \
      "sub $16, %rsp\n.cfi_adjust_cfa_offset 16\n"                                                         \
      "movups %xmm0, (%rsp)\n"                                                                             \
      "mov %rsp, %rdi\n"                                                                                   \
      "lea mazurka_passed_" #name                                                                          \
      "(%rip), %rsi\n"                                                                                     \
      "call mazurka_before_passing\n"                                                                      \
      "movups (%rsp), %xmm0\n"                                                                             \
      "add $16, %rsp\n.cfi_adjust_cfa_offset -16\n"                                                        \
      "pop %r8\n.cfi_adjust_cfa_offset -8\n"                                                               \
      "pop %rcx\n.cfi_adjust_cfa_offset -8\n"                                                              \
      "pop %rdx\n.cfi_adjust_cfa_offset -8\n"                                                              \
      "pop %rsi\n.cfi_adjust_cfa_offset -8\n"                                                              \
      "pop %rdi\n.cfi_adjust_cfa_offset -8\n"                                                              \
      "jmp *mazurka_passed_" #name                                                                         \
      "(%rip)\n"                                                                                           \
      ".cfi_endproc\n"                                                                                     \
      ".size " symbol ", . - " symbol "\n");
