// What lies in the program's memory, told by its type: "3", "{1, 2} (size 2)", "\"abc\"", "{value = 3, next =
// nullptr}".
//
// Containers and smart pointers are those of libstdc++, known by their names and members. Nothing of the program is
// called: memory is read, and what does not look sane is not told.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace mazurka::report {

// False: it cannot be read.
using ReadMemory = std::function<bool(uint64_t address, void* to, size_t bytes)>;

// Something in memory.
struct TypedPlace {
  Dwarf_Die type;  // without typedefs, const and the like
  uint64_t address = 0;
};

// How pointers to variables are told: "&one". Empty for those that point to none.
using NameOfTarget = std::function<std::string(uint64_t address)>;

// Empty if nothing is known to say.
std::string contents_of(const TypedPlace& place, const ReadMemory& read, const NameOfTarget& name_of_target);

// Is it a type of the standard library that contents_of() knows as a whole?
bool is_known_container(Dwarf_Die type);

// The member of this name, of it or of a class that it is derived from.
std::optional<TypedPlace> member_of(const TypedPlace& place, const char* name);
// What a pointer, a reference, a smart pointer or an optional leads to.
std::optional<TypedPlace> target_of(const TypedPlace& place, const ReadMemory& read);
// ... what lies in an array, std::array, std::vector or std::deque.
std::optional<TypedPlace> element_of(const TypedPlace& place, uint64_t index, const ReadMemory& read);

}  // namespace mazurka::report
