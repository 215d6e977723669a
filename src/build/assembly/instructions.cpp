#include "build/assembly/instructions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace mazurka {

namespace {

using protocol::AssemblyCode;
using protocol::AssemblyKind;
using What = Meaning::What;
using Words = std::vector<std::string_view>;

constexpr std::string_view kSpace = " \t";
constexpr uint32_t kSequentiallyConsistent = 5, kAcquire = 2, kRelease = 3;  // of memory_order

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

std::string_view trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

struct Register {
  uint32_t number;
  uint32_t bytes;
};

// "%eax" is {0, 4}. Nothing for ah and the like, which are no whole register's low part.
std::optional<Register> general_register(std::string_view operand) {
  if (!operand.starts_with('%')) return std::nullopt;
  operand.remove_prefix(1);
  static constexpr std::array<std::array<std::string_view, 4>, 8> kNames = {{{"rax", "eax", "ax", "al"},
                                                                             {"rcx", "ecx", "cx", "cl"},
                                                                             {"rdx", "edx", "dx", "dl"},
                                                                             {"rbx", "ebx", "bx", "bl"},
                                                                             {"rsp", "esp", "sp", "spl"},
                                                                             {"rbp", "ebp", "bp", "bpl"},
                                                                             {"rsi", "esi", "si", "sil"},
                                                                             {"rdi", "edi", "di", "dil"}}};
  for (uint32_t number = 0; number < kNames.size(); number++)
    for (uint32_t size = 0; size < 4; size++)
      if (operand == kNames[number][size]) return Register{number, 8u >> size};
  if (!operand.starts_with('r')) return std::nullopt;
  uint32_t number = 0;
  size_t at = 1;
  for (; at < operand.size() && operand[at] >= '0' && operand[at] <= '9'; at++)
    number = number * 10 + static_cast<uint32_t>(operand[at] - '0');
  if (at == 1 || number < 8 || number > 15) return std::nullopt;
  const std::string_view ending = operand.substr(at);
  if (ending.empty()) return Register{number, 8};
  if (ending == "d") return Register{number, 4};
  if (ending == "w") return Register{number, 2};
  if (ending == "b") return Register{number, 1};
  return std::nullopt;
}

// 8, 16, 32 or 64 for a register of vectors; 0 for any other operand.
uint32_t vector_bytes(std::string_view operand) {
  if (operand.starts_with("%xmm")) return 16;
  if (operand.starts_with("%ymm")) return 32;
  if (operand.starts_with("%zmm")) return 64;
  if (operand.starts_with("%mm")) return 8;
  return 0;
}

bool is_memory(std::string_view operand) {
  if (operand.starts_with('*')) operand.remove_prefix(1);  // of an indirect call
  if (operand.empty() || operand[0] == '$') return false;
  if (operand[0] == '%') return operand.find(':') != std::string_view::npos;
  return true;
}

struct Instruction {
  Words prefixes;
  std::string_view mnemonic;
  Words operands;  // in AT&T's order: the last one is changed
  int memory = -1;

