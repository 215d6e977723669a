#include "report/program/contents.hpp"

#include <dwarf.h>
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "report/program/members.hpp"
#include "report/program/typed_values.hpp"
#include "report/variable_path.hpp"

namespace mazurka::report {

namespace {

constexpr uint64_t kMostElements = 8;  // that are shown
constexpr uint64_t kMostCharacters = 40;
constexpr uint64_t kMostMembers = 8;
constexpr size_t kMostText = 160;
constexpr int kDeepest = 3;
constexpr uint64_t kMostSize = uint64_t{1} << 40;  // more is nonsense, as of a container that is being destroyed

struct Look {
  const ReadMemory& read;
  const NameOfTarget& name_of_target;
};

std::optional<uint64_t> word_at(uint64_t address, const ReadMemory& read) {
  uint64_t word = 0;
  return read(address, &word, sizeof word) ? std::optional(word) : std::nullopt;
}

enum class Kind : uint8_t {
  kNone,
  kString,
  kStringView,
  kVector,
  kDeque,
  kArray,
  kUnique,
  kShared,
  kWeak,
  kOptional,
  kTree,
  kHashed,
  kList,
  kAtomic,
};

Kind kind_of(Dwarf_Die type) {
  const int tag = dwarf_tag(&type);
  const char* name = dwarf_diename(&type);
  if ((tag != DW_TAG_structure_type && tag != DW_TAG_class_type) || name == nullptr || !is_system_type(&type))
    return Kind::kNone;
  static constexpr std::pair<std::string_view, Kind> kRows[] = {
      {"basic_string<char,", Kind::kString},
      {"basic_string_view<char,", Kind::kStringView},
      {"vector<bool,", Kind::kNone},
      {"vector<", Kind::kVector},
      {"deque<", Kind::kDeque},
      {"array<", Kind::kArray},
      {"unique_ptr<", Kind::kUnique},
      {"shared_ptr<", Kind::kShared},
      {"weak_ptr<", Kind::kWeak},
      {"optional<", Kind::kOptional},
      {"map<", Kind::kTree},
      {"multimap<", Kind::kTree},
      {"set<", Kind::kTree},
      {"multiset<", Kind::kTree},
      {"unordered_", Kind::kHashed},
      {"list<", Kind::kList},
      {"atomic<", Kind::kAtomic},
  };
  for (const auto& [begin, kind] : kRows)
    if (std::string_view(name).starts_with(begin)) return kind;
  return Kind::kNone;
}

std::optional<TypedPlace> member_of(TypedPlace place, std::initializer_list<const char*> path) {
  for (const char* name : path) {
    auto next = report::member_of(place, name);
    if (!next) return std::nullopt;
    place = *next;
  }
  return place;
}

std::optional<uint64_t> word_in(const TypedPlace& place, std::initializer_list<const char*> path,
                                const ReadMemory& read) {
  auto member = member_of(place, path);
  return member ? word_at(member->address, read) : std::nullopt;
}

struct Elements {
  uint64_t size = 0;
  uint64_t first = 0;  // its address
  Dwarf_Die type{};
  uint64_t bytes = 0;  // of one
};

std::optional<Elements> elements_of_type(std::optional<Dwarf_Die> type) {
  auto bytes = type ? size_of(&*type) : std::nullopt;
  if (!bytes) return std::nullopt;
  return Elements{0, 0, *type, *bytes};
}

std::optional<Elements> elements_of_vector(const TypedPlace& place, const ReadMemory& read) {
  Dwarf_Die type = place.type;
  auto elements = elements_of_type(first_type_parameter(&type));
  auto begin = word_in(place, {"_M_impl", "_M_start"}, read), end = word_in(place, {"_M_impl", "_M_finish"}, read);
  auto room = word_in(place, {"_M_impl", "_M_end_of_storage"}, read);
  if (!elements || !begin || !end || !room || *end < *begin || *room < *end || *end - *begin > kMostSize ||
      (*end - *begin) % elements->bytes != 0)
    return std::nullopt;
  elements->first = *begin;
  elements->size = (*end - *begin) / elements->bytes;
  return elements;
}

std::optional<uint64_t> count_of_array(Dwarf_Die* array) {
  Dwarf_Die child;
  std::optional<uint64_t> count;
  for (int more = dwarf_child(array, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
    if (count) return std::nullopt;  // arrays of arrays
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_formudata(dwarf_attr(&child, DW_AT_count, &attribute), &value) == 0)
      count = value;
    else if (dwarf_formudata(dwarf_attr(&child, DW_AT_upper_bound, &attribute), &value) == 0)
      count = value + 1;
    else
      return std::nullopt;
  }
  return count;
}

std::optional<Elements> elements_of_array(TypedPlace place) {
  if (kind_of(place.type) == Kind::kArray) {
    auto inner = report::member_of(place, "_M_elems");
    if (!inner || dwarf_tag(&inner->type) != DW_TAG_array_type) return std::nullopt;
    place = *inner;
  }
  auto elements = elements_of_type(type_of(&place.type));
  auto count = count_of_array(&place.type);
  if (!elements || !count || *count > kMostSize) return std::nullopt;
  elements->size = *count;
  elements->first = place.address;
  return elements;
}

// The addresses of the first elements, and how many there are.
struct Chunks {
  uint64_t size = 0;
  std::vector<uint64_t> first;
  Dwarf_Die type{};
};

std::optional<Chunks> chunks_of_deque(const TypedPlace& place, uint64_t most, const ReadMemory& read) {
  Dwarf_Die type = place.type;
  auto element = elements_of_type(first_type_parameter(&type));
  auto start = member_of(place, {"_M_impl", "_M_start"}), finish = member_of(place, {"_M_impl", "_M_finish"});
  if (!element || !start || !finish) return std::nullopt;
  auto cur = word_in(*start, {"_M_cur"}, read), last = word_in(*start, {"_M_last"}, read);
  auto first = word_in(*start, {"_M_first"}, read), node = word_in(*start, {"_M_node"}, read);
  auto end = word_in(*finish, {"_M_cur"}, read), end_first = word_in(*finish, {"_M_first"}, read);
  auto end_node = word_in(*finish, {"_M_node"}, read);
  if (!cur || !last || !first || !node || !end || !end_first || !end_node) return std::nullopt;
  const uint64_t bytes = element->bytes, chunk = *last - *first;
  if (*last < *first || chunk == 0 || chunk % bytes != 0 || *cur < *first || *cur > *last || *end_node < *node ||
      *end < *end_first || (*end_node - *node) % 8 != 0 || *end_node - *node > kMostSize)
    return std::nullopt;
  Chunks chunks;
  chunks.type = element->type;
  const uint64_t nodes = (*end_node - *node) / 8;
  if (nodes == 0 && *end < *cur) return std::nullopt;
  chunks.size = nodes == 0 ? (*end - *cur) / bytes
                           : (*last - *cur) / bytes + (nodes - 1) * (chunk / bytes) + (*end - *end_first) / bytes;
  uint64_t at = *cur, limit = *last, row = *node;
  while (chunks.first.size() < std::min(chunks.size, most)) {
    if (at == limit) {
      row += 8;
      auto next = word_at(row, read);
      if (!next) return std::nullopt;
      at = *next;
      limit = at + chunk;
    }
    chunks.first.push_back(at);
    at += bytes;
  }
  return chunks;
}

std::string quoted(std::string_view text, uint64_t size) {
  std::string result = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (c == '\n')
      result += "\\n";
    else if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      result += c;
  return result + (size > text.size() ? fmt::format("...\" (size {})", size) : "\"");
}

std::string characters(uint64_t address, uint64_t size, const ReadMemory& read) {
  std::string text(std::min(size, kMostCharacters), '\0');
  if (size > kMostSize || (!text.empty() && !read(address, text.data(), text.size()))) return "";
  // (Not through the middle of a character.)
  if (size > text.size())
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80) != 0) text.pop_back();
  return quoted(text, size);
}

