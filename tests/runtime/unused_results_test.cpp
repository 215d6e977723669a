#include "runtime/engine/loops/unused_results.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string.h>

#include <initializer_list>
#include <vector>

#include "runtime/fixture.hpp"

extern "C" void code_of_the_program();
extern "C" void mazurka_stand_in___mazurka_assembly() __asm__("__mazurka_assembly");
extern "C" void mazurka_stand_in___mazurka_assembly_of_mode() __asm__("__mazurka_assembly_of_mode");

namespace mazurka::runtime {
namespace {

using Code = std::vector<uint8_t>;

class UnusedResults : public RaceTest {
 protected:
  // Behind the call. What follows the code is an instruction that is not known.
  static bool is_unused(Code code) {
    code.resize(code.size() + 64, 0xcc);
    return is_result_unused(reinterpret_cast<uint64_t>(code.data()));
  }

  // A call of a function behind the table of other files' functions.
  static bool is_lost_by_call(void (*function)(), const Code& entry = {}, uint8_t opcode = 0xe8) {
    const size_t begin = 32, slot = 56;
    Code code(128, 0xcc);
    code[0] = opcode;
    put<int32_t>(code, 1, begin - 5);
    std::copy(entry.begin(), entry.end(), code.begin() + begin);
    const size_t jump = begin + entry.size();
    code[jump] = 0xff, code[jump + 1] = 0x25;
    put<int32_t>(code, jump + 2, static_cast<int32_t>(slot - (jump + 6)));
    put(code, slot, function);
    return is_result_unused(reinterpret_cast<uint64_t>(code.data()));
  }

