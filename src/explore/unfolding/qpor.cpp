// Quasi-optimal partial order reduction on unfoldings (Nguyen, Rodríguez, Sousa, Coti, Petrucci: "Quasi-Optimal Partial
// Order Reduction", Algorithm 1 and section 5).
//
// All executions of a program together are an event structure, its unfolding (unfolding.hpp); a trace is a maximal
// configuration of it: a set of events with their histories, no two of which exclude each other. Run an execution to
// its end and enter, for each race, the event that would come of it (extensions.hpp). Then take the events off the
// configuration one by one, from the last. Each enters D (exclusions.hpp): what holds it was explored. If there is an
// alternative to D, a set of known events that excludes every event of D (comb.hpp), add it to the configuration, run
// that, and go on freely, but never with an event of D. With all of D the exploration is optimal: each trace once, and
// no run is given up; finding alternatives is then an NP-complete problem. A k-partial alternative excludes only the
// last k events of D. It is cheap to find, but what is run then may end with nothing but events of D: given up.
//
// Ours differs in this: reads commute, and operations have guards, outcomes and up to two objects, so that causality
// is not by chains of lock operations but by the accesses of races.hpp; operations that are still disabled at the end
// have extensions too, without which deadlocks are lost (`lock a; lock b; ... | lock b; lock a; ...`). One program run
// for each execution. Extensions of the events of an alternative are looked for too. With a finite k, what excludes
// older events of D is tried also (`poke`). The search for an alternative tracks back: the first fitting candidate
// may spoil the rest. The sets of events are searched by clocks, not by trees with skip pointers; docs/algorithms.md
// tells what was measured.
//
// Completeness is evidence, not a proof: `mazurka fuzz` compares the set of explored traces with brute force.
#include "explore/unfolding/qpor.hpp"

#include <x86intrin.h>

#include <algorithm>

