#include "report/symbolizer.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "report/program/contents.hpp"
#include "report/program/locals.hpp"
#include "report/program/members.hpp"
#include "report/program/scopes.hpp"
#include "report/program/typed_values.hpp"
#include "report/program/written_names.hpp"
#include "report/variable_path.hpp"

namespace mazurka::report {

namespace {

namespace fs = std::filesystem;

std::string demangled(const std::string& name) {
  // Without this prefix it is a name of C, and the demangler would take "x" for the type that has this code.
  if (!name.starts_with("_Z")) return name.substr(0, name.find(" [clone "));
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                   std::free);
  std::string result = status == 0 && text ? text.get() : name;
  // A part that the compiler split off is the same function to the reader.
  return as_written(result.substr(0, result.find(" [clone ")));
}

// The number that C compilers append to the names of static variables in functions: "count.0".
std::string without_suffix(std::string name) {
  size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == name.size()) return name;
  for (size_t k = dot + 1; k < name.size(); k++)
    if (!std::isdigit(static_cast<unsigned char>(name[k]))) return name;
  return name.substr(0, dot);
}

void place(Frame& frame, const char* file, const char* directory) {
  fs::path path(file);
  if (path.is_relative() && directory != nullptr) path = fs::path(directory) / path;
  path = path.lexically_normal();
  // Bazel's name for the folder that it builds from, which is where its users are.
  if (const fs::path own = path.lexically_relative("/proc/self/cwd"); !own.empty() && *own.begin() != "..") path = own;
  frame.system = is_system_file(path) || is_framework_file(path.string());
  std::error_code error;
  fs::path here = fs::current_path(error);
  fs::path relative = error ? fs::path() : path.lexically_relative(here);
  if (!relative.empty() && *relative.begin() != "..") path = relative;
  frame.file = path.string();
}

std::string function_name(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  const char* name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
  if (name == nullptr) name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute));
  if (name != nullptr) return demangled(name);
  name = dwarf_diename(die);
  return name == nullptr ? "" : name;
}

uint32_t number_of(Dwarf_Die* die, unsigned attribute_name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(die, attribute_name, &attribute), &value) != 0) return 0;
  return static_cast<uint32_t>(value);
}

// What Debian has apart for the libraries of the system (libc6-dbg) takes a tenth of a second to unpack, and frames
// there are folded: their names are enough, and a report is then the same with that package and without.
int find_debuginfo(Dwfl_Module* module, void** data, const char* name, Dwarf_Addr base, const char* file,
                   const char* link, GElf_Word checksum, char** found) {
  if (file != nullptr && is_system_file(file)) return -1;
  return dwfl_standard_find_debuginfo(module, data, name, base, file, link, checksum, found);
}

}  // namespace

bool is_framework_file(const std::string& path) {
  constexpr std::string_view kParts[] = {"/gtest/",      "/gmock/",   "/googletest/", "/catch2/",          "/doctest/",
                                         "/boost/test/", "catch.hpp", "doctest.h",    "catch_amalgamated."};
  return std::any_of(std::begin(kParts), std::end(kParts),
                     [&](std::string_view part) { return path.find(part) != path.npos; });
}

struct Symbolizer::Files {
  Dwfl_Callbacks callbacks{};
  Dwfl* dwfl = nullptr;
  std::map<std::pair<uint64_t, PcKind>, std::vector<Frame>> known;
  std::map<Dwfl_Module*, std::map<Dwarf_Addr, Dwarf_Die>> variables;  // by address in the file

  Scopes scopes;
  std::vector<Dwarf_Die> types;                                        // what numbers stand for, from 1
  std::map<std::string, std::map<uint64_t, Dwarf_Die>> types_by_name;  // and size

  ~Files() {
    if (dwfl != nullptr) dwfl_end(dwfl);
  }

