// Small strong types for the things that are numbered: a thread is not an object, and neither is a plain int.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace mazurka {

template <class Tag>
struct Id {
  uint32_t number = 0;

  constexpr Id() = default;
  constexpr explicit Id(size_t n) : number(static_cast<uint32_t>(n)) {}
  constexpr size_t index() const { return number; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

// A thread of the checked program. The same thread has the same id in every execution in which it exists; ids are
// dense.
using ThreadId = Id<struct ThreadTag>;

// A shared object (variable, mutex, semaphore, condition variable, ...). Dense, and the same in every execution.
using ObjectId = Id<struct ObjectTag>;

}  // namespace mazurka
