#include "explore/backtrack/backtrack_search.hpp"

namespace mazurka {

Statistics BacktrackSearch::explore(Program& program, Observer& observer) {
  MemoryMeter::start();
  Statistics statistics;
  recorder_ = std::make_unique<Recorder>(program, equivalence_);
  recorder_->start(trace_, trace_, 0);
  enter_node(0);
  bool is_left = options_.division == nullptr || go_to_unit(observer);
  uint32_t from = trace_.empty() ? 0 : trace_.size() - 1;
  while (is_left && !recorder_->diverged()) {
    bool blocked = !run_to_end();
    Execution execution = recorder_->execution(blocked);
    statistics.count(execution);
    if (!observer.on_execution(execution)) {
      if (options_.division != nullptr) note_stop();
      break;
    }
#ifndef NDEBUG
    trace_.check_invariants();
#endif
    visit_end(from);
    if (options_.division != nullptr && heed_division(statistics.events) != Heed::kGoOn) {
      is_left = heed_ == Heed::kEnd;
      break;
    }
    is_left = backtrack();
    from = trace_.empty() ? 0 : trace_.size() - 1;
  }
  if (options_.division != nullptr && !is_left && heed_ == Heed::kGoOn) tell_rest(false);
  statistics.bounded = bounded_;
  statistics.diverged = recorder_->diverged() || lost_;
  statistics.complete = !is_left && !statistics.diverged;
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
  if (sleep_sets() && depth > 0) here.sleep.assign_after(node(depth - 1).sleep, trace_[depth - 1]);
  const Program& program = recorder_->program();
  recorder_->ready().ascending([&](ThreadId t) {
    if (program.choices(t) != 0) here.enabled.add(t);
    return false;
  });
  here.preemptions = here.switches = 0;
  if (depth > 1) {
    const Node& before = node(depth - 1);
    bool switched = trace_[depth - 1].thread != trace_[depth - 2].thread;
    here.switches = before.switches + switched;
    here.preemptions = before.preemptions + (switched && before.enabled.has(trace_[depth - 2].thread));
  }
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

// Does taking the thread at this depth stay within the bounds?
bool BacktrackSearch::may_take(uint32_t depth, ThreadId thread) {
  if (!options_.has_bound() || depth == 0) return true;
  ThreadId current = trace_[depth - 1].thread;
  if (thread == current) return true;
  const Node& here = node(depth);
  bool allowed = here.switches < options_.context_bound &&
                 (here.preemptions < options_.preemption_bound || !here.enabled.has(current));
  bounded_ |= !allowed;
  return allowed;
}

// The step to go on with. Without a bound any will do; with one, those who stay with their thread can still do all that
// a bound allows later.
bool BacktrackSearch::choose(Event& event) {
  if (options_.has_bound() && !trace_.empty() && awake_outcome(trace_[trace_.size() - 1].thread, event)) return true;
  return scheduler_.pick(recorder_->program(), recorder_->ready(),
                         [&](ThreadId t) { return may_take(trace_.size(), t) && awake_outcome(t, event); });
}

// False: everything that is enabled sleeps, or exceeds a bound.
bool BacktrackSearch::run_to_end() {
  for (;;) {
    if (node(trace_.size()).enabled.empty()) return true;
    Event event;
    if (!choose(event)) return false;
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

// Takes another outcome at this depth, of what was taken there.
bool BacktrackSearch::take_other_outcome(uint32_t depth) {
  Event event;
  bool has_other = next_outcome(depth, event);
  if (sleep_sets()) node(depth).sleep.add(Step(trace_[depth]));
  if (!has_other) return false;
  if (!recorder_->start(trace_, trace_, depth)) return true;
  recorder_->preview(event.thread, event.choice, event);
  take(event);
  return true;
}

// Takes another thread at this depth.
bool BacktrackSearch::take_other_thread(uint32_t depth) {
  Node& here = node(depth);
  const ThreadSet& wanted = wanted_at(depth);
  Event event;
  bool restarted = false;
  while (wanted.any([&](ThreadId t) {
    if (here.done.has(t)) return false;
    event.thread = t;
    return true;
  })) {
    ThreadId next = event.thread;
    here.done.add(next);
    if (here.sleep.has_all_of(next) || !may_take(depth, next)) continue;
    if (!restarted && !recorder_->start(trace_, trace_, depth)) return true;
    restarted = true;
    if (!awake_outcome(next, event)) continue;
    take(event);
    return true;
  }
  return false;
}

// Goes back to the deepest state with something left, and takes that step. False: nothing is left anywhere. (If the
// program diverges, there is.)
bool BacktrackSearch::backtrack() {
  for (uint32_t depth = trace_.size(); depth-- > first_depth_;)
    if (take_other_outcome(depth) || take_other_thread(depth)) return true;
  return false;
}

}  // namespace mazurka