namespace mazurka {

namespace {

// Adds the ticks from its making to stop(), or to its end, to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(uint64_t& sum) : sum_(&sum), start_(__rdtsc()) {}
  ~Stopwatch() { stop(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  void stop() {
    if (sum_ != nullptr) *sum_ += __rdtsc() - start_;
    sum_ = nullptr;
  }

 private:
  uint64_t* sum_;
  uint64_t start_;
};

}  // namespace

Statistics Qpor::explore(Program& program, Observer& observer) {
  MemoryMeter::start();
  recorder_ = std::make_unique<Recorder>(program, kEquivalence);
  extensions_ = std::make_unique<Extensions>(*recorder_, unfolding_, configuration_);
  uint32_t from = 0;
  bool go_on = run(from, observer);
  while (go_on && backtrack(from)) go_on = run(from, observer);
  statistics_.complete = go_on;
  statistics_.diverged = recorder_->diverged() || diverged_;
  statistics_.peak_bytes = MemoryMeter::peak();
  fill_figures();
  return statistics_;
}

// Shares of time are by ticks of the processor's time-stamp counter, which cost next to nothing.
void Qpor::fill_figures() {
  Figures& figures = statistics_.figures;
  auto ratio = [](uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  figures.set_title("unfolding");
  figures.add_count("events_made", unfolding_.created());  // those included that were forgotten and found again
  figures.add_count("peak_events", unfolding_.peak());
  figures.add_count("thread_depth", unfolding_.thread_depth());      // events of a thread in one history, at most
  figures.add_count("object_depth", configuration_.object_depth());  // accesses in one configuration, at most
  figures.add_count("queries", configuration_.queries());  // does an event, with its history, fit the configuration?
  figures.add(Figure::Kind::kAverage, "events_per_query",
              ratio(configuration_.query_steps(), configuration_.queries()));
  uint64_t all = ticks_.program + ticks_.extensions + ticks_.alternatives + ticks_.pruning;
  figures.add(Figure::Kind::kShare, "program_share", ratio(ticks_.program, all));
  figures.add(Figure::Kind::kShare, "extensions_share", ratio(ticks_.extensions, all));
  figures.add(Figure::Kind::kShare, "alternatives_share", ratio(ticks_.alternatives, all));
  figures.add(Figure::Kind::kShare, "pruning_share", ratio(ticks_.pruning, all));
}

// Runs the configuration, of which the events from `from` on are an alternative, and goes on to the end. False: stop.
bool Qpor::run(uint32_t from, Observer& observer) {
  Stopwatch program_time(ticks_.program);
  if (!repeat(from)) return false;
  bool blocked = !run_freely();
  program_time.stop();
  Execution execution = recorder_->execution(blocked);
  statistics_.count(execution);
  if (!observer.on_execution(execution)) return false;
#ifndef NDEBUG
  trace_.check_invariants();
  unfolding_.check_invariants();
#endif
  Stopwatch extension_time(ticks_.extensions);
  extensions_->find(from);
  extension_time.stop();
  if (unfolding_.size() > std::max(few_events_, 2 * size_after_pruning_)) prune();
  return true;
}

bool Qpor::is_same_step(const UnfoldingEvent& event, const Event& step) const {
  if (event.code != step.op.code || event.index != step.index || event.access_count != step.access_count) return false;
  for (uint32_t i = 0; i < step.access_count; i++)
    if (event.object[i] != step.access[i].object || event.mode[i] != step.access[i].mode) return false;
  return !is_of_mailbox(event.code) || unfolding_.mail_of(event).message == mail_of(step).message;
}

// Restarts the program and runs the configuration. False: it does something else than before, or than was expected of
// an alternative.
bool Qpor::repeat(uint32_t from) {
  if (!recorder_->start(trace_, trace_, from)) return false;
  const Program& program = recorder_->program();
  Event step;
  for (uint32_t k = from; k < configuration_.size(); k++) {
    const UnfoldingEvent& event = unfolding_[configuration_[k]];
    if (event.thread.index() >= program.thread_count() || program.choices(event.thread) == 0)
      return !(diverged_ = true);
    recorder_->preview(event.thread, event.choice, step);
    if (!is_same_step(event, step)) return !(diverged_ = true);
    recorder_->execute(step);
  }
  return true;
}

// False: nothing is enabled but events of D.
bool Qpor::run_freely() {
  const Program& program = recorder_->program();
  Event event;
  for (;;) {
    bool excluded = false;
    bool found = scheduler_.pick(program, recorder_->ready(), [&](ThreadId thread) {
      for (uint32_t k = 0, outcomes = program.choices(thread); k < outcomes; k++) {
        Choice choice = recorder_->choice(thread, k);
        if (exclusions_.excludes(thread, choice)) continue;
        recorder_->preview(thread, choice, event);
        return true;
      }
      excluded = true;
      return false;
    });
    if (!found) return !excluded;
    configuration_.push(extensions_->next(event));
    recorder_->execute(event);
  }
}

// Goes back to the last point where there is an alternative, and adds that. False: everything was explored.
bool Qpor::backtrack(uint32_t& from) {
  Stopwatch comb_time(ticks_.alternatives);
  while (configuration_.size() != 0) {
    UnfoldingId event = configuration_[configuration_.size() - 1];
    configuration_.pop();
    from = configuration_.size();
    comb_.release(from);
    exclusions_.add(event, from);
    if (comb_.find()) return true;
  }
  return false;
}

// Forgets the events that no alternative can use any more, or that would be found again.
void Qpor::prune() {
  Stopwatch pruning_time(ticks_.pruning);
  unfolding_.begin_marking();
  auto mark = [&](UnfoldingId id) {
    unfolding_.mark_with_history(id);
    for (UnfoldingId candidate : unfolding_[id].conflicts) unfolding_.mark_with_history(candidate);
  };
  for (uint32_t k = 0; k < configuration_.size(); k++) mark(configuration_[k]);
  for (uint32_t k = 0; k < exclusions_.size(); k++) mark(exclusions_[k].event);
  comb_.mark_waiting();
  comb_.forget_unmarked();
  unfolding_.sweep();
  size_after_pruning_ = unfolding_.size();
}

}  // namespace mazurka
