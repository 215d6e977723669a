#include "runtime/engine/loops/unused_results.hpp"

#include <string.h>

#include "runtime/engine/program_code.hpp"

// Called before an instruction of inline assembly: they keep all registers (entries/compiler/assembly.cpp).
extern "C" void mazurka_stand_in___mazurka_assembly() __asm__("__mazurka_assembly");
extern "C" void mazurka_stand_in___mazurka_assembly_of_mode() __asm__("__mazurka_assembly_of_mode");

namespace mazurka::runtime {

namespace {

constexpr uint32_t kResult = 0;  // rax
constexpr int kMostInstructions = 48;

template <class T>
T number_at(const uint8_t* at) {
  T number;
  memcpy(&number, at, sizeof number);
  return number;
}

// What follows an opcode: a register, and a register or memory.
struct Operands {
  uint32_t reg = 0;    // with the bit of the prefix
  uint32_t rm = 0;     // if is_register
  uint32_t digit = 0;  // reg without that bit: further bits of the opcode
  bool is_register = false;
  bool address_reads_result = false;
  uint32_t bytes = 0;  // of these, without immediate numbers
};

Operands operands_at(const uint8_t* at, uint8_t rex) {
  Operands found;
  const uint8_t modrm = at[0];
  const uint32_t mod = modrm >> 6, low = modrm & 7;
  found.digit = modrm >> 3 & 7;
  found.reg = found.digit | (rex & 4U) << 1;
  found.rm = low | (rex & 1U) << 3;
  found.bytes = 1;
  if (mod == 3) {
    found.is_register = true;
    return found;
  }
  bool has_base = true;
  if (low == 4) {
    const uint8_t sib = at[1];
    const uint32_t base = (sib & 7) | (rex & 1U) << 3, index = (sib >> 3 & 7) | (rex & 2U) << 2;
    has_base = !((sib & 7) == 5 && mod == 0);
    found.address_reads_result = (has_base && base == kResult) || index == kResult;
    found.bytes = has_base ? 2 : 6;
  } else if (low == 5 && mod == 0) {
    found.bytes = 5;  // relative to the instruction
  } else {
    found.address_reads_result = found.rm == kResult;
  }
  if (mod == 1) found.bytes += 1;
  if (mod == 2) found.bytes += 4;
  return found;
}

// A function of the program's own may be known to keep the register; one behind the table of other files' functions is
// not, if it is no part of the program. (All slots of that table are filled before the program begins.)
bool is_ordinary_function(const uint8_t* at) {
  static constexpr uint8_t kLanding[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (memcmp(at, kLanding, sizeof kLanding) == 0) at += sizeof kLanding;
  if (at[0] == 0xf2) at++;
  if (at[0] != 0xff || at[1] != 0x25) return false;
  const auto function = number_at<uint64_t>(at + 6 + number_at<int32_t>(at + 2));
  return !is_program_code(function) && function != reinterpret_cast<uint64_t>(mazurka_stand_in___mazurka_assembly) &&
         function != reinterpret_cast<uint64_t>(mazurka_stand_in___mazurka_assembly_of_mode);
}

// Between the beginnings of loops; 0: it is something else. Its operand is not used.
uint32_t bytes_of_nop(const uint8_t* at) {
  uint32_t prefixes = 0;
  while (at[prefixes] == 0x66 || at[prefixes] == 0x2e) prefixes++;
  at += prefixes;
  if (at[0] == 0x90) return prefixes + 1;
  if (at[0] != 0x0f || at[1] != 0x1f) return 0;
  return prefixes + 2 + operands_at(at + 2, 0).bytes;
}

enum class Fate : uint8_t { kUsed, kLost, kGoesOn };

// With one operand that is written, and one that is read.
Fate fate_of_move(const Operands& operands, bool writes_reg) {
  if (operands.address_reads_result) return Fate::kUsed;
  const bool reads = writes_reg ? operands.is_register && operands.rm == kResult : operands.reg == kResult;
  if (reads) return Fate::kUsed;
  const bool writes = writes_reg ? operands.reg == kResult : operands.is_register && operands.rm == kResult;
  return writes ? Fate::kLost : Fate::kGoesOn;
}

struct Step {
  Fate fate = Fate::kUsed;
  const uint8_t* next = nullptr;
  const uint8_t* target = nullptr;  // of a jump that may be taken
};

Step step_with_operands(const uint8_t* at, uint8_t opcode, uint8_t rex) {
  const Operands operands = operands_at(at, rex);
  const uint8_t* next = at + operands.bytes;
  const bool is_elsewhere =
      !operands.address_reads_result && operands.reg != kResult && !(operands.is_register && operands.rm == kResult);
  switch (opcode) {
    case 0x89: return {fate_of_move(operands, false), next};
    case 0x8b:
    case 0x8d:
    case 0x63: return {fate_of_move(operands, true), next};
    case 0x39:
    case 0x3b:
    case 0x85: return {is_elsewhere ? Fate::kGoesOn : Fate::kUsed, next};
    case 0x31:
      if (operands.is_register && operands.rm == kResult && operands.reg == kResult) return {Fate::kLost, next};
      return {is_elsewhere ? Fate::kGoesOn : Fate::kUsed, next};
    case 0x81:
    case 0x83: {
      const bool reads = operands.address_reads_result || (operands.is_register && operands.rm == kResult);
      return {reads ? Fate::kUsed : Fate::kGoesOn, next + (opcode == 0x81 ? 4 : 1)};
    }
    case 0xc7:
      if (operands.digit != 0 || operands.address_reads_result) return {};
      return {operands.is_register && operands.rm == kResult ? Fate::kLost : Fate::kGoesOn, next + 4};
    default: return {};
  }
}

Step step_at(const uint8_t* at) {
  if (const uint32_t bytes = bytes_of_nop(at); bytes != 0) return {Fate::kGoesOn, at + bytes};
  uint8_t rex = 0;
  if ((*at & 0xf0) == 0x40) rex = *at++;
  const uint8_t opcode = *at++;
  if (opcode >= 0xb8 && opcode <= 0xbf) {
    const uint32_t reg = (opcode & 7) | (rex & 1U) << 3;
    return {reg == kResult ? Fate::kLost : Fate::kGoesOn, at + ((rex & 8) != 0 ? 8 : 4)};
  }
  if (opcode >= 0x50 && opcode <= 0x5f) {
    const bool is_pop = opcode >= 0x58;
    if (((opcode & 7) | (rex & 1U) << 3) != kResult) return {Fate::kGoesOn, at};
    return {is_pop ? Fate::kLost : Fate::kUsed, at};
  }
  if (rex == 0) {
    if (opcode == 0xeb) return {Fate::kGoesOn, at + 1 + number_at<int8_t>(at)};
    if (opcode == 0xe9) {
      const uint8_t* target = at + 4 + number_at<int32_t>(at);
      return {is_ordinary_function(target) ? Fate::kLost : Fate::kGoesOn, target};
    }
    if (opcode >= 0x70 && opcode <= 0x7f) return {Fate::kGoesOn, at + 1, at + 1 + number_at<int8_t>(at)};
    if (opcode == 0x0f && *at >= 0x80 && *at <= 0x8f)
      return {Fate::kGoesOn, at + 5, at + 5 + number_at<int32_t>(at + 1)};
    if (opcode == 0xe8)
      return {is_ordinary_function(at + 4 + number_at<int32_t>(at)) ? Fate::kLost : Fate::kUsed, at + 4};
  }
  return step_with_operands(at, opcode, rex);
}

bool is_unused_from(const uint8_t* at, int& left) {
  while (left-- > 0) {
    const Step step = step_at(at);
    if (step.fate != Fate::kGoesOn) return step.fate == Fate::kLost;
    if (step.target != nullptr && !is_unused_from(step.target, left)) return false;
    at = step.next;
  }
  return false;
}

}  // namespace

bool is_result_unused(uint64_t return_address) {
  int left = kMostInstructions;
  return is_unused_from(reinterpret_cast<const uint8_t*>(return_address), left);
}

}  // namespace mazurka::runtime
