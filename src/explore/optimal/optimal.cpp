// Optimal DPOR with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: "Source Sets: A Foundation for Optimal Dynamic
// Partial Order Reduction", Algorithm 2).
//
// For every race (e, e') of an execution E, the sequence v = notdep(e, E) . e' is to be explored from the state before
// e, unless a sleeping step could begin it (is a weak initial of v): then it was explored. The sequences are kept in a
// wakeup tree for each state, so that no two of them lead to the same trace. Each trace is explored once, and no
// execution is given up.
//
// Ours differs in this: races with guards and of operations still disabled at the end as in races.hpp (and not by a
// search over subsequences); one program run per execution. All races of E are tested again at the end of every
// execution, also those of the repeated prefix, since v grows with E (`x=1 | x=1 | r=ld z; if(r==1) x=1 | z=1;z=0`
// needs it); a pair may be skipped if e happens before every new event. Another outcome of e counts like a race: the
// two exclude each other.
#include "explore/optimal/optimal.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "explore/races.hpp"

namespace mazurka {

Statistics Optimal::explore(Program& program, Observer& observer) {
  MemoryMeter::start();
  Statistics statistics;
  recorder_ = std::make_unique<Recorder>(program, kEquivalence);
  recorder_->start(trace_, trace_, 0);
  node(0);
  uint32_t from = 0;
  do {
    bool blocked = !run_to_end();
    Execution execution = recorder_->execution(blocked);
    statistics.count(execution);
    if (!observer.on_execution(execution)) break;
#ifndef NDEBUG
    trace_.check_invariants();
#endif
    find_races(from);
    statistics.complete = !backtrack();
    from = trace_.empty() ? 0 : trace_.size() - 1;
  } while (!statistics.complete && !recorder_->diverged());
  statistics.diverged = recorder_->diverged();
  statistics.complete &= !statistics.diverged;
  statistics.peak_bytes = MemoryMeter::peak();
  return statistics;
}

Optimal::Node& Optimal::node(uint32_t depth) {
  if (nodes_.size() <= depth) nodes_.push_back(std::make_unique<Node>());
  return *nodes_[depth];
}

void Optimal::take(const Event& event, WakeupForest::List wakeup) {
  uint32_t position = recorder_->execute(event);
  Node& after = node(position + 1);
  after.sleep.assign_after(node(position).sleep, trace_[position]);
  after.wakeup = wakeup;
}

// Takes the first branch of the current state's wakeup tree.
bool Optimal::take_from_tree() {
  Node& here = node(trace_.size());
  if (here.wakeup == 0) return false;
  WakeupForest::List children = 0;
  Step step = forest_.take_first(here.wakeup, children);
  CHECK(recorder_->program().choices(step.thread) != 0, "a step in a wakeup tree is enabled");
  Event event;
  recorder_->preview(step.thread, step.choice, event);
  CHECK(event.access_count == step.access_count && (step.access_count == 0 || event.access[0].mode == step.mode[0]),
        "a step in a wakeup tree does what it was expected to");
  take(event, children);
  return true;
}

// False: everything that is enabled sleeps.
bool Optimal::run_to_end() {
  const Program& program = recorder_->program();
  Event event;
  for (;;) {
    if (take_from_tree()) continue;
    const Node& here = node(trace_.size());
    bool asleep = false;
    bool found = scheduler_.pick(program, recorder_->ready(), [&](ThreadId t) {
      uint32_t outcomes = program.choices(t);
      for (uint32_t k = 0; k < outcomes; k++) {
        recorder_->preview(t, recorder_->choice(t, k), event);
        if (!here.sleep.has(event)) return true;
      }
      asleep = true;
      return false;
    });
    if (!found) return !asleep;
    take(event, 0);
  }
}

// Goes back to the deepest state with something in its wakeup tree, and takes that. False: nothing is left.
bool Optimal::backtrack() {
  for (uint32_t depth = trace_.size(); depth-- > 0;) {
    node(depth).sleep.add(Step(trace_[depth]));
    if (node(depth).wakeup == 0) continue;
    if (recorder_->start(trace_, trace_, depth)) take_from_tree();
    return true;
  }
  return false;
}

void Optimal::find_races(uint32_t from) {
  const uint32_t width = trace_.clock_width();
  // What happens before every new event.
  LocalClock before_all_new(width);
  for (uint32_t t = 0; t < width; t++) before_all_new[t] = from == trace_.size() ? 0 : UINT32_MAX;
  for (uint32_t k = from; k < trace_.size(); k++)
    for (uint32_t t = 0; t < width; t++) before_all_new[t] = std::min(before_all_new[t], trace_.clock(k)[t]);
  auto unchanged = [&](uint32_t reversed, uint32_t second) {
    return second < from && clock_has(before_all_new, trace_[reversed].thread, trace_[reversed].index);
  };
  for (uint32_t j = 0; j < trace_.size(); j++) {
    const Event& second = trace_[j];
    ConstClock past = trace_.past(j);
    if (is_of_mailbox(second.op.code)) {
      find_mailbox_races(second, past, j, [&](uint32_t reversed) { return unchanged(reversed, j); });
      continue;
    }
    races_of(trace_, second, past, false, [&](uint32_t reversed) {
      if (unchanged(reversed, j)) return;
      for_each_reversed_outcome(trace_, reversed, second, recorder_->equivalence(),
                                [&](const Event& head) { reverse(reversed, head, past); });
    });
    if (!has_choices(second.op.code) || unchanged(j, j)) continue;
    Event other = second;
    Value value = second.access_count == 0 ? 0 : second.access[0].before;
    for (uint32_t k = 0, outcomes = choice_count(second.op, value); k < outcomes; k++) {
      other.choice = choice_at(second.op, value, k);
      if (other.choice == second.choice) continue;
      set_accesses(other, recorder_->equivalence(), value, 0);
      reverse(j, other, past);
    }
  }
  const Program& program = recorder_->program();
  for (uint32_t t = 0; t < program.thread_count(); t++) {
    ThreadId thread(t);
    if (program.status(thread) != ThreadStatus::kReady || object_count(program.next(thread).code) == 0) continue;
    if (program.choices(thread) != 0) continue;
    Event second;
    recorder_->preview(thread, 0, second);
    ConstClock past = trace_.clock_or_zero(second.previous_in_thread);
    if (is_of_mailbox(second.op.code)) {
      find_mailbox_races(second, past, trace_.size(), [](uint32_t) { return false; });
      continue;
    }
    races_of(trace_, second, past, true, [&](uint32_t reversed) {
      for_each_reversed_outcome(trace_, reversed, second, recorder_->equivalence(),
                                [&](const Event& head) { reverse(reversed, head, past); });
    });
  }
}

void Optimal::reverse(uint32_t reversed, const Event& head, ConstClock head_past) {
  reversal_.assign(trace_, reversed, head, head_past, trace_.size());
  insert_reversal(reversed);
}

template <class Skip>
void Optimal::find_mailbox_races(const Event& second, ConstClock past, uint32_t position, Skip&& skip) {
  for_each_late_set(trace_, second, past, [&](const std::vector<uint32_t>& late) {
    if (skip(late.front())) return;
    if (reversal_.assign_late(trace_, late, second, past, position, trace_.size(), recorder_->equivalence()))
      insert_reversal(late.front());
  });
}

void Optimal::insert_reversal(uint32_t reversed) {
  Node& before = node(reversed);
  for (const Step& step : before.sleep)
    if (reversal_.is_weak_initial(step)) return;
  forest_.insert(before.wakeup, reversal_);
#ifndef NDEBUG
  forest_.check_invariants(before.wakeup);
#endif
}

}  // namespace mazurka