// Up to its zero.
std::string c_string(uint64_t address, uint64_t most, const ReadMemory& read) {
  std::string text;
  for (char c = 0; text.size() < std::min(most, kMostCharacters); text += c)
    if (!read(address + text.size(), &c, 1))
      return "";
    else if (c == 0)
      return quoted(text, text.size());
  return most <= kMostCharacters ? quoted(text, text.size()) : quoted(text, text.size()) + "...";
}

std::string text_of(const TypedPlace& place, const Look& look, int depth);

std::string list_of(const std::vector<uint64_t>& addresses, uint64_t size, Dwarf_Die type, const Look& look,
                    int depth) {
  std::string text;
  for (const uint64_t address : addresses) {
    const std::string element = text_of({type, address}, look, depth + 1);
    if (element.empty()) return fmt::format("size {}", size);
    text += (text.empty() ? "" : ", ") + element;
  }
  return fmt::format("{{{}{}}} (size {})", text, size > addresses.size() ? ", ..." : "", size);
}

std::string list_of(const Elements& elements, const Look& look, int depth) {
  std::vector<uint64_t> first;
  for (uint64_t k = 0; k < std::min(elements.size, kMostElements); k++)
    first.push_back(elements.first + k * elements.bytes);
  return list_of(first, elements.size, elements.type, look, depth);
}

