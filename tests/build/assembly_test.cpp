// What the assembler's filter understands of inline assembly.
#include <gtest/gtest.h>

#include <string>

#include "build/assembly/filter.hpp"
#include "build/assembly/instructions.hpp"

namespace mazurka {
namespace {

using protocol::AssemblyKind;
using What = Meaning::What;

struct Case {
  const char* statement;
  AssemblyKind kind;
  uint32_t bytes;
  const char* address;
};

TEST(Instructions, TellWhatTheyDoToMemory) {
  const Case cases[] = {
      {"lock xaddl %eax, (%rdi)", AssemblyKind::kUpdate, 4, "(%rdi)"},
      {"lock incq counter(%rip)", AssemblyKind::kUpdate, 8, "counter(%rip)"},
      {"lock cmpxchg %edx, 8(%rdi,%rcx,4)", AssemblyKind::kCas, 4, "8(%rdi,%rcx,4)"},
      {"lock cmpxchg16b (%rsi)", AssemblyKind::kCas, 16, "(%rsi)"},
      {"xchgb %al, flag", AssemblyKind::kUpdate, 1, "flag"},
      {"xchg (%rdi), %r8w", AssemblyKind::kUpdate, 2, "(%rdi)"},
      {"movl (%rdi), %eax", AssemblyKind::kLoad, 4, "(%rdi)"},
      {"movq $0, 8(%rdi)", AssemblyKind::kStore, 8, "8(%rdi)"},
      {"movzbl (%rdi), %eax", AssemblyKind::kLoad, 1, "(%rdi)"},
      {"movslq (%rdi), %rax", AssemblyKind::kLoad, 4, "(%rdi)"},
      {"addq (%rdi), %rax", AssemblyKind::kLoad, 8, "(%rdi)"},
      {"cmpl $0, (%rdi)", AssemblyKind::kLoad, 4, "(%rdi)"},
      {"addl $1, (%rdi)", AssemblyKind::kPlainUpdate, 4, "(%rdi)"},
      {"sete (%rdi)", AssemblyKind::kStore, 1, "(%rdi)"},
      {"movdqu (%rsi), %xmm1", AssemblyKind::kPlainRead, 16, "(%rsi)"},
      {"vmovntdq %ymm2, 32(%rdi)", AssemblyKind::kPlainWrite, 32, "32(%rdi)"},
      {"vpmovdb %zmm2, 32(%rdi)", AssemblyKind::kPlainWrite, 16, "32(%rdi)"},
      {"vpmovusqb %ymm2, (%rdi)", AssemblyKind::kPlainWrite, 4, "(%rdi)"},
      {"movsd %xmm0, (%rdi)", AssemblyKind::kPlainWrite, 8, "(%rdi)"},
      {"stmxcsr (%rdi)", AssemblyKind::kStoreMode, 4, "(%rdi)"},
      {"fnstsw (%rdi)", AssemblyKind::kStoreMode, 2, "(%rdi)"},
      {"fnstsw %ax", AssemblyKind::kStoreMode, 0, ""},
      {"rep movsb", AssemblyKind::kStringMove, 1, ""},
      {"rep stosq", AssemblyKind::kStringStore, 8, ""},
      {"call *8(%rax)", AssemblyKind::kLoad, 8, "8(%rax)"},
      {"mfence", AssemblyKind::kFence, 5, ""},
      {"syscall", AssemblyKind::kSystemCall, 0, ""},
      {"lock addl $0, -4(%rsp)", AssemblyKind::kFence, 5, ""},
  };
  for (const Case& one : cases) {
    const Meaning meaning = meaning_of(one.statement, Syntax::kAtt);
    EXPECT_EQ(meaning.what, What::kTold) << one.statement;
    EXPECT_EQ(meaning.code.kind, one.kind) << one.statement;
    EXPECT_EQ(meaning.code.bytes, one.bytes) << one.statement;
    EXPECT_EQ(meaning.address, one.address) << one.statement;
  }
}

TEST(Instructions, ThoseWithoutMemoryAreHarmless) {
  for (const char* statement :
       {"", "pause", "rep nop", "nopw 0x0(%rax,%rax,1)", "addl $1, %eax", "leaq 8(%rdi), %rax", "prefetcht0 (%rdi)",
        "call *%rax", "jmp *%r11", "cpuid", "endbr64", "jmp 1b", "call f", "pushq %rax", "movq x@GOTPCREL(%rip), %rax",
        "bswap %eax", "fstp %st(0)", "popcntl %eax, %eax"})
    EXPECT_EQ(meaning_of(statement, Syntax::kAtt).what, What::kHarmless) << statement;
  for (const char* statement : {"mov eax, ebx", "pause", "add rax, 5", "jne 1f"})
    EXPECT_EQ(meaning_of(statement, Syntax::kIntel).what, What::kHarmless) << statement;
}

TEST(Instructions, WhatIsNotUnderstoodIsSaidToBe) {
  for (const char* statement : {"fildq (%rdi)", "int $0x80", "{vex} vmovdqa (%rdi), %ymm0", "repne scasb", "xbegin 1f",
                                "vpgatherdd %ymm1, (%rdi,%ymm2,4), %ymm3", "btl %eax, (%rdi)", "movl \\from, %eax",
                                "movl %gs:(%rdi), %eax", "fxsave (%rdi)", "xsave64 (%rdi)", "movdir64b (%rdx), %rax",
                                "clzero", "sttilecfg (%rdi)", "aesenc128kl (%rdi), %xmm0", "encodekey128 %eax, %eax",
                                "add $1, (%rdi)", "rdpid %rax", "lock frobnicate (%rdi)"})
    EXPECT_EQ(meaning_of(statement, Syntax::kAtt).what, What::kUnseen) << statement;
  for (const char* statement : {"mov eax, [rdi]", "mov eax, counter", "lock inc dword ptr [rdi]", "stosb"})
    EXPECT_EQ(meaning_of(statement, Syntax::kIntel).what, What::kUnseen) << statement;
}

TEST(Instructions, AThreadsOwnStorageHasItsSegment) {
  const Meaning meaning = meaning_of("lock incl %fs:own@tpoff", Syntax::kAtt);
  EXPECT_TRUE(meaning.code.thread_local_);
  EXPECT_EQ(meaning.address, "own@tpoff");
}

TEST(Instructions, ClockAndRandomNumbersAreReplaced) {
  for (const char* statement : {"rdtsc", "rdtscp", "rdrand %eax", "rdseed %r9"})
    EXPECT_EQ(meaning_of(statement, Syntax::kAtt).what, What::kReplaced) << statement;
}

TEST(AssemblyCode, SurvivesBeingAWord) {
  for (uint32_t bytes : {1u, 64u, 255u})
    for (uint32_t operand : {0u, 15u, protocol::AssemblyCode::kNoOperand}) {
      protocol::AssemblyCode code{AssemblyKind::kUnseen, bytes, operand, true, false, true};
      const protocol::AssemblyCode back = protocol::assembly_code_of(word_of(code));
      EXPECT_EQ(back.kind, code.kind);
      EXPECT_EQ(back.bytes, bytes);
      EXPECT_EQ(back.operand, operand);
      EXPECT_TRUE(back.thread_local_ && back.repeated && !back.bit_offset);
    }
}

size_t calls_in(const std::string& text) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find("__mazurka_assembly", at)) != std::string::npos; at++) count++;
  return count;
}

