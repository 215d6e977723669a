// Inline assembly. Our assembler (src/build/assembly) puts a call of __mazurka_assembly before each instruction there
// that touches memory, with a word that tells what it does (protocol/assembly_code.hpp) and, in rdi, the address. The
// call keeps all registers, and the instruction follows.
//
// Loads and stores of up to 8 bytes are what they are to the processor, atomic ones that acquire and release; locked
// instructions are sequentially consistent. What is not understood makes the verdict incomplete, with its place.
#include <cpuid.h>
#include <immintrin.h>
#include <string.h>

#include <cstddef>
#include <cstdint>

#include "protocol/assembly_code.hpp"
#include "runtime/engine/callers.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/entries/compiler/weak_orders.hpp"
#include "runtime/entries/libc/system_call.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/allowed.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/plain_operations.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/shared_memory.hpp"

using namespace mazurka;
using namespace mazurka::runtime;
using protocol::AssemblyCode;
using protocol::AssemblyKind;

namespace {

constexpr uint64_t kCarry = 1, kDirection = 1 << 10, kArithmeticFlags = 0x8d5;
enum : uint32_t { kRax = 0, kRcx = 1, kRdx = 2, kRbx = 3, kRsi = 6, kRdi = 7 };

// As the entry leaves them on the stack.
struct Registers {
  uint64_t general[16];
  uint64_t flags;
};

// Memory before the update that follows. No thread comes in between.
struct Before {
  uintptr_t address;
  uint32_t bytes;
  unsigned char value[16];
};
Before before_update;

uint64_t low_bytes(uint64_t value, uint32_t bytes) {
  return bytes >= 8 ? value : value & ((uint64_t{1} << 8 * bytes) - 1);
}

// ---- what is not understood: told once for each place, if there are threads that could be concerned

constexpr uint32_t kMostPlaces = 64;
uint64_t told_places[kMostPlaces];
uint32_t told_count = 0;

void tell_unseen(uint64_t pc) {
  note_change();
  note_unseen_change();
  if (program->thread_count() < 2) return;
  for (uint32_t k = 0; k < told_count; k++)
    if (told_places[k] == pc) return;
  if (told_count == kMostPlaces) return;
  told_places[told_count++] = pc;
  protocol::BugRecord record = {};
  record.header = {protocol::RecordKind::kUnsupported, sizeof record};
  record.thread = current_thread();
  record.pc = pc;
  record.callers = tell_callers();
  copy_text(record.message, sizeof record.message, protocol::kUnseenAssembly);
  append_record(&record, sizeof record);
}

// ---- atomic operations

void load(uintptr_t address, uint32_t bytes, uint64_t pc) {
  auto* memory = reinterpret_cast<void*>(address);
  note_order(__ATOMIC_ACQUIRE, pc, memory);
  visible(OpCode::kLoad, memory, kAtomicObject, bytes, "load in assembly", pc);
  atomic_load(memory, bytes, __ATOMIC_ACQUIRE, pc);
}

void store(uintptr_t address, const AssemblyCode& code, const Registers& registers, uint64_t pc) {
  auto* memory = reinterpret_cast<void*>(address);
  const bool known = code.operand != AssemblyCode::kNoOperand;
  const Value value = known ? static_cast<Value>(low_bytes(registers.general[code.operand], code.bytes)) : 0;
  note_order(__ATOMIC_RELEASE, pc, memory);
  visible(OpCode::kStore, memory, kAtomicObject, code.bytes, "store in assembly", pc, value);
  atomic_store(memory, code.bytes, __ATOMIC_RELEASE, pc);
}

void update(uintptr_t address, uint32_t bytes, uint64_t pc) {
  auto* memory = reinterpret_cast<void*>(address);
  visible(OpCode::kFetchAdd, memory, kAtomicObject, bytes, "locked instruction", pc);
  atomic_update(memory, bytes, __ATOMIC_SEQ_CST, pc);
  before_update = {address, bytes, {}};
  memcpy(before_update.value, memory, bytes);
}

void finish_update() {
  if (memcmp(before_update.value, reinterpret_cast<void*>(before_update.address), before_update.bytes) != 0)
    note_recorded_change();
}

void compare_exchange(uintptr_t address, const AssemblyCode& code, const Registers& registers, uint64_t pc) {
  auto* memory = reinterpret_cast<void*>(address);
  const uint64_t* general = registers.general;
  const bool wide = code.bytes == 16;
  const uint64_t expected[2] = {low_bytes(general[kRax], code.bytes), general[kRdx]};
  const uint64_t desired[2] = {low_bytes(general[wide ? uint32_t{kRbx} : code.operand], code.bytes), general[kRcx]};
  visible(OpCode::kCas, memory, kAtomicObject, code.bytes, "locked compare-exchange", pc,
          value_of(expected, code.bytes), value_of(desired, code.bytes));
  if (memcmp(memory, expected, code.bytes) != 0) return atomic_load(memory, code.bytes, __ATOMIC_SEQ_CST, pc);
  if (memcmp(expected, desired, code.bytes) != 0) note_recorded_change();
  atomic_update(memory, code.bytes, __ATOMIC_SEQ_CST, pc);
}

// ---- plain accesses

void plain(uintptr_t address, size_t bytes, AccessKind kind, uint64_t pc) {
  if (bytes == 0) return;
  if (kind == kPlainWrite) note_plain_write(address, bytes);
  if (watching) plain_access(address, bytes, kind, pc);
}

// The instruction reads and writes at once: nothing could come in between, although it might on a machine.
void plain_update(uintptr_t address, size_t bytes, uint64_t pc) {
  note_plain_write(address, bytes);
  if (watching && explores_plain) return plain_access_by_library(address, bytes, kPlainWrite, pc);
  plain(address, bytes, kPlainWrite, pc);
}

void string_instruction(const AssemblyCode& code, const Registers& registers, uint64_t pc) {
  const uint64_t count = code.repeated ? registers.general[kRcx] : 1;
  const uint64_t bytes = count * code.bytes;
  if (count == 0) return;
  const uint64_t back = (registers.flags & kDirection) != 0 ? bytes - code.bytes : 0;
  const uint64_t from = registers.general[kRsi] - back, to = registers.general[kRdi] - back;
  if (code.kind != AssemblyKind::kStringStore) plain(from, bytes, kPlainRead, pc);
  if (code.kind != AssemblyKind::kStringLoad) plain(to, bytes, kPlainWrite, pc);
}

// ---- in the place of instructions

void give_time(const AssemblyCode& code, Registers& registers) {
  unsigned processor = 0;
  const uint64_t time = is_checked()        ? static_cast<uint64_t>(virtual_clock.read())
                        : code.operand == 1 ? __builtin_ia32_rdtscp(&processor)
                                            : __builtin_ia32_rdtsc();
  registers.general[kRax] = time & UINT32_MAX;
  registers.general[kRdx] = time >> 32;
  if (code.operand == 1) registers.general[kRcx] = is_checked() ? 0 : processor;
}

void give_random_number(const AssemblyCode& code, Registers& registers) {
  uint64_t number = 0;
  unsigned char done = 1;
  if (is_checked()) {
    give_random(&number, sizeof number);
  } else {
    asm volatile("rdrand %0\n\tsetc %1" : "=r"(number), "=qm"(done) : : "cc");
  }
  uint64_t& to = registers.general[code.operand];
  const uint64_t kept = code.bytes >= 4 ? 0 : to - low_bytes(to, code.bytes);
  to = kept | low_bytes(number, code.bytes);
  registers.flags = (registers.flags & ~kArithmeticFlags) | (done != 0 ? kCarry : 0);
}

// The call is done here, and the instruction that follows gets the answer; or that makes the call, and what it does to
// memory is not known.
void system_call(Registers& registers, uint64_t pc) {
  long arguments[6];
  constexpr uint32_t kInRegisters[6] = {kRdi, kRsi, kRdx, 10, 8, 9};
  for (int k = 0; k < 6; k++) arguments[k] = static_cast<long>(registers.general[kInRegisters[k]]);
  const auto result = perform_program_call(static_cast<long>(registers.general[kRax]), arguments, pc);
  if (!result) return tell_unseen(pc);
  answer_next_call(*result);
  registers.general[kRax] = kAnsweredCall;
}

// An offset in bits leads to another word.
uintptr_t address_with_offset(uintptr_t address, const AssemblyCode& code, const Registers& registers) {
  if (!code.bit_offset) return address;
  auto offset = static_cast<int64_t>(registers.general[code.operand]);
  if (code.bytes == 4) offset = static_cast<int32_t>(offset);
  if (code.bytes == 2) offset = static_cast<int16_t>(offset);
  const int shift = code.bytes == 8 ? 6 : code.bytes == 4 ? 5 : 4;
  return address + static_cast<uint64_t>((offset >> shift) * code.bytes);
}

// For xsave: what the processor may have, until it was asked.
uint64_t vector_state_bytes = 16384;

[[gnu::constructor(101)]] void measure_vector_state() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(13, 0, &a, &b, &c, &d) != 0 && b >= 576) vector_state_bytes = (b + 63) / 64 * 64;
}

}  // namespace