bool is_char(Dwarf_Die type) {
  const char* name = dwarf_diename(&type);
  return dwarf_tag(&type) == DW_TAG_base_type && name != nullptr && std::string_view(name) == "char";
}

std::string pointer_text(uint64_t value, std::optional<Dwarf_Die> type, const Look& look, int depth) {
  if (value == 0) return "nullptr";
  if (type && is_char(*type)) return c_string(value, UINT64_MAX, look.read);
  if (const std::string name = look.name_of_target(value); !name.empty()) return "&" + name;
  if (type && depth < kDeepest)
    if (const std::string text = text_of({*type, value}, look, depth + 1); !text.empty()) return "-> " + text;
  return fmt::format("{:#x}", value);
}

std::string shared_text(const TypedPlace& place, bool is_weak, const Look& look, int depth) {
  Dwarf_Die type = place.type;
  auto pointer = word_in(place, {"_M_ptr"}, look.read), counts = word_in(place, {"_M_refcount", "_M_pi"}, look.read);
  if (!pointer || !counts) return "";
  if (*counts == 0) return *pointer == 0 ? "nullptr" : "";
  // Behind the table of its virtual functions.
  int32_t owners = 0;
  if (!look.read(*counts + 8, &owners, sizeof owners)) return "";
  if (is_weak && owners == 0) return "expired";
  const std::string target = pointer_text(*pointer, first_type_parameter(&type), look, depth);
  return target.empty() ? "" : fmt::format("{} ({} owner{})", target, owners, owners == 1 ? "" : "s");
}

std::string optional_text(const TypedPlace& place, const Look& look, int depth) {
  Dwarf_Die type = place.type;
  auto payload = report::member_of(place, "_M_payload");
  auto engaged = payload ? report::member_of(*payload, "_M_engaged") : std::nullopt;
  auto element = first_type_parameter(&type);
  uint8_t has_value = 0;
  if (!engaged || !element || !look.read(engaged->address, &has_value, 1) || has_value > 1) return "";
  return has_value == 0 ? "nullopt" : text_of({*element, place.address}, look, depth);
}