  // The same type may have several numbers.
  Variable part(const std::string& name, Dwarf_Die* variable_or_null, std::optional<Dwarf_Die> type, uint64_t offset) {
    if (variable_or_null != nullptr) type = type_of(variable_or_null);
    const std::string whole = offset == 0 ? name : "";
    if (!type) return {offset == 0 ? name : fmt::format("{}+{}", name, offset), 0, whole, false, 0};
    const PartOfType found = part_of_type(*type, offset);
    const Dwarf_Die value = value_type_of(found.type);
    types.push_back(value);
    const bool is_value = class_of(value) == ValueClass::kNumber || class_of(value) == ValueClass::kPointer;
    const bool is_inside = found.offset != 0 && !is_value;
    return {name + found.text + (found.offset == 0 || is_inside ? "" : fmt::format("+{}", found.offset)),
            static_cast<uint32_t>(types.size()), whole, is_inside || (!is_value && found.offset == 0), found.offset};
  }

  // The types of a name, of one size each.
  static void find_types(Dwarf_Die* scope, const std::string& name, std::map<uint64_t, Dwarf_Die>& to) {
    Dwarf_Die child;
    for (int more = dwarf_child(scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      const bool is_class = tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
      if (tag == DW_TAG_namespace || is_class) find_types(&child, name, to);
      const char* own = is_class || tag == DW_TAG_base_type ? dwarf_diename(&child) : nullptr;
      if (own == nullptr || name != own) continue;
      if (const auto size = size_of(&child)) to.emplace(*size, child);
    }
  }

  const std::map<uint64_t, Dwarf_Die>& types_named(const std::string& name) {
    auto [entry, is_new] = types_by_name.try_emplace(name);
    Dwarf_Addr bias = 0;
    if (is_new)
      for (Dwarf_Die* unit = nullptr; (unit = dwfl_nextcu(dwfl, unit, &bias)) != nullptr;)
        find_types(unit, name, entry->second);
    return entry->second;
  }

  Dwarf_Die* variable_at(Dwfl_Module* module, Dwarf_Addr address) {
    auto [entry, is_new] = variables.try_emplace(module);
    Dwarf_Addr bias = 0;
    if (is_new)
      for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;)
        collect_variables(unit, entry->second);
    dwfl_module_getdwarf(module, &bias);
    auto variable = entry->second.find(address - bias);
    return variable == entry->second.end() ? nullptr : &variable->second;
  }

  // The part of the variable that begins `offset` bytes before the address.
  std::string path(Dwfl_Module* module, Dwarf_Addr address, uint64_t offset) {
    if (Dwarf_Die* variable = variable_at(module, address - offset)) return path_in_variable(variable, offset);
    return offset == 0 ? "" : fmt::format("+{}", offset);
  }

  // The compilation unit of an address, which is in the file's own numbering after this. clang writes no
  // .debug_aranges, and libdw finds nothing without them: then look at every unit.
  static Dwarf_Die* unit_of(Dwfl_Module* module, Dwarf_Addr& address) {
    Dwarf_Addr bias = 0;
    if (Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias)) {
      address -= bias;
      return unit;
    }
    for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;)
      if (dwarf_haspc(unit, address - bias) > 0) {
        address -= bias;
        return unit;
      }
    return nullptr;
  }

  std::vector<Frame> look_up(Dwarf_Addr pc) {
    Dwfl_Module* module = dwfl_addrmodule(dwfl, pc);
    if (module == nullptr) return {};
    std::vector<Frame> result = look_up(module, pc);
    // A library of the system may have debug information too.
    const char* file = dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (file != nullptr && is_system_file(file))
      for (Frame& frame : result) frame.system = true;
    return result;
  }

  std::vector<Frame> look_up(Dwfl_Module* module, Dwarf_Addr pc) {
    std::vector<Frame> result;
    const char* symbol = dwfl_module_addrname(module, pc);
    Dwarf_Addr address = pc;
    Dwarf_Die* unit = unit_of(module, address);
    if (unit == nullptr) {
      if (symbol != nullptr) result.push_back({.function = demangled(symbol), .file = "", .system = true});
      return result;
    }
    Dwarf_Attribute attribute;
    const char* directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    Frame frame;
    if (Dwarf_Line* line = dwarf_getsrc_die(unit, address)) {
      int number = 0;
      if (dwarf_lineno(line, &number) == 0) frame.line = static_cast<uint32_t>(number);
      if (dwarf_linecol(line, &number) == 0) frame.column = static_cast<uint32_t>(number);
      if (const char* file = dwarf_linesrc(line, nullptr, nullptr)) place(frame, file, directory);
    }
    Dwarf_Files* files = nullptr;
    if (dwarf_getsrcfiles(unit, &files, nullptr) != 0) files = nullptr;
    for (Dwarf_Die& scope : scopes.around(unit, address)) {
      int tag = dwarf_tag(&scope);
      if (tag == DW_TAG_inlined_subroutine) {
        frame.function = function_name(&scope);
        frame.inlined = true;
        result.push_back(std::exchange(frame, Frame{}));
        frame.line = number_of(&scope, DW_AT_call_line);
        frame.column = number_of(&scope, DW_AT_call_column);
        const char* file =
            files == nullptr ? nullptr : dwarf_filesrc(files, number_of(&scope, DW_AT_call_file), nullptr, nullptr);
        if (file != nullptr) place(frame, file, directory);
      } else if (tag == DW_TAG_subprogram) {
        frame.function = function_name(&scope);
        break;
      }
    }
    // Lambdas and the like have no mangled name in DWARF, but in the symbol table.
    if (symbol != nullptr && (frame.function.empty() || (frame.function.find('(') == std::string::npos &&
                                                         std::string_view(symbol).starts_with("_Z"))))
      frame.function = demangled(symbol);
    if (frame.file.empty()) frame.system = true;
    result.push_back(std::move(frame));
    return result;
  }
};

