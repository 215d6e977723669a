#include "runtime/engine/program_code.hpp"

#include <link.h>

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

bool starts_with(const char* text, const char* prefix) {
  while (*prefix != 0)
    if (*text++ != *prefix++) return false;
  return true;
}

int add_module(dl_phdr_info* info, size_t, void*) {
  if (starts_with(info->dlpi_name, "/lib") || starts_with(info->dlpi_name, "/usr/lib")) return 0;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (!is_own_code(begin)) ranges.push_back({begin, begin + segment.p_memsz});
  }
  return 0;
}

}  // namespace

void find_program_code() {
  ranges.clear();
  dl_iterate_phdr(add_module, nullptr);
}

bool is_program_code(uint64_t pc) {
  for (const Range& range : ranges)
    if (pc >= range.begin && pc < range.end) return true;
  return false;
}

}  // namespace mazurka::runtime
