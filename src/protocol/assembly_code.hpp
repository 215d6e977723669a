// What an instruction of inline assembly does, in one word. The assembler (src/build/assembly) puts a call of
// `__mazurka_assembly` before the instruction, with this word on the stack; the runtime (entries/compiler/assembly.cpp)
// reads it.
#pragma once

#include <cstdint>

namespace mazurka::protocol {

enum class AssemblyKind : uint32_t {
  kLoad,         // one of 1, 2, 4 or 8 bytes: atomic, acquires, as every load of this processor
  kStore,        // the same: releases
  kUpdate,       // locked: atomic, sequentially consistent
  kUpdated,      // after a kUpdate
  kCas,          // locked compare-exchange: what is expected is in the accumulator
  kPlainRead,    // wider accesses, which are not atomic
  kPlainWrite,   //
  kPlainUpdate,  // reads and writes, not locked
  kStringMove,   // movs, by rsi and rdi
  kStringStore,  // stos, by rdi
  kStringLoad,   // lods, by rsi
  kFence,        // bytes: a memory_order
  kTimeStamp,    // rdtsc, in its place; with a register number 1: rdtscp
  kRandom,       // rdrand and rdseed, in their place: `bytes` to the register
  kLoadMode,     // a plain read of how the thread computes with floating point from now on
  kStoreMode,    // a plain write of that, or of what has occurred there: to memory, or 0 bytes
  kSystemCall,   // syscall: its number is in rax
  kUnseen,       // accesses memory in a way that is not understood
};

struct AssemblyCode {
  AssemblyKind kind = AssemblyKind::kUnseen;
  uint32_t bytes = 0;
  uint32_t operand = kNoOperand;  // the other operand's register: 0 rax, 1 rcx, ..., 15 r15
  bool thread_local_ = false;     // the address is relative to the thread pointer
  bool bit_offset = false;        // the operand is an offset in bits, which may lead outside of the bytes (bts)
  bool repeated = false;          // rep: rcx times

  static constexpr uint32_t kNoOperand = 31;
};

constexpr uint32_t word_of(const AssemblyCode& code) {
  return static_cast<uint32_t>(code.kind) | code.bytes << 5 | code.operand << 13 |
         static_cast<uint32_t>(code.thread_local_) << 18 | static_cast<uint32_t>(code.bit_offset) << 19 |
         static_cast<uint32_t>(code.repeated) << 20;
}

constexpr AssemblyCode assembly_code_of(uint32_t word) {
  AssemblyCode code;
  code.kind = static_cast<AssemblyKind>(word & 31);
  code.bytes = word >> 5 & 255;
  code.operand = word >> 13 & 31;
  code.thread_local_ = (word >> 18 & 1) != 0;
  code.bit_offset = (word >> 19 & 1) != 0;
  code.repeated = (word >> 20 & 1) != 0;
  return code;
}

// The name of the entry, for the assembler's text.
inline constexpr const char* kAssemblyEntry = "__mazurka_assembly";
// The same, for kLoadMode and kStoreMode: who has this name asks or says how threads compute with floating point.
inline constexpr const char* kAssemblyModeEntry = "__mazurka_assembly_of_mode";

// What the runtime says of AssemblyKind::kUnseen; the place is told with it.
inline constexpr const char* kUnseenAssembly = "inline assembly that is not understood";

}  // namespace mazurka::protocol
