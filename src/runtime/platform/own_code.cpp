#include "runtime/platform/own_code.hpp"

#include <link.h>
#include <string.h>

#include "runtime/platform/layout.hpp"

namespace mazurka::runtime {

namespace {

// Where this library's file is mapped writable.
uintptr_t own_begin = 0, own_end = 0;
int find_self(dl_phdr_info* info, size_t, void*) {
  uintptr_t here = reinterpret_cast<uintptr_t>(&find_self);
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || here < begin || here >= begin + segment.p_memsz) continue;
    own_begin = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
      const auto& part = info->dlpi_phdr[i];
      if (part.p_type != PT_LOAD) continue;
      uintptr_t low = (info->dlpi_addr + part.p_vaddr) & ~(kPage - 1);
      uintptr_t high = (info->dlpi_addr + part.p_vaddr + part.p_memsz + kPage - 1) & ~(kPage - 1);
      own_begin = low < own_begin ? low : own_begin;
      own_end = high > own_end ? high : own_end;
    }
    return 1;
  }
  return 0;
}

uintptr_t unwinder_begin = 0, unwinder_end = 0;
int find_unwinder(dl_phdr_info* info, size_t, void*) {
  if (strstr(info->dlpi_name, "libgcc_s.so") == nullptr) return 0;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    unwinder_begin = info->dlpi_addr + segment.p_vaddr;
    unwinder_end = unwinder_begin + segment.p_memsz;
  }
  return 1;
}

}  // namespace

void learn_own_places() {
  dl_iterate_phdr(find_self, nullptr);
  dl_iterate_phdr(find_unwinder, nullptr);
}

bool is_own_memory(uintptr_t address) {
  return address >= own_begin && address < own_end;
}

uintptr_t end_of_own_memory(uintptr_t begin, uintptr_t end) {
  if (begin < own_begin && end > own_begin) return own_begin;
  return is_own_memory(begin) && end > own_end ? own_end : end;
}

bool is_own_code(uint64_t pc) {
  return pc >= own_begin && pc < own_end;
}

bool is_unwinder_code(uint64_t pc) {
  return pc >= unwinder_begin && pc < unwinder_end;
}

}  // namespace mazurka::runtime