extern "C" __attribute__((visibility("hidden"), used)) void mazurka_on_assembly(uintptr_t address, Registers* registers,
                                                                                uint64_t word, uint64_t pc) {
  note_foreign_call();
  const AssemblyCode code = protocol::assembly_code_of(static_cast<uint32_t>(word));
  if (code.kind == AssemblyKind::kTimeStamp) return give_time(code, *registers);
  if (code.kind == AssemblyKind::kRandom) return give_random_number(code, *registers);
  if (!is_checked()) return;
  if (code.thread_local_) address += _readfsbase_u64();
  address = address_with_offset(address, code, *registers);
  switch (code.kind) {
    case AssemblyKind::kLoad: return load(address, code.bytes, pc);
    case AssemblyKind::kStore: return store(address, code, *registers, pc);
    case AssemblyKind::kUpdate: return update(address, code.bytes, pc);
    case AssemblyKind::kUpdated: return finish_update();
    case AssemblyKind::kCas: return compare_exchange(address, code, *registers, pc);
    case AssemblyKind::kPlainRead:
    case AssemblyKind::kLoadMode: return plain(address, code.bytes, kPlainRead, pc);
    case AssemblyKind::kPlainWrite:
    case AssemblyKind::kStoreMode: return plain(address, code.bytes, kPlainWrite, pc);
    case AssemblyKind::kPlainUpdate: return plain_update(address, code.bytes, pc);
    case AssemblyKind::kStringMove:
    case AssemblyKind::kStringStore:
    case AssemblyKind::kStringLoad: return string_instruction(code, *registers, pc);
    case AssemblyKind::kSystemCall: return system_call(*registers, pc);
    case AssemblyKind::kFence: return atomic_fence(static_cast<int>(code.bytes));
    default: return tell_unseen(pc);
  }
}

