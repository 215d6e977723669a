#include "explore/algorithms.hpp"

#include <iterator>

#include "base/check.hpp"
#include "explore/backtrack/bounded.hpp"
#include "explore/backtrack/classic.hpp"
#include "explore/backtrack/dpor_cr.hpp"
#include "explore/backtrack/naive.hpp"
#include "explore/backtrack/source.hpp"
#include "explore/optimal/optimal.hpp"
#include "explore/outer_loop.hpp"
#include "explore/pop/pop.hpp"
#include "explore/sample/sampler.hpp"
#include "explore/stateful/stateful.hpp"
#include "explore/unfolding/qpor.hpp"

namespace mazurka {

namespace {

template <class T, class WithBound = T>
std::unique_ptr<Explorer> new_explorer(const Options& options) {
  if (options.has_bound()) return std::make_unique<WithBound>(options);
  return std::make_unique<T>(options);
}

constexpr std::string_view kDefault = "pop";
constexpr std::string_view kDefaultWithBound = "classic";

constexpr Algorithm kAlgorithms[] = {
    {.name = "naive",
     .summary = "every interleaving, without any reduction",
     .make = new_explorer<Naive>,
     .equivalence = Naive::kEquivalence,
     .all_interleavings = true,
     .takes_bounds = true},
    {.name = "classic",
     .summary = "DPOR with persistent sets and sleep sets",
     .make = new_explorer<Classic, Bounded>,
     .equivalence = Classic::kEquivalence,
     .takes_bounds = true,
     .optional_sleep_sets = true},
    {.name = "dpor_cr",
     .summary = "DPOR with commuting reads",
     .make = new_explorer<DporCr>,
     .equivalence = DporCr::kEquivalence,
     .optional_sleep_sets = true},
    {.name = "source",
     .summary = "DPOR with source sets",
     .make = new_explorer<Source>,
     .equivalence = Source::kEquivalence,
     .optional_sleep_sets = true},
    {.name = "optimal",
     .summary = "optimal DPOR with wakeup trees",
     .make = new_explorer<Optimal>,
     .equivalence = Optimal::kEquivalence,
     .optimal = true},
    {.name = "pop",
     .summary = "parsimonious optimal DPOR: each trace once, in little memory",
     .make = new_explorer<Pop>,
     .equivalence = Pop::kEquivalence,
     .policy = Policy::kReadsFirst,
     .optimal = true,
     .may_block_on_pairs = true,
     .divides = true,
     .has_inputs_in_tree = true},
    {.name = "qpor",
     .summary = "quasi-optimal exploration on unfoldings, optimal without --k",
     .make = new_explorer<Qpor>,
     .equivalence = Qpor::kEquivalence,
     .policy = Policy::kSpawnsFirst,
     .optimal = true,
     .takes_k = true},
    {.name = "stateful",
     .summary = "DPOR that explores what follows a state once, whatever led there",
     .make = new_explorer<Stateful>,
     .equivalence = Stateful::kEquivalence,
     .policy = Policy::kReadsFirst,
     .merges_states = true},
};

}  // namespace

std::span<const Algorithm> algorithms() {
  return kAlgorithms;
}

uint32_t index_of(const Algorithm& algorithm) {
  return static_cast<uint32_t>(&algorithm - kAlgorithms);
}

const Algorithm* find_algorithm(std::string_view name) {
  for (const Algorithm& algorithm : kAlgorithms)
    if (algorithm.name == name) return &algorithm;
  return nullptr;
}

const Algorithm& algorithm_named(std::string_view name) {
  const Algorithm* algorithm = find_algorithm(name);
  CHECK(algorithm != nullptr, "there is an algorithm of this name");
  return *algorithm;
}

const Algorithm& algorithm_at(uint32_t index) {
  return index < std::size(kAlgorithms) ? kAlgorithms[index] : default_algorithm();
}

const Algorithm& default_algorithm(bool with_bound) {
  return algorithm_named(with_bound ? kDefaultWithBound : kDefault);
}

std::unique_ptr<Explorer> make_explorer(const Algorithm& algorithm, const Options& options) {
  if (options.sample != 0) return std::make_unique<Sampler>(options);
  CHECK(!options.has_bound() || algorithm.takes_bounds, "only some algorithms take bounds");
  CHECK(options.division == nullptr || algorithm.divides || algorithm.divides_in_series(options.has_bound()),
        "only some algorithms can be divided");
  if (algorithm.has_inputs_in_tree && !options.outer_loop) return algorithm.make(options);
  CHECK(options.division == nullptr || !options.outer_loop, "only a tree with the inputs in it can be divided");
  return std::make_unique<OuterLoop>(algorithm.make, options);
}

}  // namespace mazurka
