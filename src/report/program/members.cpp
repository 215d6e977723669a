#include "report/program/members.hpp"

#include <dwarf.h>

#include <string_view>

#include "report/variable_path.hpp"

namespace mazurka::report {

namespace {

std::optional<Dwarf_Word> number_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(die, name, &attribute), &value) != 0) return std::nullopt;
  return value;
}

// Where a member lies; false if that is not known.
bool find_place(Dwarf_Die* child, bool is_union, Member& member) {
  const auto begin = number_of(child, DW_AT_data_member_location);
  member.bits = number_of(child, DW_AT_bit_size).value_or(0);
  if (member.bits == 0) {
    member.place.address += begin.value_or(0);
    return begin || is_union;
  }
  auto bits = number_of(child, DW_AT_data_bit_offset);
  // Before DWARF 4, they are counted from the other end, of what the type takes.
  const auto from_end = number_of(child, DW_AT_bit_offset);
  auto bytes = number_of(child, DW_AT_byte_size);
  if (!bytes) bytes = size_of(&member.place.type);
  if (from_end && bytes && 8 * *bytes >= *from_end + member.bits)
    bits = 8 * begin.value_or(0) + 8 * *bytes - *from_end - member.bits;
  if (!bits && !is_union) return false;
  member.place.address += bits.value_or(0) / 8;
  member.bits_before = bits.value_or(0) % 8;
  return true;
}

}  // namespace

void for_each_member(const TypedPlace& place, const std::function<bool(const Member&)>& look) {
  Dwarf_Die child, type = place.type;
  const bool is_union = dwarf_tag(&type) == DW_TAG_union_type;
  for (int more = dwarf_child(&type, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    const auto of = type_of(&child);
    if (!of) continue;
    Member member{dwarf_diename(&child), {*of, place.address}, tag == DW_TAG_inheritance};
    member.is_artificial = dwarf_hasattr(&child, DW_AT_artificial) != 0 ||
                           (member.name != nullptr && std::string_view(member.name).starts_with("_vptr"));
    if (find_place(&child, is_union, member) && !look(member)) return;
  }
}

std::optional<TypedPlace> member_of(const TypedPlace& place, const char* name) {
  std::optional<TypedPlace> found;
  for_each_member(place, [&](const Member& member) {
    if (member.is_base || member.name == nullptr)
      found = member_of(member.place, name);
    else if (member.bits == 0 && std::string_view(member.name) == name)
      found = member.place;
    return !found;
  });
  return found;
}

}  // namespace mazurka::report
