#include "explore/explorer.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "explore/bounded.hpp"
#include "explore/classic.hpp"
#include "explore/dpor_cr.hpp"
#include "explore/naive.hpp"
#include "explore/optimal.hpp"
#include "explore/pop.hpp"
#include "explore/source.hpp"
#include "explore/unfolding/qpor.hpp"

namespace mazurka {

namespace {
template <class T>
struct Named {
  T value;
  std::string_view name;
};
constexpr std::array<Named<Algorithm>, 7> kAlgorithms{{{Algorithm::kNaive, "naive"},
                                                       {Algorithm::kClassic, "classic"},
                                                       {Algorithm::kDporCr, "dpor_cr"},
                                                       {Algorithm::kSource, "source"},
                                                       {Algorithm::kOptimal, "optimal"},
                                                       {Algorithm::kPop, "pop"},
                                                       {Algorithm::kQpor, "qpor"}}};
constexpr std::array<Named<Policy>, 6> kPolicies{{{Policy::kReadsFirst, "reads-first"},
                                                  {Policy::kWritesFirst, "writes-first"},
                                                  {Policy::kNewestFirst, "newest-first"},
                                                  {Policy::kSpawnsFirst, "spawns-first"},
                                                  {Policy::kInOrder, "in-order"},
                                                  {Policy::kRandom, "random"}}};

template <class Table, class T>
std::string_view name_in(const Table& table, T value) {
  for (const auto& entry : table)
    if (entry.value == value) return entry.name;
  CHECK(false, "every value has a name");
}

template <class T, size_t N>
std::optional<T> named_in(const std::array<Named<T>, N>& table, std::string_view name) {
  for (const auto& entry : table)
    if (entry.name == name) return entry.value;
  return std::nullopt;
}
}  // namespace

void Statistics::count(const Execution& execution) {
  executions += !execution.blocked;
  blocked += execution.blocked;
  deadlocks += execution.deadlocked;
  failed += execution.failed;
  cut += execution.cut;
  events += execution.events.size();
  max_depth = std::max<uint64_t>(max_depth, execution.events.size());
}

std::unique_ptr<Explorer> make_explorer(Algorithm algorithm, const Options& options) {
  CHECK(!options.has_bound() || takes_bounds(algorithm), "only some algorithms take bounds");
  if (options.has_bound() && algorithm == Algorithm::kClassic) return std::make_unique<Bounded>(options);
  switch (algorithm) {
    case Algorithm::kNaive: return std::make_unique<Naive>(options);
    case Algorithm::kClassic: return std::make_unique<Classic>(options);
    case Algorithm::kDporCr: return std::make_unique<DporCr>(options);
    case Algorithm::kSource: return std::make_unique<Source>(options);
    case Algorithm::kOptimal: return std::make_unique<Optimal>(options);
    case Algorithm::kPop: return std::make_unique<Pop>(options);
    case Algorithm::kQpor: return std::make_unique<Qpor>(options);
  }
  CHECK(false, "every algorithm has an explorer");
}

Equivalence equivalence_of(Algorithm algorithm) {
  return {.commute_shared = algorithm == Algorithm::kPop || algorithm == Algorithm::kNaive};
}

bool is_optimal(Algorithm algorithm, uint32_t k) {
  return algorithm == Algorithm::kPop || algorithm == Algorithm::kOptimal || (algorithm == Algorithm::kQpor && k == 0);
}

bool takes_bounds(Algorithm algorithm) {
  return algorithm == Algorithm::kClassic || algorithm == Algorithm::kNaive;
}

Policy default_policy(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kPop: return Policy::kReadsFirst;
    case Algorithm::kQpor: return Policy::kSpawnsFirst;
    default: return Policy::kNewestFirst;
  }
}

std::string_view name_of(Algorithm algorithm) {
  return name_in(kAlgorithms, algorithm);
}
std::optional<Algorithm> algorithm_named(std::string_view name) {
  return named_in(kAlgorithms, name);
}
std::string_view name_of(Policy policy) {
  return name_in(kPolicies, policy);
}
std::optional<Policy> policy_named(std::string_view name) {
  return named_in(kPolicies, name);
}

}  // namespace mazurka
