#include "report/program/main_function.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstring>

namespace mazurka::report {

namespace {

// Other languages forbid it.
bool is_c(Dwarf_Die* unit) {
  switch (dwarf_srclang(unit)) {
    case DW_LANG_C:
    case DW_LANG_C89:
    case DW_LANG_C99:
    case DW_LANG_C11: return true;
    default: return false;
  }
}

bool is_main(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  const char* name = dwarf_tag(die) == DW_TAG_subprogram ? dwarf_diename(die) : nullptr;
  bool is_defined = dwarf_attr(die, DW_AT_declaration, &attribute) == nullptr;
  return name != nullptr && strcmp(name, "main") == 0 && is_defined;
}

bool has_void_main(Dwarf* dwarf) {
  Dwarf_Off offset = 0, next = 0;
  size_t header = 0;
  for (; dwarf_nextcu(dwarf, offset, &next, &header, nullptr, nullptr, nullptr) == 0; offset = next) {
    Dwarf_Die unit, child;
    if (dwarf_offdie(dwarf, offset + header, &unit) == nullptr || !is_c(&unit)) continue;
    if (dwarf_child(&unit, &child) != 0) continue;
    do {
      Dwarf_Attribute attribute;
      if (is_main(&child)) return dwarf_attr(&child, DW_AT_type, &attribute) == nullptr;
    } while (dwarf_siblingof(&child, &child) == 0);
  }
  return false;
}

}  // namespace

bool main_is_void(const std::string& program) {
  int file = open(program.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool found = false;
  if (Dwarf* dwarf = dwarf_begin(file, DWARF_C_READ)) {
    found = has_void_main(dwarf);
    dwarf_end(dwarf);
  }
  close(file);
  return found;
}

}  // namespace mazurka::report
