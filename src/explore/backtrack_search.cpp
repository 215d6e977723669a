#include "explore/backtrack_search.hpp"

namespace mazurka {

Statistics BacktrackSearch::explore(Program& program, Observer& observer) {
  MemoryMeter::start();
  Statistics statistics;
  recorder_ = std::make_unique<Recorder>(program, equivalence_of(algorithm_));
  recorder_->start(trace_, trace_, 0);
  enter_node(0);
  uint32_t from = 0;
  do {
    bool blocked = !run_to_end();
    Execution execution = recorder_->execution(blocked);
    statistics.count(execution);
    if (!observer.on_execution(execution)) break;
#ifndef NDEBUG
    trace_.check_invariants();
#endif
    visit_end(from);
    statistics.complete = !backtrack();
    from = trace_.size() == 0 ? 0 : trace_.size() - 1;
  } while (!statistics.complete && !recorder_->diverged());
  statistics.diverged = recorder_->diverged();
  statistics.complete &= !statistics.diverged;
  statistics.peak_bytes = MemoryMeter::peak();
  return statistics;
}

// The state after the events so far is new.
void BacktrackSearch::enter_node(uint32_t depth) {
  if (nodes_.size() <= depth) nodes_.push_back(std::make_unique<Node>());
  Node& here = node(depth);
  here.sleep.clear();
  here.enabled.clear();
  here.backtrack.clear();
  here.done.clear();
  if (sleep_sets_ && depth > 0) here.sleep.assign_after(node(depth - 1).sleep, trace_[depth - 1]);
  const Program& program = recorder_->program();
  recorder_->ready().ascending([&](ThreadId t) {
    if (program.choices(t) != 0) here.enabled.add(t);
    return false;
  });
  visit_state(depth);
}

void BacktrackSearch::take(const Event& event) {
  node(trace_.size()).backtrack.add(event.thread);
  node(trace_.size()).done.add(event.thread);
  recorder_->execute(event);
  enter_node(trace_.size());
}

// The first outcome of the thread's next operation that does not sleep.
bool BacktrackSearch::awake_outcome(ThreadId thread, Event& event) {
  const Node& here = node(trace_.size());
  uint32_t outcomes = recorder_->program().choices(thread);
  for (uint32_t k = 0; k < outcomes; k++) {
    recorder_->preview(thread, recorder_->choice(thread, k), event);
    if (!here.sleep.has(event)) return true;
  }
  return false;
}

// False: everything that is enabled sleeps.
bool BacktrackSearch::run_to_end() {
  for (;;) {
    if (node(trace_.size()).enabled.empty()) return true;
    Event event;
    bool found =
        scheduler_.pick(recorder_->program(), recorder_->ready(), [&](ThreadId t) { return awake_outcome(t, event); });
    if (!found) return false;
    take(event);
  }
}

// Another outcome of the operation that was executed at this depth, after the current one.
bool BacktrackSearch::next_outcome(uint32_t depth, Event& event) {
  event = trace_[depth];
  if (!has_choices(event.op.code)) return false;
  Value value = event.access_count == 0 ? 0 : event.access[0].before;
  uint32_t outcomes = choice_count(event.op, value);
  bool passed = false;
  for (uint32_t k = 0; k < outcomes; k++) {
    event.choice = choice_at(event.op, value, k);
    if (passed && !node(depth).sleep.has(event)) return true;
    passed |= event.choice == trace_[depth].choice;
  }
  return false;
}

// Goes back to the deepest state with something left, and takes that step. False: nothing is left anywhere.
bool BacktrackSearch::backtrack() {
  for (uint32_t depth = trace_.size(); depth-- > 0;) {
    Node& here = node(depth);
    Event event;
    bool same_thread = next_outcome(depth, event);
    const Event& taken = trace_[depth];
    if (sleep_sets_) here.sleep.add(Step(taken));
    if (same_thread) {
      if (!recorder_->start(trace_, trace_, depth)) return true;
      recorder_->preview(event.thread, event.choice, event);
      take(event);
      return true;
    }
    bool restarted = false;
    while (here.backtrack.any([&](ThreadId t) {
      if (here.done.has(t)) return false;
      event.thread = t;
      return true;
    })) {
      ThreadId next = event.thread;
      here.done.add(next);
      if (here.sleep.has_all_of(next)) continue;
      if (!restarted && !recorder_->start(trace_, trace_, depth)) return true;
      restarted = true;
      if (!awake_outcome(next, event)) continue;
      take(event);
      return true;
    }
  }
  return false;
}

}  // namespace mazurka
