// The members of a structure, class or union in the program's memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "report/program/typed_place.hpp"

namespace mazurka::report {

struct Member {
  const char* name = nullptr;  // null: it has none, as an anonymous union
  TypedPlace place;
  bool is_base = false;        // a class that it is derived from
  bool is_artificial = false;  // of the compiler's own
  uint64_t bits = 0;           // a bit field: how many, and how many before it, from the lowest bit of the place on
  uint64_t bits_before = 0;
};

// Those whose place is known (that of a virtual base is computed), as they stand in the source; false ends it.
void for_each_member(const TypedPlace& place, const std::function<bool(const Member&)>& look);

// The member of this name, of it or of a class that it is derived from.
std::optional<TypedPlace> member_of(const TypedPlace& place, const char* name);

}  // namespace mazurka::report