// On the stack: where to return to, the word, the caller's rdi, and 128 bytes that belong to the caller.
MAZURKA_STAND_IN(__attribute__((naked)) void, __mazurka_assembly, ()) {
  asm(".globl mazurka_before_assembly\n\t.hidden mazurka_before_assembly\nmazurka_before_assembly:\n\t"
      "push %%rbp\n\t.cfi_def_cfa_offset 16\n\t.cfi_offset 6, -16\n\t"
      "mov %%rsp, %%rbp\n\t.cfi_def_cfa_register 6\n\t"
      "pushfq\n\tcld\n\t"
      "push %%r15\n\tpush %%r14\n\tpush %%r13\n\tpush %%r12\n\tpush %%r11\n\tpush %%r10\n\tpush %%r9\n\tpush %%r8\n\t"
      "push 24(%%rbp)\n\t"  // rdi
      "push %%rsi\n\t"
      "push (%%rbp)\n\t"  // rbp
      "lea 160(%%rbp), %%r15\n\tpush %%r15\n\t"
      "push %%rbx\n\tpush %%rdx\n\tpush %%rcx\n\tpush %%rax\n\t"
      "mov %%rsp, %%rbx\n\t"
      "mov %%rdi, %%r12\n\t"
      "sub %0, %%rsp\n\tand $-64, %%rsp\n\t"
      "lea 512(%%rsp), %%rdi\n\txor %%eax, %%eax\n\tmov $8, %%ecx\n\trep stosq\n\t"  // xsave's header
      "mov $-1, %%eax\n\tmov $-1, %%edx\n\txsave64 (%%rsp)\n\t"
      "mov %%r12, %%rdi\n\tmov %%rbx, %%rsi\n\tmov 16(%%rbp), %%rdx\n\tmov 8(%%rbp), %%rcx\n\t"
      "call mazurka_on_assembly\n\t"
      "mov $-1, %%eax\n\tmov $-1, %%edx\n\txrstor64 (%%rsp)\n\t"
      "mov %%rbx, %%rsp\n\t"
      "pop %%rax\n\tpop %%rcx\n\tpop %%rdx\n\tpop %%rbx\n\t"
      "lea 16(%%rsp), %%rsp\n\t"  // rsp and rbp stay
      "pop %%rsi\n\tpop 24(%%rbp)\n\t"
      "pop %%r8\n\tpop %%r9\n\tpop %%r10\n\tpop %%r11\n\tpop %%r12\n\tpop %%r13\n\tpop %%r14\n\tpop %%r15\n\t"
      "popfq\n\tpop %%rbp\n\t.cfi_def_cfa 7, 8\n\tret\n\t"
      :
      : "m"(vector_state_bytes));
}
MAZURKA_STAND_IN(__attribute__((naked)) void, __mazurka_assembly_of_mode, ()) {
  asm("jmp mazurka_before_assembly");
}
