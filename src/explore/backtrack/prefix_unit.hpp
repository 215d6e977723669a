// Units of a depth-first search whose backtrack sets grow from below, and what they tell.
//
// Which threads are taken from a state is a function of the executions that pass through it: the search is the smallest
// set of executions that contains the first one and all that the races of a member ask for. (Without sleep sets. With
// them the order matters.) So it can be explored in any order, if each thread is taken once from each state.
//
// The states from depth `base` on are the unit's own: nobody else adds to their backtrack sets or takes a thread there.
// Those above are shared. What the unit's executions ask for there it tells, and the PrefixSeries makes a unit of it,
// unless it has been asked for before.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explore/division.hpp"

namespace mazurka {

using ThreadList = std::vector<uint32_t>;

struct PrefixUnit {
  struct Taken {
    uint32_t thread = 0;
    uint32_t choice = 0;
    friend bool operator==(const Taken&, const Taken&) = default;
  };
  // The backtrack set of a state of its own.
  struct OwnSet {
    ThreadList left;
    ThreadList done;
  };

  uint32_t base = 0;
  uint64_t budget = UINT64_MAX;  // events: when it has had so many, the rest becomes units of their own
  std::vector<Taken> steps;      // from the initial state on; the last one has been explored
  // Is there something to be taken at depth base - 1? These threads, and other outcomes of what was taken there.
  bool has_todo = false;
  ThreadList todo;
  std::vector<OwnSet> own;  // of the states from base on at which one of the steps was taken

  bool is_root() const { return base == 0 && steps.empty(); }
  // A unit that is one execution and nothing to explore.
  static PrefixUnit only(std::vector<Taken> steps);

  Unit pack() const;
  static std::optional<PrefixUnit> unpack(const Unit& unit);
};

// What came of a unit.
struct PrefixNews {
  // Threads to be taken from the shared state at this depth.
  struct Asked {
    uint32_t depth = 0;
    ThreadList threads;
  };
  std::vector<Asked> asked;
  // States that were the unit's own and are shared now, from its base on: what was asked for there.
  std::vector<ThreadList> opened;
  std::optional<PrefixUnit> given, kept;  // the rest: what is left at the last of these, and what is below

  std::vector<uint32_t> words() const;
  static std::optional<PrefixNews> from_words(std::span<const uint32_t> words);
};

}  // namespace mazurka