std::string container_text(const TypedPlace& place, Kind kind, const Look& look, int depth) {
  Dwarf_Die type = place.type;
  std::optional<uint64_t> size;
  switch (kind) {
    case Kind::kString: {
      // (clang does not describe it.)
      auto begin = word_at(place.address, look.read), count = word_at(place.address + 8, look.read);
      return begin && count ? characters(*begin, *count, look.read) : "";
    }
    case Kind::kStringView: {
      auto begin = word_in(place, {"_M_str"}, look.read), count = word_in(place, {"_M_len"}, look.read);
      return begin && count ? characters(*begin, *count, look.read) : "";
    }
    case Kind::kVector: {
      auto elements = elements_of_vector(place, look.read);
      return elements ? list_of(*elements, look, depth) : "";
    }
    case Kind::kArray: {
      auto elements = elements_of_array(place);
      return elements ? list_of(*elements, look, depth) : "";
    }
    case Kind::kDeque: {
      auto chunks = chunks_of_deque(place, kMostElements, look.read);
      return chunks ? list_of(chunks->first, chunks->size, chunks->type, look, depth) : "";
    }
    case Kind::kUnique: {
      // (With a deleter that has members, its place is not known.)
      auto pointer = size_of(&type) == 8 ? word_at(place.address, look.read) : std::nullopt;
      return pointer ? pointer_text(*pointer, first_type_parameter(&type), look, depth) : "";
    }
    case Kind::kShared:
    case Kind::kWeak: return shared_text(place, kind == Kind::kWeak, look, depth);
    case Kind::kOptional: return optional_text(place, look, depth);
    case Kind::kTree: size = word_in(place, {"_M_t", "_M_impl", "_M_node_count"}, look.read); break;
    case Kind::kHashed: size = word_in(place, {"_M_h", "_M_element_count"}, look.read); break;
    case Kind::kList: size = word_in(place, {"_M_impl", "_M_node", "_M_size"}, look.read); break;
    case Kind::kAtomic: {
      auto value = first_type_parameter(&type);
      return value ? text_of({*value, place.address}, look, depth) : "";
    }
    case Kind::kNone: break;
  }
  return size && *size <= kMostSize ? fmt::format("size {}", *size) : "";
}

std::string number_text(const TypedPlace& place, const Look& look) {
  Dwarf_Die type = place.type;
  auto bytes = size_of(&type);
  uint64_t value = 0;
  if (!bytes || *bytes > sizeof value || !look.read(place.address, &value, *bytes)) return "";
  return typed_value(type, value, static_cast<uint32_t>(*bytes)).value_or("");
}

std::string bits_text(const Member& member, const Look& look) {
  Dwarf_Die type = member.place.type;
  const uint64_t end = member.bits_before + member.bits;
  uint64_t value = 0;
  if (end > 64 || !look.read(member.place.address, &value, (end + 7) / 8)) return "";
  value = value << (64 - end) >> (64 - member.bits);
  // (With its sign, if its type has one.)
  const bool is_signed = typed_value(type, UINT64_MAX, 8) == "-1";
  if (is_signed && value >> (member.bits - 1) != 0 && member.bits < 64) value |= ~uint64_t{0} << member.bits;
  return typed_value(type, value, 8).value_or("");
}

// The members that something is known of, those of its base classes first.
void add_members(const TypedPlace& place, const Look& look, int depth, std::vector<std::string>& to) {
  for_each_member(place, [&](const Member& member) {
    Dwarf_Die type = member.place.type;
    if (member.is_base || (member.name == nullptr && !member.is_artificial)) {
      if (!is_system_type(&type)) add_members(member.place, look, depth, to);
    } else if (!member.is_artificial) {
      const std::string text = member.bits != 0 ? bits_text(member, look) : text_of(member.place, look, depth + 1);
      if (!text.empty()) to.push_back(fmt::format("{} = {}", member.name, text));
    }
    return true;
  });
}

