// The one interface of all exploration algorithms, and what they are told and tell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/figures.hpp"
#include "base/insight.hpp"
#include "explore/division.hpp"
#include "explore/policy.hpp"
#include "explore/program.hpp"
#include "model/event.hpp"
#include "model/inputs.hpp"

namespace mazurka {

inline constexpr uint32_t kNoBound = UINT32_MAX;

struct Options {
  Policy policy = Policy::kReadsFirst;
  uint64_t seed = 1;       // kRandom, and for samples
  bool sleep_sets = true;  // for algorithms that can do without (Algorithm::optional_sleep_sets)
  uint32_t k = 0;          // qpor: how many events an alternative must exclude; 0: all, which makes it optimal
  // qpor forgets events that it does not need when it has more than this, about 10 MB. For tests of that.
  uint64_t few_events = 20'000;
  // Only executions with at most so many preemptions, that is switches away from a thread that could go on, and with at
  // most so many switches of any kind. For algorithms that explore everything then (Algorithm::takes_bounds).
  uint32_t preemption_bound = kNoBound;
  uint32_t context_bound = kNoBound;
  // stateful: forgets states rather than to need more than this.
  uint64_t max_bytes = uint64_t{8} << 30;
  // stateful: works out where steps lead whose order does not matter. For tests of what goes without that.
  bool predicts = true;
  // stateful: takes critical sections with plain accesses only for one event (critical_sections.hpp).
  bool fuses = false;
  // stateful: doubts names (stateful/state_check.hpp).
  bool check_states = false;
  // Explore a part of the tree, and give parts of that away. For algorithms that can (Algorithm::divides); it lives as
  // long as the explorer.
  Division* division = nullptr;
  // With inputs: explore under this one only, as if the program had none (OuterLoop does that).
  bool one_input = false;
  // With inputs: explore one input after the other, also by an algorithm that has them in its tree
  // (Algorithm::has_inputs_in_tree).
  bool outer_loop = false;
  // Samples instead of exploring: 1 + the place of the strategy in the table of sample/strategies.hpp.
  uint32_t sample = 0;
  uint32_t depth = 3;  // of the bugs that pct looks for
  // Samples in units: what the first runs of this process taught the strategy, as far as they were made; filled by the
  // sampler. Not used: every unit makes them again.
  std::vector<uint32_t>* taught = nullptr;
  // Does not explore, but estimates how many executions there are (in the part that `division` names). For algorithms
  // that can be divided.
  bool probe = false;

  bool has_bound() const { return preemption_bound != kNoBound || context_bound != kNoBound; }
};

// One execution that came to its end. Valid during the call only.
struct Execution {
  std::span<const Event> events;
  bool blocked = false;     // given up: every thread that could go on would repeat another execution, or exceed a bound
  bool matched = false;     // blocked, since it came to a state from which everything was explored
  bool deadlocked = false;  // threads wait for ever, and nothing failed or was cut
  bool failed = false;      // a thread failed: Program::failures() tells more
  bool cut = false;         // a thread reached the step limit
  InputId input;            // of programs with inputs; and what the execution says of it
  PathView path;
};

class Observer {
 public:
  virtual ~Observer() = default;
  // Called at the end of each execution, with the program still in its last state. False stops the exploration.
  virtual bool on_execution(const Execution& execution) = 0;
  // Called instead for an execution that is only repeated, on the way to a part of the tree (Options::division).
  virtual void on_repeated(const Execution& execution) { (void)execution; }
  // Called instead for an execution that is only run to see what could be explored from there (Options::probe). False:
  // enough of that.
  virtual bool on_probe(const Execution& execution) {
    (void)execution;
    return false;
  }
  // Called before it is run: the thread is about to do something before this event, which then comes later than it did.
  // It stands for about `weight` executions.
  virtual void on_reversal(const Event& event, ThreadId thread, double weight) {
    (void)event, (void)thread, (void)weight;
  }
  // Called now and then, with what is known by now of executions that were not seen.
  virtual void on_insight(const Insight& insight) { (void)insight; }
};

struct Statistics {
  uint64_t executions = 0;  // blocked ones not counted
  uint64_t blocked = 0;
  uint64_t deadlocks = 0;
  uint64_t failed = 0;
  uint64_t cut = 0;
  uint64_t events = 0;      // of all executions, replayed ones included
  uint64_t max_depth = 0;   // events of the longest execution
  uint64_t peak_bytes = 0;  // held by the explorer, the program not counted
  uint64_t undecided = 0;   // searches for an input that were given up: `complete` is false then
  bool complete = false;    // everything was explored, within the bounds: not stopped by the observer
  bool bounded = false;     // a bound kept executions from being explored
  bool diverged = false;    // the program did something else when it was replayed; exploration stopped there
  Figures figures;          // of this algorithm alone

  // Adds an execution that came to its end.
  void count(const Execution& execution);
  // Adds another part of the same exploration, all but `complete`.
  void add(const Statistics& part);
};

class Explorer {
 public:
  virtual ~Explorer() = default;

  // Explores all executions of `program`, up to equivalence. May be called once.
  virtual Statistics explore(Program& program, Observer& observer) = 0;
};

}  // namespace mazurka
