#include "toy/fuzz/state_comparison.hpp"

#include <algorithm>

#include "toy/oracle/state_graph.hpp"

namespace mazurka::toy {

namespace {

constexpr uint64_t kMaxStates = 20'000;

// Notes the threads' states on the way.
class WatchedMachine final : public Machine {
 public:
  WatchedMachine(const Machine& machine, SeenStates& seen) : Machine(machine), seen_(seen) {}

  void step(ThreadId thread, Choice choice) override {
    Machine::step(thread, choice);
    seen_.add_threads(*this);
  }

 private:
  SeenStates& seen_;
};

class StateTally final : public Observer {
 public:
  StateTally(const Machine& machine, SeenStates& seen, uint64_t max_runs)
      : machine_(machine), seen_(seen), max_runs_(max_runs) {}

  bool on_execution(const Execution& execution) override {
    (execution.blocked ? blocked : executions)++;
    deadlocks += execution.deadlocked;
    if (!execution.blocked) seen_.add_end(machine_);
    is_stopped = executions + blocked >= max_runs_;
    return !is_stopped;
  }

  uint64_t executions = 0, blocked = 0, deadlocks = 0;
  bool is_stopped = false;

 private:
  const Machine& machine_;
  SeenStates& seen_;
  uint64_t max_runs_;
};

template <class Set>
bool has_all(const Set& set, const Set& part) {
  return std::includes(set.begin(), set.end(), part.begin(), part.end());
}

std::string complaint_about_states(const Statistics& statistics, const StateTally& tally, const SeenStates& seen,
                                   const SeenStates& all) {
  if (statistics.diverged) return "says that the program diverged";
  if (tally.is_stopped) return "goes on for too long";
  if (seen.has_race != all.has_race) return all.has_race ? "misses data races" : "finds data races that do not exist";
  // What else happens in a program with a race is not defined.
  if (all.has_race) return statistics.complete ? "" : "says that it did not explore everything";
  if (!has_all(all.ends, seen.ends) || !has_all(all.threads, seen.threads)) return "finds states that do not exist";
  if (seen.failures != all.failures) return "finds other failures";
  if (seen.deadlocks != all.deadlocks) return "misses deadlocks";
  if ((tally.deadlocks != 0) != !all.deadlocks.empty()) return "tells deadlocks wrongly";
  if (seen.ends != all.ends) return "misses ends";
  if (seen.threads != all.threads) return "misses states of threads";
  if (!statistics.complete) return "says that it did not explore everything";
  if (statistics.executions != tally.executions || statistics.blocked != tally.blocked)
    return "has statistics that differ from what it told the observer";
  return "";
}

}  // namespace

StateVerdict compare_states(const Machine& machine, const ExploreStates& explore) {
  StateVerdict verdict;
  const StateGraph graph = take_state_graph(machine, kMaxStates);
  verdict.compared = graph.complete && !graph.misused;
  if (!verdict.compared) return verdict;
  SeenStates seen;
  WatchedMachine watched(machine, seen);
  watched.restart();
  seen.add_threads(watched);
  StateTally tally(watched, seen, 100 * graph.steps + 50);
  const Statistics statistics = explore(watched, tally);
  verdict.executions = tally.executions;
  verdict.blocked = tally.blocked;
  verdict.complaint = complaint_about_states(statistics, tally, seen, graph.seen);
  return verdict;
}

}  // namespace mazurka::toy