  bool locked() const { return contains(prefixes, "lock"); }
  bool repeated() const {
    return std::any_of(prefixes.begin(), prefixes.end(), [](std::string_view word) { return word.starts_with("rep"); });
  }
  bool memory_is_last() const { return memory >= 0 && memory + 1 == static_cast<int>(operands.size()); }
  std::string_view address() const { return operands[static_cast<size_t>(memory)]; }
};

Words split_operands(std::string_view text) {
  Words operands;
  int depth = 0;
  size_t begin = 0;
  for (size_t k = 0; k <= text.size(); k++) {
    if (k < text.size() && text[k] == '(') depth++;
    if (k < text.size() && text[k] == ')') depth--;
    if (k < text.size() && (text[k] != ',' || depth > 0)) continue;
    const std::string_view operand = trim(text.substr(begin, k - begin));
    if (!operand.empty()) operands.push_back(operand);
    begin = k + 1;
  }
  return operands;
}

Instruction parse(std::string_view statement) {
  Instruction instruction;
  for (statement = trim(statement); !statement.empty();) {
    const size_t end = std::min(statement.find_first_of(kSpace), statement.size());
    const std::string_view word = statement.substr(0, end);
    statement = trim(statement.substr(end));
    if (is_prefix(word)) {
      instruction.prefixes.push_back(word);
      continue;
    }
    instruction.mnemonic = word;
    instruction.operands = split_operands(statement);
    break;
  }
  for (size_t k = 0; k < instruction.operands.size(); k++)
    if (is_memory(instruction.operands[k])) instruction.memory = static_cast<int>(k);
  return instruction;
}

// ---- mnemonics. A letter for the size may follow those of general registers: addl.

constexpr std::string_view kReads[] = {"cmp",   "test",  "bt",     "imul", "mul",  "div",  "idiv", "bsf",  "bsr",
                                       "tzcnt", "lzcnt", "popcnt", "push", "andn", "adcx", "adox", "mulx", "rorx"};
constexpr std::string_view kWrites[] = {"mov", "movnti", "movdiri", "movbe", "pop", "movabs"};
constexpr std::string_view kUpdates[] = {"add", "sub",  "and",  "or",  "xor", "adc", "sbb",  "inc",  "dec",
                                         "neg", "not",  "shl",  "shr", "sar", "sal", "rol",  "ror",  "rcl",
                                         "rcr", "shld", "shrd", "bts", "btr", "btc", "xadd", "xchg", "cmpxchg"};

struct Sized {
  std::string_view base;
  uint32_t bytes = 0;  // 0: no letter
};

uint32_t bytes_of_letter(char letter) {
  switch (letter) {
    case 'b': return 1;
    case 'w': return 2;
    case 'l': return 4;
    case 'q': return 8;
    default: return 0;
  }
}

template <class List>
std::optional<Sized> find_sized(const List& list, std::string_view mnemonic) {
  if (contains(list, mnemonic)) return Sized{mnemonic};
  const std::string_view base = mnemonic.substr(0, mnemonic.size() - 1);
  const uint32_t bytes = bytes_of_letter(mnemonic.back());
  if (bytes != 0 && contains(list, base)) return Sized{base, bytes};
  return std::nullopt;
}

bool is_branch(std::string_view mnemonic) {
  return mnemonic.starts_with('j') || mnemonic.starts_with("call") || mnemonic.starts_with("loop") ||
         mnemonic.starts_with("ret") || mnemonic == "leave" || mnemonic == "leaveq";
}

// They name memory and do not access it.
bool only_names_memory(std::string_view mnemonic) {
  constexpr std::string_view kBeginnings[] = {"nop", "prefetch", "clflush", "clwb", "cldemote", "endbr"};
  if (mnemonic == "lea" || (mnemonic.size() == 4 && mnemonic.starts_with("lea"))) return true;
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](std::string_view beginning) { return mnemonic.starts_with(beginning); });
}

// movs and the like, with the width of an element.
std::optional<Meaning> string_meaning(const Instruction& instruction) {
  const std::string_view name = instruction.mnemonic;
  if (name.size() != 5 || bytes_of_letter(name[4]) == 0) return std::nullopt;
  // movsb with two operands that are registers or other memory is another instruction.
  for (std::string_view operand : instruction.operands)
    if (operand.find("%rsi") == operand.npos && operand.find("%rdi") == operand.npos && operand != "%al" &&
        operand != "%ax" && operand != "%eax" && operand != "%rax")
      return std::nullopt;
  Meaning meaning{.what = What::kTold, .code = {}, .address = ""};
  meaning.code.bytes = bytes_of_letter(name[4]);
  meaning.code.repeated = instruction.repeated();
  const std::string_view base = name.substr(0, 4);
  if (base == "movs")
    meaning.code.kind = AssemblyKind::kStringMove;
  else if (base == "stos")
    meaning.code.kind = AssemblyKind::kStringStore;
  else if (base == "lods")
    meaning.code.kind = AssemblyKind::kStringLoad;
  else if (base == "cmps" || base == "scas")
    meaning.what = What::kUnseen;
  else
    return std::nullopt;
  return meaning;
}

Meaning unseen() {
  return {.what = What::kUnseen, .code = {}, .address = ""};
}

Meaning told(AssemblyKind kind, uint32_t bytes) {
  Meaning meaning{.what = What::kTold, .code = {}, .address = ""};
  meaning.code.kind = kind;
  meaning.code.bytes = bytes;
  return meaning;
}

Meaning replaced(AssemblyKind kind, uint32_t bytes, uint32_t operand) {
  Meaning meaning = told(kind, bytes);
  meaning.what = What::kReplaced;
  meaning.code.operand = operand;
  return meaning;
}