Symbolizer::Symbolizer(std::span<const protocol::ModuleRecord> modules, const std::string& program)
    : files_(std::make_unique<Files>()) {
  files_->callbacks.find_elf = dwfl_build_id_find_elf;
  files_->callbacks.find_debuginfo = find_debuginfo;
  files_->callbacks.section_address = dwfl_offline_section_address;
  files_->dwfl = dwfl_begin(&files_->callbacks);
  if (files_->dwfl == nullptr) return;
  dwfl_report_begin(files_->dwfl);
  std::set<std::string> seen;
  for (const protocol::ModuleRecord& module : modules) {
    std::string path(module.path, strnlen(module.path, sizeof(module.path)));
    if (path.empty()) path = program;
    if (path.empty() || !seen.insert(path).second) continue;
    dwfl_report_elf(files_->dwfl, path.c_str(), path.c_str(), -1, module.base, true);
  }
  dwfl_report_end(files_->dwfl, nullptr, nullptr);
}

Symbolizer::~Symbolizer() = default;

std::vector<Frame> Symbolizer::frames(uint64_t pc, PcKind kind) {
  if (files_->dwfl == nullptr || pc == 0) return {};
  auto [entry, is_new] = files_->known.try_emplace({pc, kind});
  if (is_new) entry->second = files_->look_up(kind == PcKind::kReturnAddress ? pc - 1 : pc);
  return entry->second;
}

std::optional<Frame> Symbolizer::user_frame(uint64_t pc, PcKind kind) {
  return first_user_frame(frames(pc, kind));
}

namespace {
// The object of the symbol table that holds an address; its name and where in it that is.
std::optional<std::pair<std::string, uint64_t>> symbol_at(Dwfl_Module* module, uint64_t address) {
  GElf_Off offset = 0;
  GElf_Sym symbol{};
  const char* name = dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || offset >= symbol.st_size) return std::nullopt;
  return std::pair{without_suffix(demangled(name)), offset};
}
}  // namespace

std::optional<std::string> Symbolizer::variable(uint64_t address) {
  if (files_->dwfl == nullptr) return std::nullopt;
  Dwfl_Module* module = dwfl_addrmodule(files_->dwfl, address);
  if (module == nullptr) return std::nullopt;
  const auto symbol = symbol_at(module, address);
  if (!symbol) return std::nullopt;
  return symbol->first + files_->path(module, address, symbol->second);
}

