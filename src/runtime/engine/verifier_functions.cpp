#include "runtime/engine/verifier_functions.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <vector>

#include "runtime/engine/native_program.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

bool has_atomic_functions = false;

namespace {

struct Range {
  uint64_t begin, end;
};
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<Range>& atomic_functions = *new std::vector<Range>;
std::vector<Range>& assumptions = *new std::vector<Range>;

bool contains(const std::vector<Range>& ranges, uint64_t pc) {
  for (const Range& range : ranges)
    if (pc > range.begin && pc <= range.end) return true;
  return false;
}

// Where the executable is in memory, minus where it says it is.
uint64_t load_bias() {
  uint64_t bias = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        *static_cast<uint64_t*>(data) = info->dlpi_addr;
        return 1;  // the executable comes first
      },
      &bias);
  return bias;
}

void note_function(const char* name, Range range) {
  constexpr const char* kPrefix = "__VERIFIER_atomic_";
  if (strncmp(name, kPrefix, strlen(kPrefix)) == 0) {
    const char* rest = name + strlen(kPrefix);
    if (strcmp(rest, "begin") != 0 && strcmp(rest, "end") != 0) atomic_functions.push_back(range);
  }
  if (strcmp(name, "assume_abort_if_not") == 0) assumptions.push_back(range);
}

// The compiler made this file, so that it is believed.
void read_symbols(const char* file, size_t bytes) {
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(file);
  if (bytes < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  if (header->e_shoff == 0 || header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr) > bytes) return;
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(file + header->e_shoff);
  uint64_t bias = load_bias();
  for (uint32_t k = 0; k < header->e_shnum; k++) {
    if (sections[k].sh_type != SHT_SYMTAB || sections[k].sh_link >= header->e_shnum) continue;
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(file + sections[k].sh_offset);
    const char* names = file + sections[sections[k].sh_link].sh_offset;
    for (uint64_t s = 0; s < sections[k].sh_size / sizeof(Elf64_Sym); s++) {
      if (ELF64_ST_TYPE(symbols[s].st_info) != STT_FUNC || symbols[s].st_size == 0) continue;
      uint64_t begin = bias + symbols[s].st_value;
      note_function(names + symbols[s].st_name, {begin, begin + symbols[s].st_size});
    }
  }
}

}  // namespace

void find_verifier_functions() {
  long file = raw_syscall(SYS_open, as_word("/proc/self/exe"), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status = {};
  long known = raw_syscall(SYS_fstat, file, as_word(&status));
  long memory = known < 0 ? -1 : raw_syscall(SYS_mmap, 0, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  raw_syscall(SYS_close, file);
  if (memory < 0 && memory > -4096) return;
  read_symbols(reinterpret_cast<const char*>(memory), static_cast<size_t>(status.st_size));
  raw_syscall(SYS_munmap, memory, status.st_size);
  has_atomic_functions = !atomic_functions.empty();
}

void enter_function(uint64_t pc) {
  if (is_checked() && contains(atomic_functions, pc)) program->enter_section(pc);
}
void leave_function(uint64_t pc) {
  if (!is_checked() || !contains(atomic_functions, pc)) return;
  program->leave_section();
  clear_stack_below();
}

bool is_assumption(uint64_t pc) {
  return contains(assumptions, pc);
}

}  // namespace mazurka::runtime
