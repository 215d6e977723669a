// Looks at every prefix of a trace once for each thread that may have made the last step, in the order of what it costs
// to get there: what is reached first is reached at the least cost.
#include "toy/oracle/bounded_oracle.hpp"

#include <unordered_set>
#include <utility>
#include <vector>

#include "toy/oracle/oracle_steps.hpp"

namespace mazurka::toy {

namespace {

struct State {
  Machine machine;
  TraceHasher hasher;
  uint32_t last = UINT32_MAX;  // thread
  std::vector<Fingerprint> failing_events;
};

Fingerprint key_of(const State& state) {
  Fingerprint name = state.hasher.fingerprint();
  name.low += (uint64_t{state.last} + 1) * 0x9e3779b97f4a7c15ULL;
  return name;
}

class BoundedCounter {
 public:
  BoundedCounter(Equivalence equivalence, const OracleLimits& limits, BoundKind kind)
      : equivalence_(equivalence), limits_(limits), kind_(kind) {}

  Census run(const Machine& program, uint32_t bound) {
    State root{program, {}, UINT32_MAX, {}};
    root.machine.restart();
    root.hasher.reset(root.machine.thread_count(), root.machine.object_count());
    root.hasher.begin(names_since(root.machine, 0));
    at_cost_.push_back(std::move(root));
    for (uint32_t cost = 0; cost <= bound && !at_cost_.empty(); cost++) {
      while (!at_cost_.empty() && census_.complete) {
        State state = std::move(at_cost_.back());
        at_cost_.pop_back();
        visit(state);
      }
      at_cost_.swap(costs_more_);
    }
    return std::move(census_);
  }

 private:
  void visit(const State& state) {
    if (!seen_.insert(key_of(state)).second) return;
    if (++census_.prefixes > limits_.prefixes) census_.complete = false;
    const Machine& machine = state.machine;
    bool could_go_on = state.last != UINT32_MAX && machine.choices(ThreadId(state.last)) != 0;
    bool maximal = true;
    for (uint32_t t = 0; t < machine.thread_count(); t++)
      for (uint32_t k = 0; k < machine.choices(ThreadId(t)); k++) {
        maximal = false;
        bool switches = state.last != UINT32_MAX && t != state.last;
        bool costs = switches && (kind_ == BoundKind::kSwitches || could_go_on);
        (costs ? costs_more_ : at_cost_).push_back(after(state, ThreadId(t), k));
      }
    if (maximal) add_trace(state);
  }

  State after(const State& state, ThreadId thread, uint32_t k) {
    State next = state;
    Event event = event_of(state.machine, equivalence_, thread, k);
    next.machine.step(thread, event.choice);
    Fingerprint name = next.hasher.add(event, names_since(next.machine, state.machine.path().size()));
    next.last = thread.number;
    if (next.machine.failures().size() != state.machine.failures().size()) next.failing_events.push_back(name);
    if (next.machine.error()) {
      census_.misused = true;
      census_.complete = false;
    }
    return next;
  }

  void add_trace(const State& state) {
    Outcome outcome = outcome_of(state.machine);
    census_.failing_events.insert(state.failing_events.begin(), state.failing_events.end());
    if (!census_.traces.emplace(state.hasher.fingerprint(), outcome).second) return;
    census_.deadlocked += outcome.deadlocked;
    census_.failed += outcome.failed;
    census_.cut += outcome.cut;
    if (census_.traces.size() > limits_.traces) census_.complete = false;
  }

  Equivalence equivalence_;
  OracleLimits limits_;
  BoundKind kind_;
  std::vector<State> at_cost_;
  std::vector<State> costs_more_;
  std::unordered_set<Fingerprint> seen_;
  Census census_;
};

}  // namespace

Census take_bounded_census(const Machine& program, Equivalence equivalence, const OracleLimits& limits, BoundKind kind,
                           uint32_t bound) {
  Census sum;
  for_each_input(program, [&](const Machine& machine) {
    if (sum.complete) add(BoundedCounter(equivalence, limits, kind).run(machine, bound), sum);
  });
  return sum;
}

}  // namespace mazurka::toy
