// All exploration algorithms, in one table.
//
// An algorithm is a row of it. Whatever runs, compares, tests, measures or lists algorithms goes over the table, and
// asks the row what the algorithm can do. So a new algorithm is a class behind the Explorer interface, in files of its
// own, and a row in algorithms.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "explore/explorer.hpp"
#include "explore/policy.hpp"
#include "model/event.hpp"

namespace mazurka {

struct Algorithm {
  std::string_view name;     // as users write it
  std::string_view summary;  // one line, for help texts
  std::unique_ptr<Explorer> (*make)(const Options& options) = nullptr;
  Equivalence equivalence;               // what it takes for equivalent
  Policy policy = Policy::kNewestFirst;  // the one it is best with
  bool optimal = false;                  // explores each trace exactly once and never blocks
  bool may_block_on_pairs = false;       // optimal, but may block in programs that have operations on two objects
  bool all_interleavings = false;        // reduces nothing
  bool takes_bounds = false;             // explores with a bound everything that the bound allows
  bool takes_k = false;                  // heeds Options::k, and is optimal only if that is 0
  bool optional_sleep_sets = false;      // heeds Options::sleep_sets
  bool divides = false;                  // heeds Options::division, for parts of a tree
  bool merges_states = false;            // explores what follows a state once: traces are neither kept nor counted
  bool has_inputs_in_tree = false;       // explores inputs itself; the others go from input to input (OuterLoop)

  bool is_optimal(uint32_t k) const { return optimal && k == 0; }
  // Heeds Options::division, for units of a series (series.hpp): it uses no sleep sets then.
  bool divides_in_series(bool has_bound) const { return takes_bounds && (has_bound || all_interleavings); }
};

// The table. An algorithm is known by the address of its row.
std::span<const Algorithm> algorithms();

// The place in the table: the same in all programs that are built from the same sources.
uint32_t index_of(const Algorithm& algorithm);

// Null if there is none.
const Algorithm* find_algorithm(std::string_view name);
// There must be one of this name.
const Algorithm& algorithm_named(std::string_view name);

// --algorithm=auto, in the place of an index, until it is settled what that means.
inline constexpr uint32_t kAuto = UINT32_MAX;
// The one at this place; for kAuto, and if there is none, the default.
const Algorithm& algorithm_at(uint32_t index);

// What to take if the user names none.
const Algorithm& default_algorithm(bool with_bound = false);

// With Options::sample it does not explore by the algorithm, but samples.
std::unique_ptr<Explorer> make_explorer(const Algorithm& algorithm, const Options& options);

}  // namespace mazurka
