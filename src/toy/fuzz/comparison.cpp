#include "toy/fuzz/comparison.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/check.hpp"
#include "model/fingerprint.hpp"
#include "toy/fuzz/parts.hpp"
#include "toy/fuzz/state_comparison.hpp"

namespace mazurka::toy {

namespace {

// May explore a number of executions that is in no proportion to the traces.
bool is_wasteful(const Variant& variant) {
  return variant.algorithm->all_interleavings || !variant.sleep_sets || variant.bound != kNoBound;
}

// Counts what an explorer tells, and stops it when it goes on for too long.
class Tally final : public Observer {
 public:
  Tally(const Machine& machine, const Census& census, uint64_t max_runs)
      : machine_(machine), census_(census), max_runs_(max_runs) {
    times_explored_.reserve(census.traces.size());
  }

  bool on_execution(const Execution& execution) override {
    deadlocks += execution.deadlocked;
    failed += execution.failed;
    cut += execution.cut;
    if (execution.blocked)
      blocked++;
    else
      on_maximal(execution);
    stopped = executions + blocked >= max_runs_;
    return !stopped;
  }

  uint64_t executions = 0;
  uint64_t duplicates = 0;
  uint64_t blocked = 0;
  // Of all runs, blocked ones too.
  uint64_t deadlocks = 0;
  uint64_t failed = 0;
  uint64_t cut = 0;
  uint64_t foreign = 0;        // executions of a trace that the census does not have
  uint64_t wrong_outcome = 0;  // that end in another way than the census says
  bool stopped = false;
  uint64_t distinct() const { return times_explored_.size(); }
  std::unordered_set<Fingerprint> failing_events;

 private:
  void on_maximal(const Execution& execution) {
    hasher_.reset(machine_.thread_count(), machine_.object_count());
    last_event_.assign(machine_.thread_count(), Fingerprint{});
    ConstraintNames names(machine_.inputs());
    hasher_.begin(names(execution.path.root()));
    for (uint32_t k = 0; k < execution.events.size(); k++)
      last_event_[execution.events[k].thread.index()] = hasher_.add(execution.events[k], names(execution.path.of(k)));
    for (const Failure& failure : machine_.failures()) failing_events.insert(last_event_[failure.thread.index()]);

    Outcome outcome{execution.deadlocked, execution.failed, execution.cut};
    executions++;
    Fingerprint name = hasher_.fingerprint();
    auto expected = census_.traces.find(name);
    if (expected == census_.traces.end()) {
      foreign++;
      return;
    }
    if (expected->second != outcome) wrong_outcome++;
    if (++times_explored_[name] > 1) duplicates++;
  }