std::optional<Variable> Symbolizer::find_variable(uint64_t address) {
  if (files_->dwfl == nullptr) return std::nullopt;
  Dwfl_Module* module = dwfl_addrmodule(files_->dwfl, address);
  if (module == nullptr) return std::nullopt;
  const auto symbol = symbol_at(module, address);
  if (!symbol) return std::nullopt;
  return files_->part(symbol->first, files_->variable_at(module, address - symbol->second), std::nullopt,
                      symbol->second);
}

std::optional<Variable> Symbolizer::find_local(uint64_t pc, uint64_t frame, uint64_t address) {
  if (files_->dwfl == nullptr || pc == 0) return std::nullopt;
  Dwarf_Addr at = pc - 1;
  Dwfl_Module* module = dwfl_addrmodule(files_->dwfl, at);
  Dwarf_Die* unit = module == nullptr ? nullptr : Files::unit_of(module, at);
  if (unit == nullptr) return std::nullopt;
  auto local = local_at(files_->scopes.around(unit, at), at, frame, address);
  const char* name = local ? dwarf_diename(&local->die) : nullptr;
  if (name == nullptr) return std::nullopt;
  return files_->part(name, &local->die, std::nullopt, address - local->address);
}

std::vector<uint64_t> Symbolizer::sizes_of_type(const std::string& type) {
  std::vector<uint64_t> sizes;
  if (files_->dwfl == nullptr) return sizes;
  for (const auto& [size, die] : files_->types_named(type)) sizes.push_back(size);
  return sizes;
}