 private:
  template <class T>
  static void put(Code& code, size_t at, T value) {
    memcpy(&code[at], &value, sizeof value);
  }
};

TEST_F(UnusedResults, ItIsLostWhereItsRegisterIsWritten) {
  EXPECT_TRUE(is_unused({0xb8, 1, 0, 0, 0}));                             // mov $1, %eax
  EXPECT_TRUE(is_unused({0x48, 0xb8, 1, 0, 0, 0, 0, 0, 0, 0}));           // movabs $1, %rax
  EXPECT_TRUE(is_unused({0x31, 0xc0}));                                   // xor %eax, %eax
  EXPECT_TRUE(is_unused({0x48, 0x8b, 0x04, 0x24}));                       // mov (%rsp), %rax
  EXPECT_TRUE(is_unused({0x48, 0x8d, 0x05, 1, 0, 0, 0}));                 // lea 1(%rip), %rax
  EXPECT_TRUE(is_unused({0x89, 0xf8}));                                   // mov %edi, %eax
  EXPECT_TRUE(is_unused({0xc7, 0xc0, 1, 0, 0, 0}));                       // mov $1, %eax
  EXPECT_TRUE(is_unused({0x58}));                                         // pop %rax
  EXPECT_TRUE(is_unused({0x48, 0x63, 0xc7}));                             // movslq %edi, %rax
  EXPECT_TRUE(is_unused({0x48, 0x83, 0xc4, 8, 0x5b, 0xb8, 0, 0, 0, 0}));  // add $8, %rsp; pop %rbx; mov $0, %eax
}

TEST_F(UnusedResults, ItIsUsedWhereItsRegisterIsRead) {
  const Code write = {0x31, 0xc0};  // xor %eax, %eax
  for (Code read : std::initializer_list<Code>{
           {0x89, 0xc7},              // mov %eax, %edi
           {0x89, 0x45, 0xfc},        // mov %eax, -4(%rbp)
           {0x48, 0x89, 0x04, 0x24},  // mov %rax, (%rsp)
           {0x50},                    // push %rax
           {0x85, 0xc0},              // test %eax, %eax
           {0x39, 0xc7},              // cmp %eax, %edi
           {0x3b, 0x05, 1, 0, 0, 0},  // cmp 1(%rip), %eax
           {0x83, 0xf8, 5},           // cmp $5, %eax
           {0x83, 0xc0, 1},           // add $1, %eax
           {0x81, 0xf8, 0, 1, 0, 0},  // cmp $256, %eax
           {0x31, 0xc7},              // xor %eax, %edi
           {0x8b, 0x08},              // mov (%rax), %ecx
           {0x8b, 0x0c, 0x81},        // mov (%rcx,%rax,4), %ecx
           {0x8b, 0x0c, 0x88},        // mov (%rax,%rcx,4), %ecx
           {0x8b, 0x00},              // mov (%rax), %eax
           {0x48, 0x8d, 0x48, 1},     // lea 1(%rax), %rcx
           {0xc7, 0x00, 0, 0, 0, 0},  // movl $0, (%rax)
           {0x48, 0x63, 0xf8},        // movslq %eax, %rdi
       }) {
    read.insert(read.end(), write.begin(), write.end());
    EXPECT_FALSE(is_unused(read)) << std::hex << int{read[0]};
  }
}

TEST_F(UnusedResults, WhatIsNotKnownMayUseIt) {
  for (const Code& other : std::initializer_list<Code>{
           {0xc3},                                       // ret
           {0xc9, 0x31, 0xc0},                           // leave
           {0x88, 0x07, 0x31, 0xc0},                     // mov %al, (%rdi)
           {0xb0, 1, 0x31, 0xc0},                        // mov $1, %al
           {0x66, 0xb8, 1, 0, 0x31, 0xc0},               // mov $1, %ax
           {0x66, 0x89, 0xf8, 0x31, 0xc0},               // mov %di, %ax
           {0x49, 0x90, 0x31, 0xc0},                     // xchg %rax, %r8
           {0x3d, 1, 0, 0, 0, 0x31, 0xc0},               // cmp $1, %eax
           {0x48, 0x98, 0x31, 0xc0},                     // cltq
           {0x0f, 0x44, 0xc7, 0x31, 0xc0},               // cmove %edi, %eax
           {0x0f, 0x94, 0xc0, 0x31, 0xc0},               // sete %al
           {0xff, 0xe0},                                 // jmp *%rax
           {0xff, 0xd0, 0x31, 0xc0},                     // call *%rax
           {0xff, 0x15, 0, 0, 0, 0, 0x31, 0xc0},         // call *(%rip)
           {0xf0, 0x0f, 0xc1, 0x07, 0x31, 0xc0},         // lock xadd %eax, (%rdi)
           {0x64, 0x48, 0x8b, 0x04, 0x25, 40, 0, 0, 0},  // mov %fs:40, %rax: it would be lost there
           {0x0f, 0x05, 0x31, 0xc0},                     // syscall
           {0x68, 1, 0, 0, 0, 0x31, 0xc0},               // push $1: as before inline assembly
       })
    EXPECT_FALSE(is_unused(other)) << std::hex << int{other[0]} << " " << int{other[1]};
}

TEST_F(UnusedResults, OtherRegistersDoNotMatter) {
  for (Code other : std::initializer_list<Code>{
           {0x90},                                         // nop
           {0x66, 0x90},                                   // xchg %ax, %ax
           {0x0f, 0x1f, 0x00},                             // nopl (%rax)
           {0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},  // nopw %cs:0(%rax,%rax,1)
           {0x41, 0x8b, 0x08},                             // mov (%r8), %ecx
           {0x42, 0x8b, 0x0c, 0x01},                       // mov (%rcx,%r8), %ecx
           {0x44, 0x89, 0x07},                             // mov %r8d, (%rdi)
           {0x8b, 0x0c, 0x25, 0, 0, 0, 0},                 // mov 0, %ecx
           {0xc7, 0x45, 0xfc, 1, 0, 0, 0},                 // movl $1, -4(%rbp)
           {0x81, 0x7d, 0xfc, 0, 1, 0, 0},                 // cmpl $256, -4(%rbp)
           {0x41, 0xb8, 1, 0, 0, 0},                       // mov $1, %r8d
           {0x41, 0x50},                                   // push %r8
       }) {
    EXPECT_FALSE(is_unused(other)) << std::hex << int{other[0]};
    other.insert(other.end(), {0x31, 0xc0});
    EXPECT_TRUE(is_unused(other)) << std::hex << int{other[0]};
  }
}

TEST_F(UnusedResults, BothWaysOfAJumpCount) {
  EXPECT_TRUE(is_unused({0x74, 2, 0x31, 0xc0, 0x31, 0xc0}));   // je: xor, xor
  EXPECT_FALSE(is_unused({0x74, 2, 0x31, 0xc0, 0x89, 0xc7}));  // je to mov %eax, %edi
  EXPECT_FALSE(is_unused({0x74, 2, 0x89, 0xc7, 0x31, 0xc0}));  // je over it
  EXPECT_FALSE(is_unused({0x0f, 0x84, 2, 0, 0, 0, 0x31, 0xc0, 0x89, 0xc7}));
  EXPECT_TRUE(is_unused({0xeb, 2, 0x89, 0xc7, 0x31, 0xc0}));  // jmp over it
  EXPECT_TRUE(is_unused({0xe9, 2, 0, 0, 0, 0x89, 0xc7, 0x31, 0xc0}));
  EXPECT_FALSE(is_unused({0xeb, 0xfe}));  // for ever
}

TEST_F(UnusedResults, ACallOfAnotherFileLosesIt) {
  auto* of_library = reinterpret_cast<void (*)()>(dlsym(dlopen("libm.so.6", RTLD_NOW), "cbrt"));
  ASSERT_NE(of_library, nullptr);
  EXPECT_TRUE(is_lost_by_call(of_library));
  EXPECT_TRUE(is_lost_by_call(of_library, {0xf3, 0x0f, 0x1e, 0xfa, 0xf2}));  // endbr64; bnd
  EXPECT_TRUE(is_lost_by_call(of_library, {}, 0xe9));                        // jmp
  EXPECT_FALSE(is_lost_by_call(code_of_the_program, {}, 0xe9));
  EXPECT_FALSE(is_lost_by_call(code_of_the_program));
  EXPECT_FALSE(is_lost_by_call(mazurka_stand_in___mazurka_assembly));
  EXPECT_FALSE(is_lost_by_call(mazurka_stand_in___mazurka_assembly_of_mode));
  EXPECT_FALSE(is_unused({0xe8, 1, 0, 0, 0, 0xcc, 0x55}));  // of the program's own file
}

}  // namespace
}  // namespace mazurka::runtime
