#include "runtime/engine/program_code.hpp"

#include <link.h>
#include <string.h>

#include <vector>

#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/own_code.hpp"

namespace mazurka::runtime {

namespace {

struct Range {
  uint64_t begin, end;
};
// Never destroyed: the program's exit handlers run ours too, in the middle of an exploration.
std::vector<Range>& ranges = *new std::vector<Range>;
std::vector<Range>& cxx_ranges = *new std::vector<Range>;

bool starts_with(const char* text, const char* prefix) {
  while (*prefix != 0)
    if (*text++ != *prefix++) return false;
  return true;
}

bool is_in(const std::vector<Range>& all, uint64_t pc) {
  for (const Range& range : all)
    if (pc >= range.begin && pc < range.end) return true;
  return false;
}

int add_module(dl_phdr_info* info, size_t, void*) {
  bool is_of_system = starts_with(info->dlpi_name, "/lib") || starts_with(info->dlpi_name, "/usr/lib");
  bool is_cxx = strstr(info->dlpi_name, "/libstdc++.so") != nullptr || strstr(info->dlpi_name, "/libc++") != nullptr;
  if (is_of_system && !is_cxx) return 0;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (!is_own_code(begin)) (is_cxx ? cxx_ranges : ranges).push_back({begin, begin + segment.p_memsz});
  }
  return 0;
}

// By the beginnings of their names.
constexpr const char* kLanguageLibraries[] = {
    "libc.so.",   "ld-linux",  "linux-vdso", "libm.so.",  "libgcc_s.so.",  "libstdc++.",   "libc++.so.",
    "libc++abi.", "libdl.so.", "libunwind.", "librt.so.", "libpthread.so", "libmazurka-rt"};

const char* name_of(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

}  // namespace

bool is_language_library(const char* path) {
  for (const char* known : kLanguageLibraries)
    if (starts_with(name_of(path), known)) return true;
  return false;
}

namespace {

// Was the module linked with this library, as mazurka-cc does?
bool is_instrumented(const dl_phdr_info& info) {
  const ElfW(Dyn)* section = nullptr;
  for (int k = 0; k < info.dlpi_phnum; k++)
    if (info.dlpi_phdr[k].p_type == PT_DYNAMIC)
      section = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[k].p_vaddr);
  if (section == nullptr) return false;
  const char* strings = nullptr;
  for (const ElfW(Dyn)* entry = section; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
  for (const ElfW(Dyn)* entry = section; strings != nullptr && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_NEEDED && starts_with(strings + entry->d_un.d_val, "libmazurka-rt")) return true;
  return false;
}

struct Search {
  uint64_t pc;
  const char* path;
  bool is_seen;
};
int find_module(dl_phdr_info* info, size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    bool holds = segment.p_type == PT_LOAD && search->pc >= begin && search->pc < begin + segment.p_memsz;
    if (!holds) continue;
    search->path = info->dlpi_name;
    search->is_seen = *info->dlpi_name == 0 || is_language_library(info->dlpi_name) || is_instrumented(*info);
  }
  return search->path == nullptr ? 0 : 1;
}

}  // namespace

const char* unseen_library_at(uint64_t pc) {
  Search search = {pc, nullptr, true};
  dl_iterate_phdr(find_module, &search);
  return search.is_seen ? nullptr : name_of(search.path);
}

void find_program_code() {
  ranges.clear();
  cxx_ranges.clear();
  dl_iterate_phdr(add_module, nullptr);
}

bool is_program_code(uint64_t pc) {
  return is_in(ranges, pc);
}

bool is_cxx_code(uint64_t pc) {
  return is_in(cxx_ranges, pc);
}

bool is_cxx_or_program_code(uint64_t pc) {
  return is_in(ranges, pc) || is_in(cxx_ranges, pc);
}

}  // namespace mazurka::runtime
