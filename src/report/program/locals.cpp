#include "report/program/locals.hpp"

#include <dwarf.h>

#include "report/variable_path.hpp"

namespace mazurka::report {

namespace {

// What locations of variables are relative to. Functions of checked programs keep their frame pointer, which is 16
// bytes below the canonical address.
std::optional<uint64_t> frame_base(Dwarf_Die function, Dwarf_Addr pc, uint64_t frame) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation_addr(dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute), pc, &operations, &count,
                             1) != 1 ||
      count != 1)
    return std::nullopt;
  constexpr uint64_t kSaved = 16;
  switch (operations[0].atom) {
    case DW_OP_call_frame_cfa: return frame;
    case DW_OP_reg6: return frame - kSaved;
    case DW_OP_breg6: return frame - kSaved + operations[0].number;
    default: return std::nullopt;
  }
}

std::optional<uint64_t> address_of(Dwarf_Die* variable, Dwarf_Addr pc, std::optional<uint64_t> base, uint64_t frame) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation_addr(dwarf_attr_integrate(variable, DW_AT_location, &attribute), pc, &operations, &count, 1) !=
          1 ||
      count != 1)
    return std::nullopt;
  switch (operations[0].atom) {
    case DW_OP_fbreg:
      if (!base) return std::nullopt;
      return *base + operations[0].number;
    case DW_OP_breg6: return frame - 16 + operations[0].number;
    default: return std::nullopt;
  }
}

}  // namespace

std::vector<LocalVariable> locals_at(const std::vector<Dwarf_Die>& scopes, Dwarf_Addr pc, uint64_t frame) {
  std::vector<LocalVariable> result;
  std::optional<uint64_t> base;
  for (const Dwarf_Die& scope : scopes)
    if (Dwarf_Die copy = scope; dwarf_tag(&copy) == DW_TAG_subprogram) base = frame_base(copy, pc, frame);
  for (Dwarf_Die scope : scopes) {
    Dwarf_Die child;
    for (int more = dwarf_child(&scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) continue;
      if (auto address = address_of(&child, pc, base, frame)) result.push_back({child, *address});
    }
  }
  return result;
}

std::optional<LocalVariable> local_at(const std::vector<Dwarf_Die>& scopes, Dwarf_Addr pc, uint64_t frame,
                                      uint64_t address) {
  for (LocalVariable& local : locals_at(scopes, pc, frame)) {
    auto type = type_of(&local.die);
    auto size = type ? size_of(&*type) : std::nullopt;
    if (size && address >= local.address && address < local.address + *size) return local;
  }
  return std::nullopt;
}

}  // namespace mazurka::report
