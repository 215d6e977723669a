// Critical sections that are one event.
//
// A thread that locks a mutex, accesses plain memory and unlocks the mutex, with nothing else in between, may be taken
// to do all of it at once, if that is all that is ever done with the mutex: then nobody can see that it is held. Such a
// section reads and writes locations, and no mutex; sections whose locations are apart commute. For data races they
// must not be ordered by the mutex, then, but by the locations that they have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/ids.hpp"

namespace mazurka {

// An access to plain memory.
struct PlainUse {
  uint32_t location = 0;  // a number of the program's choice, always the same for one place
  bool writes = false;

  friend bool operator==(const PlainUse&, const PlainUse&) = default;
};

// What a program tells of its sections, if it can.
class CriticalSections {
 public:
  CriticalSections() = default;
  CriticalSections(const CriticalSections&) = default;
  CriticalSections& operator=(const CriticalSections&) = default;
  virtual ~CriticalSections() = default;

  // From the next restart on: the explorer takes sections for one event, or does so no more. Whatever section_of()
  // tells, it executes the unlock next.
  virtual void fuse(bool fuses) = 0;
  // Sections of this mutex are never one event. Until fuse() is called again.
  virtual void keep_apart(ObjectId mutex) = 0;
  // The last step of the thread locked a mutex, its next one unlocks that: what it accessed in between, each location
  // once. Nothing: it is no such section.
  virtual std::optional<std::span<const PlainUse>> section_of(ThreadId thread) = 0;
  // What is to be thought of the sections so far; asked for after each step, and at the end of each execution: then at
  // the latest it is told.
  enum class Doubt : uint8_t {
    kNone,
    kAgain,   // what a section was said to access was not enough: all begins again
    kNoMore,  // all begins again without fused sections. Accesses of this execution may race (less is taken to be
              // ordered than really is, so that such races are no failures), or the order of sections can be seen
              // otherwise
  };
  virtual Doubt doubt(bool has_ended) = 0;
};

}  // namespace mazurka
