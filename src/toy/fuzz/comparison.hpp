// Runs one exploration algorithm on one program, and compares what it explores with the oracle's census.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "explore/algorithms.hpp"
#include "toy/machine.hpp"
#include "toy/oracle/bounded_oracle.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka::toy {

// An algorithm with those of its options that change how it explores.
struct Variant {
  const Algorithm* algorithm = &default_algorithm();
  bool sleep_sets = true;
  uint32_t k = 0;             // if the algorithm takes one
  uint32_t bound = kNoBound;  // on preemptions or switches
  BoundKind bound_kind = BoundKind::kPreemptions;
  bool in_parts = false;    // if the algorithm divides
  bool outer_loop = false;  // if the algorithm has inputs in its tree; compared on programs with inputs only
  bool plain = false;       // if the algorithm merges states; compared on programs some of whose variables are plain
  bool fuses = false;       // so, too: critical sections are one event

  bool is_optimal() const { return algorithm->is_optimal(k); }
  // Does it explore each trace of the program exactly once?
  bool explores_each_once(const Machine& machine) const {
    return is_optimal() && (machine.inputs() == nullptr || (algorithm->has_inputs_in_tree && !outer_loop));
  }
  friend bool operator==(const Variant&, const Variant&) = default;
};
std::string name_of(const Variant& variant);  // "source", "source without sleep sets", "qpor with k = 2",
                                              // "classic preemptions <= 1", "pop in parts", "pop input by input",
                                              // "stateful on plain variables", "stateful with fused sections"

// Every variant of an algorithm, and of all that there are.
std::vector<Variant> variants_of(const Algorithm& algorithm);
std::vector<Variant> all_variants();

using ExplorerFactory = std::function<std::unique_ptr<Explorer>(const Algorithm&, const Options&)>;

struct ComparisonOptions {
  Policy policy = Policy::kReadsFirst;
  uint64_t seed = 1;  // of the policy
  // Algorithms without reduction, and variants without sleep sets or with a bound, are compared only on programs with
  // at most this many interleavings, the others are given up after so many executions for each trace.
  uint64_t max_interleavings = 1'000;
  uint64_t max_executions_per_trace = 200;
  // The program has operations on two variables: some algorithms may give up runs (Algorithm::may_block_on_pairs).
  bool pairs = false;
  // With a bound: how many there are without it.
  uint64_t traces_without_bound = 0;
  uint64_t interleavings_without_bound = 0;
  ExplorerFactory factory = make_explorer;
};

struct Verdict {
  bool compared = true;     // false: it would have taken too many executions
  std::string complaint;    // what differs from the census; "" if nothing does
  uint64_t executions = 0;  // blocked ones not counted
  uint64_t duplicates = 0;  // executions whose trace had been explored before
  uint64_t blocked = 0;
  bool wrong() const { return !complaint.empty(); }
};

// Every trace of the census must be explored and no other, each with the same end (deadlocked, failed, cut) and the
// same failing events; by an optimal algorithm each once (with inputs: if it has them in its tree), and no run given up
// but for the exception above. One that merges states (Algorithm::merges_states) must find the same ends, states of
// threads and failures as there are in the graph of all states. `census` must be complete, of the algorithm's
// equivalence, and of the traces within the variant's bound if it has one.
Verdict compare(Machine& machine, const Census& census, const Variant& variant, const ComparisonOptions& options);

}  // namespace mazurka::toy