  const Machine& machine_;
  const Census& census_;
  uint64_t max_runs_;
  TraceHasher hasher_;
  std::vector<Fingerprint> last_event_;
  std::unordered_map<Fingerprint, uint32_t> times_explored_;
};

bool agrees(const Statistics& statistics, const Tally& tally) {
  return statistics.executions == tally.executions && statistics.blocked == tally.blocked &&
         statistics.deadlocks == tally.deadlocks && statistics.failed == tally.failed && statistics.cut == tally.cut;
}

std::string complaint_about(const Statistics& statistics, const Tally& tally, const Census& census,
                            const Variant& variant, const ComparisonOptions& options, const Machine& machine) {
  bool may_block = variant.algorithm->may_block_on_pairs && options.pairs;
  if (statistics.diverged) return "says that the program diverged";
  if (tally.stopped) return "goes on for too long";
  if (tally.foreign > 0) return "explores executions that do not exist, or that it should take for equivalent";
  if (tally.distinct() != census.traces.size()) return "misses traces";
  if (tally.wrong_outcome > 0) return "tells the end of executions wrongly";
  if (tally.failing_events != census.failing_events) return "finds other failures";
  if (variant.explores_each_once(machine) && tally.duplicates > 0) return "repeats traces";
  if (variant.is_optimal() && tally.blocked > 0 && !may_block) return "gives up runs";
  bool all_interleavings =
      variant.algorithm->all_interleavings && variant.bound == kNoBound && machine.inputs() == nullptr;
  if (all_interleavings && tally.executions != census.interleavings)
    return "should explore " + std::to_string(census.interleavings) + " interleavings";
  bool all = variant.bound == kNoBound || census.traces.size() == options.traces_without_bound;
  if (!all && !statistics.bounded) return "does not say that a bound kept it from exploring everything";
  if (variant.bound == kNoBound && statistics.bounded) return "says that it was bounded";
  if (!statistics.complete) return "says that it did not explore everything";
  if (!agrees(statistics, tally)) return "has statistics that differ from what it told the observer";
  return "";
}

}  // namespace

std::string name_of(const Variant& variant) {
  std::string name(variant.algorithm->name);
  if (variant.k != 0) name += " with k = " + std::to_string(variant.k);
  if (variant.bound != kNoBound)
    name += (variant.bound_kind == BoundKind::kPreemptions ? " preemptions <= " : " switches <= ") +
            std::to_string(variant.bound);
  if (variant.in_parts) name += " in parts";
  if (variant.outer_loop) name += " input by input";
  if (variant.fuses)
    name += " with fused sections";
  else if (variant.plain)
    name += " on plain variables";
  return variant.sleep_sets ? name : name + " without sleep sets";
}

std::vector<Variant> variants_of(const Algorithm& algorithm) {
  std::vector<Variant> variants = {{.algorithm = &algorithm}};
  if (algorithm.optional_sleep_sets) variants.push_back({.algorithm = &algorithm, .sleep_sets = false});
  if (algorithm.takes_k)
    for (uint32_t k : {1, 2, 3}) variants.push_back({.algorithm = &algorithm, .k = k});
  if (algorithm.divides) variants.push_back({.algorithm = &algorithm, .in_parts = true});
  if (algorithm.merges_states) {
    variants.push_back({.algorithm = &algorithm, .plain = true});
    variants.push_back({.algorithm = &algorithm, .plain = true, .fuses = true});
  }
  if (algorithm.has_inputs_in_tree) variants.push_back({.algorithm = &algorithm, .outer_loop = true});
  if (!algorithm.takes_bounds) return variants;
  for (uint32_t bound : {0, 1, 2}) variants.push_back({.algorithm = &algorithm, .bound = bound});
  for (uint32_t bound : {1, 2, 4})
    variants.push_back({.algorithm = &algorithm, .bound = bound, .bound_kind = BoundKind::kSwitches});
  return variants;
}

std::vector<Variant> all_variants() {
  std::vector<Variant> all;
  for (const Algorithm& algorithm : algorithms())
    for (const Variant& variant : variants_of(algorithm)) all.push_back(variant);
  return all;
}

Verdict compare(Machine& machine, const Census& census, const Variant& variant, const ComparisonOptions& options) {
  CHECK(census.complete, "comparison with a census that is not complete");
  if (variant.algorithm->merges_states && machine.inputs() == nullptr) {
    Options how;
    how.policy = options.policy;
    how.seed = options.seed;
    how.fuses = variant.fuses;
    how.predicts = options.seed % 4 != 0;
    const StateVerdict states = compare_states(machine, [&](Program& program, Observer& observer) {
      return options.factory(*variant.algorithm, how)->explore(program, observer);
    });
    return {.compared = states.compared,
            .complaint = states.complaint,
            .executions = states.executions,
            .blocked = states.blocked};
  }
  Verdict verdict;
  uint64_t interleavings = variant.bound == kNoBound ? census.interleavings : options.interleavings_without_bound;
  const Inputs* inputs = machine.followed_inputs();
  bool too_large = is_wasteful(variant) && interleavings > options.max_interleavings;
  if (too_large || (variant.outer_loop && inputs == nullptr)) {
    verdict.compared = false;
    return verdict;
  }
  // No algorithm may run longer than this: a stateless search never repeats an interleaving.
  uint64_t traces = census.traces.size();
  uint64_t most = variant.is_optimal() ? 4 * traces + 50 : options.max_executions_per_trace * traces;
  if (inputs != nullptr && !variant.explores_each_once(machine)) most *= inputs->count();
  if (inputs != nullptr) machine.followed_inputs()->choose(static_cast<Inputs::Choice>(options.seed % 3));
  if (is_wasteful(variant)) most = interleavings + 1;
  Tally tally(machine, census, most);
  Options how;
  how.policy = options.policy;
  how.seed = options.seed;
  how.sleep_sets = variant.sleep_sets;
  how.k = variant.k;
  how.outer_loop = variant.outer_loop;
  (variant.bound_kind == BoundKind::kPreemptions ? how.preemption_bound : how.context_bound) = variant.bound;
  if (options.seed % 2 == 0) how.few_events = 8;
  auto explore = [&](const Options& with) {
    return options.factory(*variant.algorithm, with)->explore(machine, tally);
  };
  Statistics statistics = variant.in_parts ? explore_in_parts(how, explore) : explore(how);
  verdict.executions = tally.executions;
  verdict.duplicates = tally.duplicates;
  verdict.blocked = tally.blocked;
  if (tally.stopped && !variant.is_optimal() && !is_wasteful(variant)) {
    verdict.compared = false;
    return verdict;
  }
  verdict.complaint = complaint_about(statistics, tally, census, variant, options, machine);
  return verdict;
}

}  // namespace mazurka::toy