const std::string kInstrumented = "\t.text\n\tcall __tsan_init\n";

TEST(Filter, LooksOnlyAtInlineAssembly) {
  const std::string text = kInstrumented + "\tmovl (%rdi), %eax\n#APP\n# 3 \"a.c\" 1\n\tmovl (%rdi), %eax\n#NO_APP\n";
  EXPECT_EQ(calls_in(filter_assembly(text, "a.s", "").text), 1u);
}

TEST(Filter, LooksAtInstructionsThatCompilersDoNotTellOf) {
  for (const char* statement :
       {"fxsave (%rax)", "xrstor (%rcx)", "movdiri %ecx, (%rax)", "enqcmd (%rcx), %rdx", "clzero", "wrssq %rcx, (%rax)",
        "stmxcsr -4(%rsp)", "tilestored %tmm0, (%rax,%rcx)", "movntdq %xmm0, (%rax)", "vpmovswb %zmm0, (%rax)"})
    EXPECT_EQ(calls_in(filter_assembly(kInstrumented + "\t" + statement + "\n", "a.s", "").text), 1u) << statement;
}

TEST(Filter, LooksAtAssemblyOutsideOfFunctions) {
  const std::string text = kInstrumented +
                           "\t# Start of file scope inline assembly\n\tincl x(%rip)\n"
                           "\t# End of file scope inline assembly\n\tincl y(%rip)\n";
  EXPECT_EQ(calls_in(filter_assembly(text, "a.s", "").text), 1u);
}