// Instructions that matter although they name no memory.
std::optional<Meaning> special_meaning(const Instruction& instruction) {
  const std::string_view name = instruction.mnemonic;
  if (name == "mfence") return told(AssemblyKind::kFence, kSequentiallyConsistent);
  if (name == "lfence") return told(AssemblyKind::kFence, kAcquire);
  if (name == "sfence") return told(AssemblyKind::kFence, kRelease);
  if (name == "syscall") return told(AssemblyKind::kSystemCall, 0);
  const bool is_to_register = instruction.operands.size() == 1 && instruction.operands[0].ends_with("ax");
  if ((name == "fnstsw" || name == "fstsw") && is_to_register) return told(AssemblyKind::kStoreMode, 0);
  if (name == "rdtsc") return replaced(AssemblyKind::kTimeStamp, 0, 0);
  if (name == "rdtscp") return replaced(AssemblyKind::kTimeStamp, 0, 1);
  if (name.starts_with("rdrand") || name.starts_with("rdseed")) {
    const auto to = instruction.operands.empty() ? std::nullopt : general_register(instruction.operands[0]);
    return to ? replaced(AssemblyKind::kRandom, to->bytes, to->number) : unseen();
  }
  constexpr std::string_view kOthers[] = {
      "rdpid",  "rdpmc",    "xbegin", "xend",         "xabort",       "xtest",      "xlatb",
      "xlat",   "insb",     "outsb",  "int",          "maskmovq",     "maskmovdqu", "enter",
      "umwait", "umonitor", "tpause", "vmaskmovdqu",  "sysenter",     "clzero",     "monitor",
      "mwait",  "monitorx", "mwaitx", "encodekey128", "encodekey256", "llwpcb",     "slwpcb"};
  if (name.starts_with('{')) return unseen();  // a prefix that asks for an encoding
  if (contains(kOthers, name)) return unseen();
  return std::nullopt;
}

// How many bytes of memory: by the letter, else by the other operand.
uint32_t accessed_bytes(const Instruction& instruction, uint32_t by_letter) {
  if (by_letter != 0) return by_letter;
  for (std::string_view operand : instruction.operands)
    if (auto other = general_register(operand)) return other->bytes;
  return 0;
}

void note_operand(const Instruction& instruction, AssemblyCode& code) {
  if (instruction.operands.size() != 2) return;
  if (auto other = general_register(instruction.operands[instruction.memory == 0 ? 1 : 0]))
    code.operand = other->number;
}

Meaning access(const Instruction& instruction, AssemblyKind kind, uint32_t bytes) {
  if (bytes == 0) return unseen();
  Meaning meaning = told(kind, bytes);
  note_operand(instruction, meaning.code);
  return meaning;
}

// movzbl, movslq, cmovel and their relatives read.
std::optional<Meaning> widening_read(const Instruction& instruction) {
  const std::string_view name = instruction.mnemonic;
  if (name.starts_with("cmov")) return access(instruction, AssemblyKind::kLoad, accessed_bytes(instruction, 0));
  if ((name.starts_with("movz") || name.starts_with("movs")) && name.size() >= 5 && !instruction.memory_is_last()) {
    const uint32_t bytes = name.starts_with("movsx") || name.starts_with("movzx") ? 0 : bytes_of_letter(name[4]);
    return access(instruction, AssemblyKind::kLoad, bytes);
  }
  return std::nullopt;
}

// vpmovdb and the like, which make the elements of a vector narrower on the way: by how much? 0: it is none of them.
uint32_t narrows_by(std::string_view mnemonic) {
  if (!mnemonic.starts_with("vpmov")) return 0;
  mnemonic.remove_prefix(5);
  if (mnemonic.starts_with("us")) mnemonic.remove_prefix(2);
  if (mnemonic.starts_with('s')) mnemonic.remove_prefix(1);
  if (mnemonic == "wb" || mnemonic == "dw" || mnemonic == "qd") return 2;
  if (mnemonic == "db" || mnemonic == "qw") return 4;
  return mnemonic == "qb" ? 8 : 0;
}

