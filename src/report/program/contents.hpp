// What lies in the program's memory, told by its type: "3", "{1, 2} (size 2)", "\"abc\"", "{value = 3, next =
// nullptr}".
//
// Containers and smart pointers are those of libstdc++, known by their names and members. Nothing of the program is
// called: memory is read, and what does not look sane is not told.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "report/program/typed_place.hpp"

namespace mazurka::report {

// How pointers to variables are told: "&one". Empty for those that point to none.
using NameOfTarget = std::function<std::string(uint64_t address)>;

// Empty if nothing is known to say.
std::string contents_of(const TypedPlace& place, const ReadMemory& read, const NameOfTarget& name_of_target);

// Is it a type of the standard library that contents_of() knows as a whole?
bool is_known_container(Dwarf_Die type);

// What a pointer, a reference, a smart pointer or an optional leads to.
std::optional<TypedPlace> target_of(const TypedPlace& place, const ReadMemory& read);
// ... what lies in an array, std::array, std::vector or std::deque.
std::optional<TypedPlace> element_of(const TypedPlace& place, uint64_t index, const ReadMemory& read);

}  // namespace mazurka::report