TEST(Filter, AnUpdateIsToldBeforeItsPrefixAndAfterIt) {
  const std::string text = filter_assembly(kInstrumented + "#APP\n\tlock; incl (%rdi)\n#NO_APP\n", "a.s", "").text;
  EXPECT_EQ(calls_in(text), 2u);
  EXPECT_NE(text.find(";lock incl (%rdi);"), std::string::npos) << text;
}

TEST(Filter, TakesStatementsCommentsAndLabelsApart) {
  const std::string inside =
      "1:\tlock; /* a; b */ incl (%rdi) # decl (%rdi)\n\tjnz 1b; pause; movl %eax, 4(%rsp) // incl (%rdi)\n"
      "/* movl (%rdi), %eax\n movl (%rdi), %eax */\n\t.ascii \"movl (%rdi), %eax; #\"\n";
  const std::string text = filter_assembly(kInstrumented + "#APP\n" + inside + "#NO_APP\n", "a.s", "").text;
  EXPECT_EQ(calls_in(text), 3u) << text;
  EXPECT_NE(text.find("leaq 136+4(%rsp),%rdi"), std::string::npos) << "the stack pointer is lower then: " << text;
}

TEST(Filter, DataBesideTheCodeIsNoCode) {
  const std::string inside = "\t.pushsection .note,\"\",@note\n\t.long 5\n\t.popsection\n\t.byte 0xf0\n";
  EXPECT_EQ(calls_in(filter_assembly(kInstrumented + "#APP\n" + inside + "#NO_APP\n", "a.s", "").text), 1u);
}

TEST(Filter, LeavesOutWhatOnlyClangsAssemblerKnows) {
  const std::string text = filter_assembly("\t.data\n\t.addrsig\n\t.addrsig_sym f\n\t.long 5\n", "a.s", "").text;
  EXPECT_EQ(text.find("addrsig"), std::string::npos) << text;
  EXPECT_NE(text.find(".long 5"), std::string::npos) << text;
}

TEST(Filter, FindsWhatCompilersDoNotTell) {
  EXPECT_EQ(calls_in(filter_assembly(kInstrumented + "\tmovnti %eax, (%rdi)\n\trdtsc\n", "a.s", "").text), 2u);
}

TEST(Filter, AFileThatSomebodyWroteIsSeenIfItTouchesNoMemory) {
  EXPECT_TRUE(filter_assembly("f:\tmovl $1, %eax\n\tpushq %rbx\n\tret\n", "a.s", "").seen);
  EXPECT_TRUE(filter_assembly("\t.data\n\t.long 5\n", "a.s", "").seen);
  const FilteredAssembly unseen = filter_assembly("f:\tmovl (%rdi), %eax\n\tret\n", "a.s", "");
  EXPECT_FALSE(unseen.seen);
  EXPECT_EQ(calls_in(unseen.text), 0u);
  EXPECT_EQ(unseen.text.find(kMarkSection), std::string::npos);
}

}  // namespace
}  // namespace mazurka