// Accesses of vector registers are not atomic.
std::optional<Meaning> vector_access(const Instruction& instruction) {
  uint32_t width = 0;
  for (std::string_view operand : instruction.operands) width = std::max(width, vector_bytes(operand));
  if (width == 0) return std::nullopt;
  std::string_view name = instruction.mnemonic;
  const bool moves = name.starts_with("mov") || name.starts_with("vmov") || name.ends_with("lddqu");
  const uint32_t narrower = narrows_by(name);
  if (narrower != 0 && instruction.memory_is_last() && instruction.operands.back().find('{') == name.npos)
    return told(AssemblyKind::kPlainWrite, width / narrower);
  if (is_uninstrumented(name) && !moves) return unseen();
  if (name.find("insr") != name.npos || name.find("extr") != name.npos || name.find("broadcast") != name.npos ||
      name.find("insert") != name.npos || name.find("pmov") != name.npos || name.find("compress") != name.npos ||
      name.find("expand") != name.npos || name.find("cvt") != name.npos)
    return unseen();
  for (std::string_view operand : instruction.operands)
    if (operand.find('{') != operand.npos) return unseen();
  if (instruction.memory_is_last() && !moves) return unseen();
  uint32_t bytes = width;
  if (name.ends_with("ss") || name.ends_with("movd")) bytes = 4;
  if (name.ends_with("sd") || name.ends_with("movq") || name.ends_with("lps") || name.ends_with("lpd") ||
      name.ends_with("hps") || name.ends_with("hpd"))
    bytes = 8;
  return told(instruction.memory_is_last() ? AssemblyKind::kPlainWrite : AssemblyKind::kPlainRead, bytes);
}

std::optional<Meaning> floating_point_access(std::string_view name) {
  if (name == "fldt") return told(AssemblyKind::kPlainRead, 10);
  if (name == "fstpt") return told(AssemblyKind::kPlainWrite, 10);
  if (name == "fnstcw" || name == "fstcw") return told(AssemblyKind::kPlainWrite, 2);
  if (name == "fnstsw" || name == "fstsw") return told(AssemblyKind::kStoreMode, 2);
  if (name == "fldcw") return told(AssemblyKind::kLoadMode, 2);
  if (name == "stmxcsr" || name == "vstmxcsr") return told(AssemblyKind::kStoreMode, 4);
  if (name == "ldmxcsr" || name == "vldmxcsr") return told(AssemblyKind::kLoadMode, 4);
  return std::nullopt;
}

Meaning locked_meaning(const Instruction& instruction) {
  // A barrier: the own stack stands for any memory.
  const std::string_view address = instruction.address();
  const bool changes_nothing = instruction.operands[0] == "$0" || instruction.operands[0] == "$0x0";
  if (changes_nothing && address.find("%rsp") != address.npos)
    return told(AssemblyKind::kFence, kSequentiallyConsistent);
  if (instruction.mnemonic == "cmpxchg16b") return access(instruction, AssemblyKind::kCas, 16);
  if (instruction.mnemonic == "cmpxchg8b") return access(instruction, AssemblyKind::kUpdate, 8);
  const auto known = find_sized(kUpdates, instruction.mnemonic);
  if (!known) return unseen();
  const bool compares = known->base == "cmpxchg";
  Meaning meaning = access(instruction, compares ? AssemblyKind::kCas : AssemblyKind::kUpdate,
                           accessed_bytes(instruction, known->bytes));
  if (compares && meaning.code.operand == AssemblyCode::kNoOperand) meaning.code.kind = AssemblyKind::kUpdate;
  meaning.code.bit_offset = known->base.starts_with("bt") && meaning.code.operand != AssemblyCode::kNoOperand;
  return meaning;
}

Meaning memory_meaning(const Instruction& instruction) {
  const std::string_view name = instruction.mnemonic;
  if (is_branch(name)) {
    // "call *(%rax)" reads; "call f" does not.
    return instruction.address().starts_with('*') ? access(instruction, AssemblyKind::kLoad, 8) : Meaning{};
  }
  if (name == "xchg" || find_sized(kUpdates, name).value_or(Sized{}).base == "xchg" || instruction.locked())
    return locked_meaning(instruction);
  if (auto word = floating_point_access(name)) return *word;
  if (auto vector = vector_access(instruction)) return *vector;
  if (auto widening = widening_read(instruction)) return *widening;
  if (name.starts_with("set")) return access(instruction, AssemblyKind::kStore, 1);
  if (auto known = find_sized(kWrites, name)) {
    // (push and pop of memory have 8 bytes unless a letter says something else.)
    const uint32_t bytes = known->base == "pop" && known->bytes == 0 ? 8 : accessed_bytes(instruction, known->bytes);
    return access(instruction, instruction.memory_is_last() ? AssemblyKind::kStore : AssemblyKind::kLoad, bytes);
  }
  if (auto known = find_sized(kReads, name)) {
    const uint32_t bytes = known->base == "push" && known->bytes == 0 ? 8 : accessed_bytes(instruction, known->bytes);
    if (known->base == "bt" && !instruction.operands[0].starts_with('$')) return unseen();
    return access(instruction, AssemblyKind::kLoad, bytes);
  }
  if (auto known = find_sized(kUpdates, name)) {
    const uint32_t bytes = accessed_bytes(instruction, known->bytes);
    if (!instruction.memory_is_last() && known->base != "xadd" && known->base != "cmpxchg")
      return access(instruction, AssemblyKind::kLoad, bytes);
    if (known->base.starts_with("bt") && !instruction.operands[0].starts_with('$')) return unseen();
    return access(instruction, AssemblyKind::kPlainUpdate, bytes);
  }
  return unseen();
}

