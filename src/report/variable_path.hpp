// Which part of a variable lies at an offset in it, in the words of its source: "[1].mutex".
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace mazurka::report {

// A file of the compiler or of the system, or a header of ours.
bool is_system_file(const std::filesystem::path& file);

// Of a file of these, or without one.
bool is_system_type(Dwarf_Die* type);

// The variables with a fixed address in a compilation unit, in the file's own numbering.
void collect_variables(Dwarf_Die* unit, std::map<Dwarf_Addr, Dwarf_Die>& to);

// A variable that each thread has for itself.
struct ThreadLocal {
  Dwarf_Die die;
  uint64_t offset = 0;  // in those of the file
};
// The only one of this name in a compilation unit.
std::optional<ThreadLocal> thread_local_named(Dwarf_Die* unit, const std::string& name);

// The type behind typedefs, const and the like; nothing if there is none.
std::optional<Dwarf_Die> type_of(Dwarf_Die* die);
std::optional<uint64_t> size_of(Dwarf_Die* type);

struct PartOfType {
  std::string text;     // ".mutex", "[1].next"; may be empty
  Dwarf_Die type;       // of the part
  uint64_t offset = 0;  // in the part: not 0 inside of a type of a system header
};
// Types of system headers are taken as a whole.
PartOfType part_of_type(Dwarf_Die type, uint64_t offset);

// ... of the variable; what is left of the offset is told as "+4".
std::string path_in_variable(Dwarf_Die* variable, uint64_t offset);

}  // namespace mazurka::report
