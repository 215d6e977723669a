#include "runtime/entries/unseen/modules.hpp"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/platform/layout.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

namespace {

// What the dynamic section of a module says.
struct Dynamic {
  const char* strings = nullptr;
  const Elf64_Sym* symbols = nullptr;
  const Elf64_Rela* relocations = nullptr;
  size_t relocation_bytes = 0;
  const Elf64_Rela* calls = nullptr;
  size_t call_bytes = 0;
  std::vector<size_t> needed;
};

Dynamic read_dynamic(const void* section) {
  Dynamic found;
  for (const auto* entry = static_cast<const Elf64_Dyn*>(section); entry->d_tag != DT_NULL; entry++) {
    const void* pointer = reinterpret_cast<const void*>(entry->d_un.d_ptr);
    switch (entry->d_tag) {
      case DT_STRTAB: found.strings = static_cast<const char*>(pointer); break;
      case DT_SYMTAB: found.symbols = static_cast<const Elf64_Sym*>(pointer); break;
      case DT_RELA: found.relocations = static_cast<const Elf64_Rela*>(pointer); break;
      case DT_RELASZ: found.relocation_bytes = entry->d_un.d_val; break;
      case DT_JMPREL: found.calls = static_cast<const Elf64_Rela*>(pointer); break;
      case DT_PLTRELSZ: found.call_bytes = entry->d_un.d_val; break;
      case DT_NEEDED: found.needed.push_back(entry->d_un.d_val); break;
      default: break;
    }
  }
  return found;
}

int add_module(dl_phdr_info* info, size_t, void* data) {
  Module module;
  module.path = info->dlpi_name;
  module.name = module.path.substr(module.path.rfind('/') + 1);
  module.base = info->dlpi_addr;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    uintptr_t begin = info->dlpi_addr + segment.p_vaddr, end = begin + segment.p_memsz;
    if (segment.p_type == PT_LOAD) {
      if (module.whole.end == 0) module.whole.begin = begin;
      module.whole.end = end;
    }
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0) module.code.push_back({begin, end});
    if (segment.p_type == PT_GNU_RELRO) module.read_only_later = {begin & ~(kPage - 1), end & ~(kPage - 1)};
    if (segment.p_type == PT_DYNAMIC) module.dynamic = reinterpret_cast<const void*>(begin);
  }
  // (That of the kernel is read-only, and its addresses are not adjusted.)
  if (module.dynamic == nullptr || module.name.starts_with("linux-vdso")) return 0;
  module.is_runtime = !module.code.empty() && is_own_code(module.code.front().begin);
  Dynamic dynamic = read_dynamic(module.dynamic);
  for (size_t name : dynamic.needed) module.is_program |= strcmp(dynamic.strings + name, "libmazurka-rt.so") == 0;
  static_cast<std::vector<Module>*>(data)->push_back(module);
  return 0;
}

void add_slots(const Module& module, const Dynamic& dynamic, const Elf64_Rela* table, size_t bytes,
               std::vector<Slot>& slots) {
  for (size_t k = 0; table != nullptr && k < bytes / sizeof(Elf64_Rela); k++) {
    uint32_t type = ELF64_R_TYPE(table[k].r_info);
    bool is_call = type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
    if (!is_call && (type != R_X86_64_64 || table[k].r_addend != 0)) continue;
    const Elf64_Sym& symbol = dynamic.symbols[ELF64_R_SYM(table[k].r_info)];
    slots.push_back(
        {reinterpret_cast<uintptr_t*>(module.base + table[k].r_offset), dynamic.strings + symbol.st_name, !is_call});
  }
}

}  // namespace

std::vector<Module> loaded_modules() {
  std::vector<Module> modules;
  dl_iterate_phdr(add_module, &modules);
  return modules;
}

uint64_t load_count() {
  uint64_t count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        *static_cast<uint64_t*>(data) = info->dlpi_adds;
        return 1;
      },
      &count);
  return count;
}

std::vector<Slot> slots_of(const Module& module) {
  std::vector<Slot> slots;
  Dynamic dynamic = read_dynamic(module.dynamic);
  add_slots(module, dynamic, dynamic.relocations, dynamic.relocation_bytes, slots);
  add_slots(module, dynamic, dynamic.calls, dynamic.call_bytes, slots);
  return slots;
}

std::vector<Slot> copied_tables_of(const Module& module) {
  std::vector<Slot> slots;
  Dynamic dynamic = read_dynamic(module.dynamic);
  for (size_t k = 0; k < dynamic.relocation_bytes / sizeof(Elf64_Rela); k++) {
    const Elf64_Rela& relocation = dynamic.relocations[k];
    if (ELF64_R_TYPE(relocation.r_info) != R_X86_64_COPY) continue;
    const Elf64_Sym& symbol = dynamic.symbols[ELF64_R_SYM(relocation.r_info)];
    if (strncmp(dynamic.strings + symbol.st_name, "_ZTV", 4) != 0) continue;
    auto* words = reinterpret_cast<uintptr_t*>(module.base + relocation.r_offset);
    for (size_t word = 0; word < symbol.st_size / sizeof(uintptr_t); word++) slots.push_back({words + word, "", true});
  }
  return slots;
}

std::vector<const char*> copied_variables_of(const Module& module) {
  std::vector<const char*> names;
  Dynamic dynamic = read_dynamic(module.dynamic);
  for (size_t k = 0; k < dynamic.relocation_bytes / sizeof(Elf64_Rela); k++)
    if (ELF64_R_TYPE(dynamic.relocations[k].r_info) == R_X86_64_COPY)
      names.push_back(dynamic.strings + dynamic.symbols[ELF64_R_SYM(dynamic.relocations[k].r_info)].st_name);
  return names;
}

bool program_imports(std::string_view symbol) {
  for (const Module& module : loaded_modules()) {
    if (!module.is_program) continue;
    Dynamic dynamic = read_dynamic(module.dynamic);
    for (size_t k = 0; k < dynamic.relocation_bytes / sizeof(Elf64_Rela); k++)
      if (dynamic.strings + dynamic.symbols[ELF64_R_SYM(dynamic.relocations[k].r_info)].st_name == symbol) return true;
  }
  return false;
}

SlotWriter::SlotWriter(const Module& module) : protected_(module.read_only_later) {}

SlotWriter::~SlotWriter() {
  if (is_open_) protect(PROT_READ);
}

void SlotWriter::set(const Slot& slot, uintptr_t value) {
  if (!is_open_) protect(PROT_READ | PROT_WRITE);
  is_open_ = true;
  *slot.place = value;
}

void SlotWriter::protect(int protection) {
  size_t bytes = protected_.end - protected_.begin;
  if (bytes != 0) raw_syscall(SYS_mprotect, static_cast<long>(protected_.begin), static_cast<long>(bytes), protection);
}

}  // namespace mazurka::runtime
