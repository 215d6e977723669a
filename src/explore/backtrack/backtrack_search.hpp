// Depth-first search with backtrack sets and sleep sets: what naive, classic, dpor_cr and source have in common.
//
// The search runs one execution to its end, then goes back to the deepest state from which another thread is to be
// explored, repeats the prefix up to there and goes on. Which threads are to be explored from a state (its backtrack
// set) is what the algorithms differ in: they add to it in visit_state() and visit_end(). A thread in it is explored
// with all its outcomes.
//
// With a bound, a thread is not taken where that would exceed it, and a run goes on with the same thread while it can.
// Whether all that the bound allows is explored then depends on the backtrack sets: see bounded.cpp.
//
// Without sleep sets the search can be divided into a series of units: see prefix_unit.hpp.
#pragma once

#include <memory>
#include <optional>

#include "base/thread_set.hpp"
#include "explore/backtrack/prefix_unit.hpp"
#include "explore/explorer.hpp"
#include "explore/recorder.hpp"
#include "explore/scheduler.hpp"
#include "explore/step.hpp"

namespace mazurka {

class BacktrackSearch : public Explorer {
 public:
  Statistics explore(Program& program, Observer& observer) final;

 protected:
  BacktrackSearch(Equivalence equivalence, const Options& options)
      : equivalence_(equivalence), options_(options), scheduler_(options.policy, options.seed) {}

  // A state on the current execution; node d is the state after d events.
  struct Node {
    SleepSet sleep;
    ThreadSet enabled;
    ThreadSet backtrack;
    ThreadSet done;            // taken from here, or all of their outcomes sleep, or a bound forbids it
    uint32_t preemptions = 0;  // on the way here
    uint32_t switches = 0;
  };

  // A state was reached for the first time; node(depth) knows what is enabled and what sleeps.
  virtual void visit_state(uint32_t depth) { (void)depth; }
  // An execution ended (perhaps blocked); its events from position `from` on are new.
  virtual void visit_end(uint32_t from) { (void)from; }

  Node& node(uint32_t depth) { return *nodes_[depth]; }
  const Trace& trace() const { return trace_; }
  Recorder& recorder() { return *recorder_; }
  bool sleep_sets() const { return options_.sleep_sets; }

  // Calls visit(preview, disabled) for the next operation of every thread that has one and touches an object.
  template <class Visit>
  void for_each_next(Visit&& visit) {
    const Program& program = recorder_->program();
    for (uint32_t t = 0; t < program.thread_count(); t++) {
      ThreadId thread(t);
      if (program.status(thread) != ThreadStatus::kReady || object_count(program.next(thread).code) == 0) continue;
      bool disabled = program.choices(thread) == 0;
      Event event;
      recorder_->preview(thread, disabled ? 0 : recorder_->choice(thread, 0), event);
      visit(event, disabled);
    }
  }

 private:
  void enter_node(uint32_t depth);
  void take(const Event& event);
  bool run_to_end();
  bool backtrack();
  bool choose(Event& event);
  bool may_take(uint32_t depth, ThreadId thread);
  bool awake_outcome(ThreadId thread, Event& event);
  bool next_outcome(uint32_t depth, Event& event);
  bool take_other_outcome(uint32_t depth);
  bool take_other_thread(uint32_t depth);

  // backtrack_division.cpp
  enum class Heed : uint8_t {
    kGoOn,
    kHandOver,  // the unit has had its share: the rest is told
    kEnd,       // somebody wants an end
  };
  // The threads to be taken at this depth, as far as they are not done.
  const ThreadSet& wanted_at(uint32_t depth) { return depth < base_ ? todo_ : node(depth).backtrack; }
  // Goes to the first thing that is to be explored. False: there is none.
  bool go_to_unit(Observer& observer);
  bool repeat(const PrefixUnit::Taken& step);
  Heed heed_division(uint64_t events);
  bool has_left(uint32_t depth);
  ThreadList left_at(uint32_t depth);
  void tell_rest(bool hands_over);
  void divide_rest(PrefixNews& news);
  void note_stop();
  std::vector<PrefixUnit::Taken> steps(size_t count) const;

  Equivalence equivalence_;
  Options options_;
  Scheduler scheduler_;
  bool bounded_ = false;  // a bound forbade something
  std::unique_ptr<Recorder> recorder_;
  Trace trace_;
  Vec<std::unique_ptr<Node>> nodes_;  // kept for reuse beyond the current depth

  // Of the unit that is explored, if it is not all.
  uint32_t base_ = 0;         // states from this depth on are its own
  uint32_t first_depth_ = 0;  // where it takes steps
  ThreadSet todo_;            // threads to be taken at depth base_ - 1
  uint64_t budget_ = UINT64_MAX;
  bool lost_ = false;  // the unit's steps are not those of the program
  Heed heed_ = Heed::kGoOn;
};

}  // namespace mazurka
