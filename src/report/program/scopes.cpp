#include "report/program/scopes.hpp"

#include <dwarf.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace mazurka::report {

namespace {

// Below this one, innermost first.
void add_inner_scopes(Dwarf_Die* parent, Dwarf_Addr address, std::vector<Dwarf_Die>& result) {
  Dwarf_Die child;
  for (int more = dwarf_child(parent, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine) continue;
    if (dwarf_haspc(&child, address) <= 0) continue;
    add_inner_scopes(&child, address, result);
    result.push_back(child);
    return;
  }
}

// Where functions are defined. clang has them in their namespaces; both compilers have those of local classes in the
// function around them.
bool may_hold_functions(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
         tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

}  // namespace

void Scopes::collect(Dwarf_Die* parent, std::vector<Function>& functions) {
  Dwarf_Die child;
  for (int more = dwarf_child(parent, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    const int tag = dwarf_tag(&child);
    if (!may_hold_functions(tag)) continue;
    if (tag == DW_TAG_subprogram) {
      Dwarf_Addr base = 0, begin = 0, end = 0;
      for (ptrdiff_t next = 0; (next = dwarf_ranges(&child, next, &base, &begin, &end)) > 0;)
        if (begin < end) functions.push_back({begin, end, child});
    }
    collect(&child, functions);
  }
}

std::vector<Dwarf_Die> Scopes::around(Dwarf_Die* unit, Dwarf_Addr address) {
  auto [entry, is_new] = functions_.try_emplace(unit->addr);
  std::vector<Function>& functions = entry->second;
  if (is_new) {
    collect(unit, functions);
    std::sort(functions.begin(), functions.end(),
              [](const Function& a, const Function& b) { return a.begin < b.begin; });
  }
  auto after = std::upper_bound(functions.begin(), functions.end(), address,
                                [](Dwarf_Addr one, const Function& function) { return one < function.begin; });
  std::vector<Dwarf_Die> result;
  if (after == functions.begin() || address >= std::prev(after)->end) return result;
  Dwarf_Die function = std::prev(after)->die;
  add_inner_scopes(&function, address, result);
  result.push_back(function);
  return result;
}

}  // namespace mazurka::report