// Without the star of an indirect call and the segment. False if the runtime could not know the address.
bool set_address(std::string_view operand, Meaning& meaning) {
  if (operand.starts_with('*')) operand.remove_prefix(1);
  if (operand.starts_with('%')) {
    const std::string_view segment = operand.substr(0, operand.find(':'));
    if (segment == "%gs") return false;
    meaning.code.thread_local_ = segment == "%fs";
    operand = trim(operand.substr(operand.find(':') + 1));
  }
  meaning.address = operand;
  return true;
}

Meaning intel_meaning(std::string_view statement) {
  const Instruction instruction = parse(statement);
  if (auto special = special_meaning(instruction)) {
    if (special->what == What::kReplaced && special->code.kind == AssemblyKind::kRandom) return unseen();
    return *special;
  }
  const std::string_view name = instruction.mnemonic;
  if (is_branch(name)) return statement.find('[') == statement.npos ? Meaning{} : unseen();
  if (only_names_memory(name)) return {};
  if (name.starts_with("movs") || name.starts_with("stos") || name.starts_with("lods") || name.starts_with("cmps") ||
      name.starts_with("scas"))
    return unseen();
  // Registers and numbers; anything else may be the name of a variable.
  for (std::string_view operand : instruction.operands) {
    const std::string with_percent = "%" + std::string(operand);
    const bool is_number = operand[0] == '-' || (operand[0] >= '0' && operand[0] <= '9');
    if (!is_number && !general_register(with_percent) && vector_bytes(with_percent) == 0) return unseen();
  }
  return {};
}

}  // namespace

bool is_prefix(std::string_view word) {
  constexpr std::string_view kPrefixes[] = {"lock",   "rep",   "repe",    "repz",     "repne",    "repnz", "data16",
                                            "addr32", "rex.w", "notrack", "xacquire", "xrelease", "rex"};
  return contains(kPrefixes, word);
}

bool is_uninstrumented(std::string_view mnemonic) {
  constexpr std::string_view kBeginnings[] = {
      "rdtsc", "rdrand", "rdseed", "rdpid", "movnt", "vmovnt", "maskmov", "vmaskmov", "vpmaskmov", "xbegin", "xend",
      "xabort", "xtest", "lock", "ldmxcsr", "vldmxcsr", "stmxcsr", "vstmxcsr", "lddqu", "vlddqu", "movlp", "vmovlp",
      "movhp", "vmovhp",
      // The processor's own state, other kinds of memory, keys.
      "fxsave", "fxrstor", "xsave", "xrstor", "movdir", "enqcmd", "tileload", "tilestore", "ldtilecfg", "sttilecfg",
      "clzero", "monitor", "mwait", "umonitor", "umwait", "clrssbsy", "rstorssp", "wrss", "wruss", "llwpcb", "slwpcb",
      "encodekey", "invpcid", "ptwrite"};
  if (mnemonic.find("gather") != mnemonic.npos || mnemonic.find("scatter") != mnemonic.npos) return true;
  if (narrows_by(mnemonic) != 0) return true;
  if (mnemonic.ends_with("kl")) return true;  // aesenc128kl and its kin
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](std::string_view beginning) { return mnemonic.starts_with(beginning); });
}

Meaning meaning_of(std::string_view statement, Syntax syntax) {
  if (trim(statement).empty()) return {};
  if (syntax == Syntax::kIntel) return intel_meaning(statement);
  const Instruction instruction = parse(statement);
  if (instruction.mnemonic.empty()) return {};
  if (statement.find('\\') != statement.npos) return unseen();  // an argument of a macro
  if (auto special = special_meaning(instruction)) return *special;
  if (only_names_memory(instruction.mnemonic)) return {};
  if (auto string = string_meaning(instruction)) return *string;
  if (instruction.memory < 0) return {};
  const std::string_view address = instruction.address();
  if (address.find("@GOT") != address.npos) return {};
  Meaning meaning = memory_meaning(instruction);
  if (meaning.what == What::kTold && meaning.code.kind != AssemblyKind::kFence && !set_address(address, meaning))
    return unseen();
  return meaning;
}

}  // namespace mazurka
