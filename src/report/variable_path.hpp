// Which part of a variable lies at an offset in it, in the words of its source: "[1].mutex".
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace mazurka::report {

// A file of the compiler or of the system, or a header of ours.
bool is_system_file(const std::filesystem::path& file);

// The variables with a fixed address in a compilation unit, in the file's own numbering.
void collect_variables(Dwarf_Die* unit, std::map<Dwarf_Addr, Dwarf_Die>& to);

// Types of system headers are taken as a whole; what is left of the offset is told as "+4".
std::string path_in_variable(Dwarf_Die* variable, uint64_t offset);

}  // namespace mazurka::report
