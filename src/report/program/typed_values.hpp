// What a number in the program's memory means, by the type that the debug information gives it.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mazurka::report {

// Of what std::atomic<T> holds: T; else the type itself.
Dwarf_Die value_type_of(Dwarf_Die type);

// T of std::vector<T, ...>.
std::optional<Dwarf_Die> first_type_parameter(Dwarf_Die* type);

// "bool", "State", "Node*"; empty if it has no name.
std::string name_of_type(Dwarf_Die type);

enum class ValueClass : uint8_t { kUnknown, kNumber, kPointer, kStructure };
ValueClass class_of(Dwarf_Die type);

// "true", "kStopped", "2.5", "'a'", "nullptr"; nothing for a type that no text is known for, and for other pointers.
std::optional<std::string> typed_value(Dwarf_Die type, uint64_t value, uint32_t bytes);

}  // namespace mazurka::report