std::string Symbolizer::type_behind(const std::string& name, uint64_t pc) {
  if (files_->dwfl == nullptr || pc == 0) return "";
  Dwarf_Addr at = pc - 1;
  Dwfl_Module* module = dwfl_addrmodule(files_->dwfl, at);
  Dwarf_Die* unit = module == nullptr ? nullptr : Files::unit_of(module, at);
  if (unit == nullptr) return "";
  std::vector<Dwarf_Die> scopes = files_->scopes.around(unit, at);
  scopes.push_back(*unit);
  for (Dwarf_Die& scope : scopes) {
    Dwarf_Die child;
    for (int more = dwarf_child(&scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      const char* own = tag == DW_TAG_variable || tag == DW_TAG_formal_parameter ? dwarf_diename(&child) : nullptr;
      if (own == nullptr || name != own) continue;
      auto pointer = type_of(&child);
      auto target = pointer && dwarf_tag(&*pointer) == DW_TAG_pointer_type ? type_of(&*pointer) : std::nullopt;
      return target ? name_of_type(*target) : "";
    }
  }
  return "";
}

std::optional<Variable> Symbolizer::find_in_type(const std::string& type, uint64_t bytes, uint64_t offset) {
  if (files_->dwfl == nullptr) return std::nullopt;
  const std::map<uint64_t, Dwarf_Die>& types = files_->types_named(type);
  const auto found = types.find(bytes);
  if (found == types.end()) return std::nullopt;
  return files_->part("", nullptr, found->second, offset);
}

namespace {
// The one variable of this name; of several, the one that the unit declares.
std::optional<std::pair<Dwarf_Addr, Dwarf_Die>> only_variable(const std::map<Dwarf_Addr, Dwarf_Die>& variables,
                                                              const std::string& name, Dwarf_Die* unit) {
  std::vector<std::pair<Dwarf_Addr, Dwarf_Die>> found;
  for (auto [address, die] : variables)
    if (const char* own = dwarf_diename(&die); own != nullptr && name == own) found.emplace_back(address, die);
  if (found.size() > 1)
    std::erase_if(found, [&](auto& one) {
      Dwarf_Die of;
      return dwarf_diecu(&one.second, &of, nullptr, nullptr) == nullptr ||
             dwarf_dieoffset(&of) != dwarf_dieoffset(unit);
    });
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

// Where a thread has the file's variables that are its own. They lie right before what its pointer points to, if the
// file is the program itself; where those of libraries lie is not known here.
std::optional<uint64_t> thread_locals_of(Dwfl_Module* module, uint64_t thread_pointer) {
  GElf_Addr bias = 0;
  Elf* elf = dwfl_module_getelf(module, &bias);
  size_t count = 0;
  if (elf == nullptr || elf_getphdrnum(elf, &count) != 0 || thread_pointer == 0) return std::nullopt;
  bool is_program = false;
  std::optional<uint64_t> bytes;
  for (size_t k = 0; k < count; k++) {
    GElf_Phdr header;
    if (gelf_getphdr(elf, static_cast<int>(k), &header) == nullptr) continue;
    is_program |= header.p_type == PT_INTERP;
    if (header.p_type != PT_TLS) continue;
    const uint64_t align = std::max<uint64_t>(header.p_align, 1);
    bytes = (header.p_memsz + align - 1) / align * align;
  }
  return is_program && bytes ? std::optional(thread_pointer - *bytes) : std::nullopt;
}
}  // namespace

std::optional<TypedPlace> Symbolizer::find_named(const std::string& name, const ActiveFrame& frame) {
  if (files_->dwfl == nullptr || frame.pc() == 0) return std::nullopt;
  Dwarf_Addr at = frame.pc() - 1;
  Dwfl_Module* module = dwfl_addrmodule(files_->dwfl, at);
  Dwarf_Die* unit = module == nullptr ? nullptr : Files::unit_of(module, at);
  if (unit == nullptr) return std::nullopt;
  LoadedFile file;
  dwfl_module_getdwarf(module, &file.bias);
  file.thread_locals = thread_locals_of(module, frame.thread_pointer());
  const std::vector<Dwarf_Die> scopes = files_->scopes.around(unit, at);
  if (FoundLocal found = local_named(scopes, name.c_str(), at, file, frame); found.exists) return found.place;
  for (const char* self : {"this", "__closure"}) {
    const FoundLocal found = local_named(scopes, self, at, file, frame);
    Dwarf_Die pointer = found.type.value_or(Dwarf_Die{});
    const auto type = found.type ? type_of(&pointer) : std::nullopt;
    const auto object = found.place ? target_of(*found.place, frame.read()) : std::nullopt;
    for (const std::string& member : {name, "__" + name}) {
      if (auto place = object ? member_of(*object, member.c_str()) : std::nullopt) return place;
      // It means a member of an object that is not known.
      if (!object && type && member_of({*type, 0}, member.c_str())) return std::nullopt;
    }
  }
  files_->variable_at(module, frame.pc());  // (they are collected)
  if (auto global = only_variable(files_->variables[module], name, unit)) {
    auto type = type_of(&global->second);
    return type ? std::optional(TypedPlace{*type, global->first + file.bias}) : std::nullopt;
  }
  auto own = file.thread_locals ? thread_local_named(unit, name) : std::nullopt;
  auto type = own ? type_of(&own->die) : std::nullopt;
  return type ? std::optional(TypedPlace{*type, *file.thread_locals + own->offset}) : std::nullopt;
}

std::optional<TypedPlace> Symbolizer::place_of_type(uint32_t type, uint64_t address) const {
  if (type == 0 || type > files_->types.size()) return std::nullopt;
  return TypedPlace{files_->types[type - 1], address};
}

std::optional<std::string> Symbolizer::value_text(uint32_t type, uint64_t value, uint32_t bytes) const {
  if (type == 0 || type > files_->types.size()) return std::nullopt;
  return typed_value(files_->types[type - 1], value, bytes);
}

std::string Symbolizer::type_name(uint32_t type) const {
  return type == 0 || type > files_->types.size() ? "" : name_of_type(files_->types[type - 1]);
}

bool Symbolizer::is_pointer(uint32_t type) const {
  return type != 0 && type <= files_->types.size() && class_of(files_->types[type - 1]) == ValueClass::kPointer;
}

std::optional<Frame> first_user_frame(std::span<const Frame> frames) {
  for (const Frame& frame : frames)
    if (!frame.system) return frame;
  if (frames.empty()) return std::nullopt;
  return frames.back();
}

std::string position_of(const Frame& frame) {
  if (frame.file.empty()) return "";
  return frame.line == 0 ? frame.file : fmt::format("{}:{}", frame.file, frame.line);
}

}  // namespace mazurka::report
