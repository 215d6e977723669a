// A number for the set of traces that an exploration saw, to compare runs of one program: with another algorithm,
// compiler or way to restart. Numbers of threads and objects, which depend on the order of exploration and on
// addresses, do not enter: a thread is named by its parent and the step that spawned it, an object by the least step
// that touches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "model/event.hpp"

namespace mazurka {

// Equal for equivalent executions; else different, but for collisions of 64 bits. The events must be linked as recorded
// ones are.
uint64_t name_of_trace(std::span<const Event> events);

// Equal for equal memory; else different, but for collisions.
uint64_t name_of_memory(std::span<const std::byte> memory);

class TraceDigest {
 public:
  // The trace of an execution as a member. `outcome`: what the execution led to, if that counts.
  static uint64_t name_of(std::span<const Event> events, uint64_t outcome);
  // Adds it, if it is not in the set yet.
  bool add(std::span<const Event> events, uint64_t outcome = 0) { return add(name_of(events, outcome)); }
  // Adds a member, of any kind, by its name.
  bool add(uint64_t name);  // true: it is new

  uint64_t traces() const { return seen_.size(); }
  // The sum of the names.
  uint64_t sum() const { return sum_; }

 private:
  std::unordered_set<uint64_t> seen_;
  uint64_t sum_ = 0;
};

}  // namespace mazurka
