#include "report/program/typed_values.hpp"

#include <dwarf.h>
#include <fmt/format.h>

#include <cstring>
#include <string_view>

#include "report/variable_path.hpp"

namespace mazurka::report {

namespace {

Dwarf_Die peeled(Dwarf_Die type) {
  Dwarf_Die result;
  return dwarf_peel_type(&type, &result) == 0 ? result : type;
}

int64_t with_sign(uint64_t value, uint32_t bytes) {
  if (bytes == 0 || bytes >= 8) return static_cast<int64_t>(value);
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<int64_t>(value << unused) >> unused;
}

std::optional<std::string> enumerator(Dwarf_Die* type, uint64_t value, uint32_t bytes) {
  Dwarf_Die child;
  for (int more = dwarf_child(type, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    if (dwarf_tag(&child) != DW_TAG_enumerator) continue;
    Dwarf_Attribute attribute;
    Dwarf_Sword number = 0;
    if (dwarf_formsdata(dwarf_attr(&child, DW_AT_const_value, &attribute), &number) != 0) continue;
    if (with_sign(static_cast<uint64_t>(number), bytes) != with_sign(value, bytes)) continue;
    if (const char* name = dwarf_diename(&child)) return name;
  }
  return std::nullopt;
}

std::string character(uint64_t value) {
  const auto c = static_cast<char>(value);
  return c >= ' ' && c <= '~' ? fmt::format("'{}'", c) : std::to_string(static_cast<int>(c));
}

std::optional<std::string> number_text(Dwarf_Die* type, uint64_t value, uint32_t bytes) {
  Dwarf_Attribute attribute;
  Dwarf_Word encoding = 0;
  if (dwarf_formudata(dwarf_attr_integrate(type, DW_AT_encoding, &attribute), &encoding) != 0) return std::nullopt;
  switch (encoding) {
    case DW_ATE_boolean: return value == 0 ? "false" : value == 1 ? "true" : std::to_string(value);
    case DW_ATE_float: {
      double number = 0;
      float narrow = 0;
      if (bytes == 4) {
        std::memcpy(&narrow, &value, sizeof narrow);
        number = narrow;
      } else if (bytes == 8) {
        std::memcpy(&number, &value, sizeof number);
      } else {
        return std::nullopt;
      }
      return fmt::format("{}", number);
    }
    case DW_ATE_signed_char:
    case DW_ATE_unsigned_char: {
      const char* name = dwarf_diename(type);
      if (name != nullptr && std::string_view(name) == "char") return character(value);
      return encoding == DW_ATE_signed_char ? std::to_string(with_sign(value, bytes)) : std::to_string(value);
    }
    case DW_ATE_unsigned: return std::to_string(value);
    default: return std::to_string(with_sign(value, bytes));
  }
}

}  // namespace

std::optional<Dwarf_Die> first_type_parameter(Dwarf_Die* type) {
  Dwarf_Die child;
  for (int more = dwarf_child(type, &child); more == 0; more = dwarf_siblingof(&child, &child))
    if (dwarf_tag(&child) == DW_TAG_template_type_parameter) return type_of(&child);
  return std::nullopt;
}

Dwarf_Die value_type_of(Dwarf_Die type) {
  type = peeled(type);
  const char* name = dwarf_diename(&type);
  const int tag = dwarf_tag(&type);
  const bool is_class = tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
  if (!is_class || name == nullptr) return type;
  const std::string_view text(name);
  if (text.starts_with("atomic<") || text.starts_with("__atomic_base<") || text.starts_with("atomic_ref<"))
    if (auto parameter = first_type_parameter(&type)) return peeled(*parameter);
  if (text == "atomic_flag") return type;
  return type;
}

std::string name_of_type(Dwarf_Die type) {
  if (dwarf_tag(&type) == DW_TAG_pointer_type || dwarf_tag(&type) == DW_TAG_reference_type) {
    auto target = type_of(&type);
    return (target ? name_of_type(*target) : "void") + "*";
  }
  const char* name = dwarf_diename(&type);
  return name == nullptr ? "" : name;
}

ValueClass class_of(Dwarf_Die type) {
  switch (dwarf_tag(&type)) {
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type: return ValueClass::kNumber;
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type: return ValueClass::kPointer;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type: return ValueClass::kStructure;
    default: return ValueClass::kUnknown;
  }
}

std::optional<std::string> typed_value(Dwarf_Die type, uint64_t value, uint32_t bytes) {
  switch (dwarf_tag(&type)) {
    case DW_TAG_base_type: return number_text(&type, value, bytes);
    case DW_TAG_enumeration_type: return enumerator(&type, value, bytes);
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
      if (value == 0) return "nullptr";
      return std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace mazurka::report
