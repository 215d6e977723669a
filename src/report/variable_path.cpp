#include "report/variable_path.hpp"

#include <dwarf.h>
#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <vector>

namespace mazurka::report {

std::optional<Dwarf_Die> type_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &type) == nullptr) return std::nullopt;
  Dwarf_Die peeled;
  if (dwarf_peel_type(&type, &peeled) != 0) return std::nullopt;
  return peeled;
}

std::optional<uint64_t> size_of(Dwarf_Die* type) {
  Dwarf_Word size = 0;
  if (dwarf_aggregate_size(type, &size) != 0 || size == 0) return std::nullopt;
  return size;
}

namespace {

std::optional<Dwarf_Word> number(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &value) != 0) return std::nullopt;
  return value;
}

// "[1]" or "[1][2]"; takes what it tells off the offset and leaves the type of the element.
std::string step_into_array(Dwarf_Die& type, uint64_t& offset) {
  std::vector<uint64_t> counts;
  Dwarf_Die child;
  for (int more = dwarf_child(&type, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
    auto count = number(&child, DW_AT_count), last = number(&child, DW_AT_upper_bound);
    counts.push_back(count ? *count : last ? *last + 1 : 0);
  }
  auto element = type_of(&type);
  auto size = element ? size_of(&*element) : std::nullopt;
  if (!size || counts.empty()) return "";
  uint64_t index = offset / *size;
  offset %= *size;
  type = *element;
  std::string text;
  for (size_t k = counts.size(); k-- > 0;) {
    uint64_t here = k == 0 || counts[k] == 0 ? index : index % counts[k];
    text.insert(0, fmt::format("[{}]", here));
    if (counts[k] != 0) index /= counts[k];
  }
  return text;
}

// ".name", or nothing for a base class; empty and false if no member has the offset.
bool step_into_struct(Dwarf_Die& type, uint64_t& offset, std::string& text) {
  Dwarf_Die child;
  for (int more = dwarf_child(&type, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    auto begin = number(&child, DW_AT_data_member_location);
    auto member = type_of(&child);
    auto size = member ? size_of(&*member) : std::nullopt;
    if (!begin || !size || offset < *begin || offset >= *begin + *size) continue;
    if (const char* name = dwarf_diename(&child); tag == DW_TAG_member && name != nullptr)
      text += fmt::format(".{}", name);
    offset -= *begin;
    type = *member;
    return true;
  }
  return false;
}

// Of a variable whose location is one address, given in place or (by clang) in a table.
std::optional<Dwarf_Addr> fixed_address(Dwarf_Die* variable) {
  Dwarf_Attribute attribute, in_table;
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation(dwarf_attr(variable, DW_AT_location, &attribute), &operations, &count) != 0 || count != 1)
    return std::nullopt;
  if (operations[0].atom == DW_OP_addr) return operations[0].number;
  Dwarf_Addr address = 0;
  if (operations[0].atom == DW_OP_addrx && dwarf_getlocation_attr(&attribute, operations, &in_table) == 0 &&
      dwarf_formaddr(&in_table, &address) == 0)
    return address;
  return std::nullopt;
}

// Its elements are its only member.
bool is_std_array(Dwarf_Die* type) {
  const char* name = dwarf_diename(type);
  return name != nullptr && std::string_view(name).starts_with("array<");
}

}  // namespace

bool is_system_file(const std::filesystem::path& file) {
  std::string path = file.string();
  for (const char* prefix : {"/usr/include/", "/usr/lib/", "/usr/lib64/", "/lib/", "./csu/", "/build/"})
    if (path.starts_with(prefix)) return true;
  // Of a compiler that is installed elsewhere; and our own headers.
  for (const char* part : {"/include/c++/", "/lib/clang/", "/include/mazurka/"})
    if (path.find(part) != std::string::npos) return true;
  return false;
}

bool is_system_type(Dwarf_Die* type) {
  if (const char* file = dwarf_decl_file(type)) return is_system_file(file);
  // (libdw does not know clang's number of the file that is compiled.)
  Dwarf_Attribute attribute;
  Dwarf_Word number = 1;
  return dwarf_formudata(dwarf_attr_integrate(type, DW_AT_decl_file, &attribute), &number) != 0 || number != 0;
}

void collect_variables(Dwarf_Die* scope, std::map<Dwarf_Addr, Dwarf_Die>& to) {
  Dwarf_Die child;
  for (int more = dwarf_child(scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_namespace:
      case DW_TAG_subprogram:
      case DW_TAG_lexical_block: collect_variables(&child, to); break;
      case DW_TAG_variable:
        if (auto address = fixed_address(&child)) to.emplace(*address, child);
        break;
      default: break;
    }
  }
}

namespace {
void collect_thread_locals(Dwarf_Die* scope, const std::string& name, std::vector<ThreadLocal>& to) {
  Dwarf_Die child;
  for (int more = dwarf_child(scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block)
      collect_thread_locals(&child, name, to);
    const char* own = tag == DW_TAG_variable ? dwarf_diename(&child) : nullptr;
    Dwarf_Attribute attribute;
    Dwarf_Op* operations = nullptr;
    size_t count = 0;
    if (own == nullptr || name != own ||
        dwarf_getlocation(dwarf_attr(&child, DW_AT_location, &attribute), &operations, &count) != 0 || count != 2)
      continue;
    if (operations[1].atom == DW_OP_GNU_push_tls_address || operations[1].atom == DW_OP_form_tls_address)
      to.push_back({child, operations[0].number});
  }
}
}  // namespace

std::optional<ThreadLocal> thread_local_named(Dwarf_Die* unit, const std::string& name) {
  std::vector<ThreadLocal> found;
  collect_thread_locals(unit, name, found);
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

PartOfType part_of_type(Dwarf_Die type, uint64_t offset) {
  PartOfType part{"", type, offset};
  constexpr int kDeepest = 32;
  for (int depth = 0; depth < kDeepest; depth++) {
    int tag = dwarf_tag(&part.type);
    if (tag == DW_TAG_array_type) {
      std::string index = step_into_array(part.type, part.offset);
      if (index.empty()) break;
      part.text += index;
    } else if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type) {
      std::string ignored;
      if (is_std_array(&part.type) ? !step_into_struct(part.type, part.offset, ignored)
                                   : is_system_type(&part.type) || !step_into_struct(part.type, part.offset, part.text))
        break;
    } else {
      break;
    }
  }
  return part;
}

std::string path_in_variable(Dwarf_Die* variable, uint64_t offset) {
  auto type = type_of(variable);
  const PartOfType part = type ? part_of_type(*type, offset) : PartOfType{"", {}, offset};
  return part.offset == 0 ? part.text : fmt::format("{}+{}", part.text, part.offset);
}

}  // namespace mazurka::report