std::string struct_text(const TypedPlace& place, const Look& look, int depth) {
  Dwarf_Die type = place.type;
  if (is_system_type(&type) || depth >= kDeepest) return "";
  std::vector<std::string> members;
  add_members(place, look, depth, members);
  if (members.empty()) return "";
  std::string text;
  for (size_t k = 0; k < std::min<size_t>(members.size(), kMostMembers); k++) text += (k == 0 ? "" : ", ") + members[k];
  return fmt::format("{{{}{}}}", text, members.size() > kMostMembers ? ", ..." : "");
}

std::string text_of(const TypedPlace& place, const Look& look, int depth) {
  if (depth > kDeepest) return "";
  Dwarf_Die type = place.type;
  switch (dwarf_tag(&type)) {
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type: return number_text(place, look);
    case DW_TAG_pointer_type: {
      auto value = word_at(place.address, look.read);
      return value ? pointer_text(*value, type_of(&type), look, depth) : "";
    }
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type: {
      auto target = target_of(place, look.read);
      return target ? text_of(*target, look, depth) : "";
    }
    case DW_TAG_array_type: {
      auto elements = elements_of_array(place);
      if (!elements) return "";
      return is_char(elements->type) ? c_string(elements->first, elements->size, look.read)
                                     : list_of(*elements, look, depth);
    }
    case DW_TAG_union_type: return struct_text(place, look, depth);
    case DW_TAG_structure_type:
    case DW_TAG_class_type: {
      const Kind kind = kind_of(type);
      return kind == Kind::kNone ? struct_text(place, look, depth) : container_text(place, kind, look, depth);
    }
    default: return "";
  }
}

}  // namespace

std::string contents_of(const TypedPlace& place, const ReadMemory& read, const NameOfTarget& name_of_target) {
  std::string text = text_of(place, {read, name_of_target}, 0);
  if (text.size() <= kMostText) return text;
  text.resize(kMostText);
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80) != 0) text.pop_back();
  return text + "...";
}

bool is_known_container(Dwarf_Die type) {
  return kind_of(type) != Kind::kNone;
}

std::optional<TypedPlace> target_of(const TypedPlace& place, const ReadMemory& read) {
  Dwarf_Die type = place.type;
  std::optional<uint64_t> address;
  std::optional<Dwarf_Die> target;
  switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
      address = word_at(place.address, read);
      target = type_of(&type);
      break;
    default:
      switch (kind_of(type)) {
        case Kind::kUnique:
          address = size_of(&type) == 8 ? word_at(place.address, read) : std::nullopt;
          target = first_type_parameter(&type);
          break;
        case Kind::kShared:
          address = word_in(place, {"_M_ptr"}, read);
          target = first_type_parameter(&type);
          break;
        case Kind::kOptional:
          address = place.address;
          target = first_type_parameter(&type);
          break;
        default: break;
      }
  }
  return address && *address != 0 && target ? std::optional(TypedPlace{*target, *address}) : std::nullopt;
}

std::optional<TypedPlace> element_of(const TypedPlace& place, uint64_t index, const ReadMemory& read) {
  const Kind kind = kind_of(place.type);
  Dwarf_Die type = place.type;
  if (kind == Kind::kDeque) {
    auto chunks = index < kMostSize ? chunks_of_deque(place, index + 1, read) : std::nullopt;
    return chunks && index < chunks->size ? std::optional(TypedPlace{chunks->type, chunks->first[index]})
                                          : std::nullopt;
  }
  std::optional<Elements> elements;
  if (kind == Kind::kVector) elements = elements_of_vector(place, read);
  if (kind == Kind::kArray || dwarf_tag(&type) == DW_TAG_array_type) elements = elements_of_array(place);
  if (dwarf_tag(&type) == DW_TAG_pointer_type) {
    elements = elements_of_type(type_of(&type));
    auto first = word_at(place.address, read);
    if (!elements || !first) return std::nullopt;
    elements->first = *first;
    elements->size = kMostSize;
  }
  if (!elements || index >= elements->size) return std::nullopt;
  return TypedPlace{elements->type, elements->first + index * elements->bytes};
}

}  // namespace mazurka::report
